"""A session on a screen of its own: the board, the moves, what the chosen one does or what forbids it, the play so far.

Everything is done by keys, and everything that is shown is told by the commentary. The screen, with its ``panels``,
needs textual (the extra ``play``); nothing else of the tool does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.markup import escape
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from explorer.questions.session import Session
from reports.play.commentary import Commentary
from reports.play.panels import Entry, Mat, Panel, listed, told

_THEMES = ("textual-dark", "textual-light")
_KEYS = (("u", "undo"), ("r", "redo"), ("g", "start"), ("h", "hints"), ("l", "language"), ("?", "help"), ("q", "quit"))
_LOW = 32
"""On a screen with fewer lines, rows of the board without a card are left out."""


class Help(ModalScreen[None]):
    """What the keys do; any key closes it."""

    def __init__(self, tell: Commentary) -> None:
        """Told in the present language."""
        super().__init__()
        self._lines = [*tell.words("help"), tell.word("close")]

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(Content("\n\n").join(map(Content, self._lines)), id="help")

    def on_key(self, event: events.Key) -> None:
        """Close it."""
        event.stop()
        self.dismiss()


class Playing(App[None]):
    """Shows a session, and changes it as the person wants; afterwards :attr:`session` is how it was left."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { height: 1; padding: 0 1; background: $panel; }
    #keys { height: 1; padding: 0 1; background: $panel; color: $text-muted; }
    #left { width: 3fr; }
    #right { width: 2fr; }
    .panel, #moves {
        border: none; border-top: solid $foreground 20%; border-title-color: $text-primary; padding: 0 1;
        background: $background; scrollbar-size-vertical: 1;
    }
    .panel:focus, #moves:focus { border-top: solid $primary; background-tint: $background; }
    #board { height: auto; max-height: 60%; }
    #moves { height: 1fr; min-height: 5; }
    #this-move { height: auto; min-height: 4; max-height: 40%; }
    #ahead { height: auto; max-height: 35%; }
    #play { height: 1fr; min-height: 4; }
    #ending { height: 1fr; display: none; }
    .over #ending { display: block; }
    .over #moves, .over #this-move, .over #ahead { display: none; }
    Help { align: center middle; }
    #help { width: 72; max-width: 95%; height: auto; padding: 1 2; border: round $primary; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "step(1)"),
        Binding("k", "step(-1)"),
        Binding("enter", "make"),
        Binding("u,backspace", "undo"),
        Binding("r", "redo"),
        Binding("g", "restart"),
        Binding("h", "hints"),
        Binding("l", "language"),
        Binding("d", "theme"),
        Binding("question_mark", "help"),
        Binding("q", "quit"),
        *(Binding(str(digit), f"digit({digit})") for digit in range(10)),
    ]

    def __init__(self, session: Session, languages: Mapping[str, Commentary], language: str, title: str) -> None:
        """Show a session in a language; the title is told above it."""
        super().__init__()
        self.session = session
        self._languages = languages
        self._language = language
        self._about = title
        self._hints = session.opponent is None
        self._digits = ""
        self._low = False

    @property
    def tell(self) -> Commentary:
        """The commentary in the present language."""
        return self._languages[self._language]

    def compose(self) -> ComposeResult:
        """The title, the board over the moves, what is told of them beside it, the keys."""
        yield Static(id="title")
        with Horizontal():
            with Vertical(id="left"):
                yield Panel("board")
                yield OptionList(id="moves")
                yield Panel("ending")
            with Vertical(id="right"):
                yield Panel("this-move")
                yield Panel("ahead")
                yield Panel("play")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show where the session begins."""
        self.title = "endphase"
        self._low = self.size.height < _LOW
        self._show()
        self._moves.focus()

    def on_resize(self, event: events.Resize) -> None:
        """Show what there is room for now."""
        self._low = event.size.height < _LOW
        self._show_again()

    @property
    def _table(self) -> Screen[object]:
        """What the panels lie on, whatever lies over it."""
        return self.screen_stack[0]

    @property
    def _moves(self) -> OptionList:
        return self._table.query_one("#moves", OptionList)

    # ---- what is shown ----

    def _show(self) -> None:
        """Show the whole position."""
        tell, here = self.tell, self.session.position
        self._table.set_class(self.session.over, "over")
        self._say(tell.greeting(self.session))
        rows = (row for row in tell.rows(here.playmat) if not (row.empty and self._low))
        self._panel("board").show(self._about, Mat(tuple(rows)))
        legal = [Entry(f"{number:>2}  ", text) for number, text in enumerate(tell.moves(here, self._hints), 1)]
        grey = [Entry(" x  ", text, "dim") for text in tell.forbidden(here)]
        self._moves.border_title = escape(tell.window(self.session))
        self._moves.set_options(map(Option, [*legal, *grey]))
        self._moves.highlighted = 0 if legal or grey else None
        self._show_move()
        self._panel("ending").show(tell.window(self.session), listed(tell.ending(self.session)))
        self._panel("ahead").show(tell.word("ahead"), listed(tell.ahead(here)))
        play = list(tell.taken(self.session))
        self._panel("play").show(tell.word("play"), told(play) if play else listed([tell.word("no play")]), end=True)
        keys = [f"{key} {tell.word(f'key {name}')}" for key, name in _KEYS]
        self._table.query_one("#keys", Static).update(Content("   ".join(keys)))

    def _panel(self, name: str) -> Panel:
        return self._table.query_one(f"#{name}", Panel)

    def _show_move(self) -> None:
        """What the highlighted move does, or what forbids it."""
        tell, here, place = self.tell, self.session.position, self._moves.highlighted
        if place is None:
            return
        if place < len(here.moves):
            lines = tell.leads_to(here.moves[place])
        else:
            lines = tell.forbidding(here.forbidden[place - len(here.moves)])
        self._panel("this-move").show(tell.word("this move"), listed(lines))

    def _say(self, text: str) -> None:
        """A remark in the title line."""
        self._table.query_one("#title", Static).update(Content(text))

    # ---- what the person does ----

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell of the move that is gone to; a number that was begun is that of this move, or none any more."""
        if self._digits != str(event.option_index + 1):
            self._digits = ""
        self._show_move()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the move."""
        self.action_make()

    def action_step(self, by: int) -> None:
        """Go to another move."""
        self._digits = ""
        if by > 0:
            self._moves.action_cursor_down()
        else:
            self._moves.action_cursor_up()

    def action_make(self) -> None:
        """Make the highlighted move, if it can be made."""
        place = self._moves.highlighted
        if place is None:
            return
        if place < len(self.session.position.moves):
            self._go(self.session.choose(place))
        else:
            self._say(self.tell.word("refused"))

    def action_digit(self, digit: int) -> None:
        """Go to the move with this number, and make it unless the number may go on."""
        number, most = int(f"{self._digits}{digit}"), len(self.session.position.moves)
        if not 1 <= number <= most:
            self._digits = ""
            self._say(self.tell.word("no such"))
            return
        self._moves.highlighted = number - 1
        self._digits = str(number)
        if number * 10 > most:
            self.action_make()

    def action_undo(self) -> None:
        """Take back the last choice."""
        self._go(self.session.undo(), "nothing to undo")

    def action_redo(self) -> None:
        """Make the choice again that was taken back."""
        self._go(self.session.redo(), "nothing to redo")

    def action_restart(self) -> None:
        """Go back to the start."""
        self._go(self.session.restart(), "nothing to undo")

    def _go(self, session: Session, otherwise: str = "") -> None:
        """Show another session; the same one is not shown again, but said to be the same."""
        self._digits = ""
        if session.line == self.session.line:
            self._say(self.tell.word(otherwise))
            return
        self.session = session
        self._show()
        self._moves.focus()

    def action_hints(self) -> None:
        """Show what each move is worth, or hide it."""
        if self.session.walk.valuation is None:
            self._say(self.tell.word("no hints"))
            return
        self._hints = not self._hints
        self._show_again("hints on" if self._hints else "hints off")

    def action_language(self) -> None:
        """Tell everything in the next language."""
        others = list(self._languages)
        self._language = others[(others.index(self._language) + 1) % len(others)]
        self._show_again()

    def action_theme(self) -> None:
        """Dark or light."""
        self.theme = _THEMES[(_THEMES.index(self.theme) + 1) % len(_THEMES)] if self.theme in _THEMES else _THEMES[0]

    def action_help(self) -> None:
        """Tell what the keys do."""
        self.push_screen(Help(self.tell))

    def _show_again(self, remark: str = "") -> None:
        """Show the same position in another way, at the same move."""
        place = self._moves.highlighted
        self._show()
        self._moves.highlighted = place
        self._show_move()
        if remark:
            self._say(self.tell.word(remark))
