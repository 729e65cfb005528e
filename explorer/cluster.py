"""Clusters: the same work done on many things by Dask, on this machine's processors or on any cluster.

Things are sent out a few at a time for each worker, so that the scheduler never has many to keep. What a lost worker
was doing is done again by another. Dask is an extra; it is loaded when a cluster is asked for.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from explorer.sweep import available
from models.errors import InputError

if TYPE_CHECKING:
    from distributed import Client

Thing = TypeVar("Thing")
Found = TypeVar("Found")

AHEAD = 2
"""How many things each worker has been given at a time, the one that it works on included."""

ATTEMPTS = 5
"""How many workers may be lost over one thing before it is given up."""

_PATIENCE = 20  # seconds


class Cluster(Generic[Thing, Found]):
    """Workers that do one kind of work."""

    def __init__(self, client: Client) -> None:
        """Use a client that is connected."""
        self._client = client

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    def results(self, work: Callable[[Thing], Found], things: Sequence[Thing]) -> Generator[tuple[int, Found]]:
        """What the work finds for each thing, with its number, as it is found; raises what the work raises.

        Raises InputError where too many workers were lost over one thing.
        """
        from distributed import KilledWorker, as_completed

        packed = pickle.dumps(work)
        waiting = iter(enumerate(things))
        numbers: dict[Any, int] = {}
        run = token_hex(8)
        doing: Any = as_completed()

        def hand() -> None:
            for number, thing in waiting:
                future = self._client.submit(_applied, packed, thing, key=f"endphase-{run}-{number}", pure=False)
                numbers[future.key] = number
                doing.add(future)
                return

        for _ in range(AHEAD * max(1, self.workers)):
            hand()
        try:
            for future in doing:
                number = numbers.pop(future.key)
                try:
                    found = future.result()
                except KilledWorker:
                    expected = ["more --max-memory", "a smaller --block"]
                    raise InputError("worker after worker was lost over one piece of work", expected=expected) from None
                future.release()
                hand()
                yield number, found
        finally:
            doing.clear()


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Callable[[Any], Any]:
    """The work, the same object for all the things that a worker is given, so that what it has read stays read."""
    work: Callable[[Any], Any] = pickle.loads(packed)
    return work


def _applied(packed: bytes, thing: Any) -> Any:
    return _unpacked(packed)(thing)


def in_order(results: Iterator[tuple[int, Found]]) -> Generator[Found]:
    """What was found, in the order of the things."""
    found: dict[int, Found] = {}
    turn = 0
    for number, one in results:
        found[number] = one
        while turn in found:
            yield found.pop(turn)
            turn += 1


@contextmanager
def cluster(
    scheduler: str | None, workers: int | None = None, memory_mb: int | None = None
) -> Iterator[Cluster[Any, Any]]:
    """The cluster at an address such as ``tcp://host:8786``; without one, one of so many processes on this machine.

    Each process of one's own has a limit of memory, past which it is started anew and its work done again. Raises
    InputError where Dask is not installed, or nobody answers at the address.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError(
            "a sweep needs Dask, which is not installed", expected=["pip install 'endphase[sweep]'"]
        ) from None
    settings = {
        "distributed.scheduler.allowed-failures": ATTEMPTS,
        "distributed.comm.timeouts.connect": f"{_PATIENCE}s",
        "distributed.admin.large-graph-warning-threshold": "1GB",
    }
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with dask.config.set(settings):
        if scheduler is not None:
            with _connected(scheduler) as client:
                yield Cluster(client)
            return
        limit = f"{memory_mb}MB" if memory_mb else 0
        number = workers or available()
        with (
            LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                memory_limit=limit,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as own,
            Client(own) as client,
        ):
            client.wait_for_workers(number)
            yield Cluster(client)


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    from distributed import Client

    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"no scheduler answers at {scheduler}: {reason}", expected=["tcp://HOST:PORT"]) from None
    try:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=_PATIENCE)
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise InputError(f"the scheduler at {scheduler} has no workers", expected=["dask worker ADDRESS"])
        yield client
    finally:
        client.close()
