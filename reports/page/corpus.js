// The page of the corpus: filters, the list of rulings, and the one that is open with its claims and its boards. What is
// chosen stands in the address.

{
  const FILTERS = ["q", "topic", "authority", "ruleset", "verdict", "from", "to"];
  const form = document.getElementById("filters");
  const article = document.getElementById("ruling");
  const told = (number) => text(page.texts, number);
  let walker = null;
  let walked = "";

  // ---- filters ----

  function chosen() {
    const address = parsed();
    return Object.fromEntries(FILTERS.map((key) => [key, address.get(key) ?? ""]));
  }

  function fits(ruling, wanted) {
    const { q, topic, authority, ruleset, verdict, from, to } = wanted;
    const day = ruling.answered === "-" ? "" : ruling.answered;
    const words = [ruling.id, ...["en", "ja"].flatMap((one) => [page.texts[one][ruling.asks], page.texts[one][ruling.answers]])];
    const all = words.join("\n").toLowerCase();
    return (
      q.toLowerCase().split(/\s+/).every((part) => all.includes(part)) &&
      (!topic || ruling.tags.includes(topic) || `${ruling.id[0]}*` === topic) &&
      (!authority || ruling.authority === authority) &&
      (!from || (day && (day >= from || from.startsWith(day)))) &&
      (!to || (day && day.slice(0, to.length) <= to)) &&
      ruling.under.some((one) => (!ruleset || one.ruleset[0] === ruleset) && (!verdict || one.verdict === verdict))
    );
  }

  function counted(values) {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  }

  function options(name, counts, say = (value) => value) {
    const select = form.elements[name];
    const value = chosen()[name];
    select.replaceChildren(
      el("option", { value: "" }, word("any")),
      ...[...counts].map(([one, count]) => el("option", { value: one }, `${say(one)} (${count})`)),
    );
    select.value = value;
  }

  function filtersDrawn() {
    const all = page.rulings;
    const under = all.flatMap((one) => one.under);
    const tags = [...counted(all.flatMap((one) => one.tags))].sort(([one], [other]) => (one < other ? -1 : 1));
    const families = counted(all.map((one) => `${one.id[0]}*`));
    options("topic", [...families, ...tags], (one) => (one.endsWith("*") ? word("family", { letter: one[0] }) : one));
    options("authority", counted(all.map((one) => one.authority)));
    options("ruleset", counted(under.map((one) => one.ruleset[0])));
    options("verdict", counted(under.map((one) => one.verdict)), (one) => word(`verdicts/${one}`));
    const wanted = chosen();
    for (const name of ["q", "from", "to"]) if (form.elements[name] !== document.activeElement) form.elements[name].value = wanted[name];
  }

  form.addEventListener("input", () => addressed(Object.fromEntries(FILTERS.map((key) => [key, form.elements[key].value.trim()]))));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    document.activeElement.blur();
    addressed(Object.fromEntries(FILTERS.map((key) => [key, ""])));
  });

  // ---- the list ----

  function verdictDrawn({ ruleset, verdict }) {
    return el("span", { class: `verdict ${verdict}` }, `${ruleset[0]}: ${word(`verdicts/${verdict}`)}`);
  }

  function listDrawn() {
    const wanted = chosen();
    const open = parsed().get("open");
    const found = page.rulings.filter((one) => fits(one, wanted));
    document.getElementById("found").textContent = word("found", { number: found.length, total: page.rulings.length });
    document.getElementById("rulings").replaceChildren(
      ...found.map((one) => {
        const address = parsed();
        for (const key of ["board", "play"]) address.delete(key);
        address.set("open", one.id);
        return el(
          "li",
          {},
          el(
            "a",
            { href: `#${address}`, "aria-current": one.id === open ? "true" : null },
            el("span", { class: "id" }, one.id),
            el("span", { class: "asked" }, told(one.asks)),
            el("span", { class: "verdicts" }, ...one.under.map(verdictDrawn)),
          ),
        );
      }),
    );
    if (!found.length) document.getElementById("rulings").append(el("li", { class: "quietly" }, word("none found")));
  }

  // ---- a ruling ----

  function rulingDrawn() {
    const ruling = page.rulings.find((one) => one.id === parsed().get("open"));
    if (!ruling) {
      article.replaceChildren(el("p", { class: "quietly" }, word("choose")));
      return;
    }
    const cites = ruling.cites.map(told).join("; ");
    const day = ruling.answered === "-" ? "" : `, ${ruling.answered}`;
    article.replaceChildren(
      el("h2", { id: "ruling-heading", tabindex: "-1" }, el("span", { class: "id" }, ruling.id), told(ruling.asks)),
      ...(told(ruling.answers) ? [el("h3", {}, word("answer")), el("p", {}, told(ruling.answers))] : []),
      el("p", { class: "quietly" }, `${word("source")}: ${told(ruling.source)}${day}${cites ? ` · ${cites}` : ""}`),
      ruling.tags.length ? el("p", { class: "quietly" }, ruling.tags.join(" · ")) : "",
      told(ruling.note) ? el("p", { class: "note" }, told(ruling.note)) : "",
      ...ruling.under.map((one) => underDrawn(ruling, one)),
    );
  }

  function underDrawn(ruling, under) {
    const [id, title] = under.ruleset;
    return el(
      "section",
      { class: "under" },
      el("h3", {}, told(title), " ", el("span", { class: `verdict ${under.verdict}` }, word(`verdicts/${under.verdict}`))),
      ...under.cases.flatMap((one, place) => [
        told(one.title) ? el("h4", {}, told(one.title)) : "",
        boardDrawn(ruling, id, one, place + 1),
        el("ul", { class: "claims" }, ...one.claims.map(claimDrawn)),
      ]),
    );
  }

  function claimDrawn([says, holds, because, steps, repeats]) {
    const key = ["fails", "holds", "undecided"][holds < 0 ? 2 : holds];
    const lines = steps.map((one) => el("li", {}, told(one)));
    if (repeats >= 0) lines.splice(repeats, 0, el("li", { class: "quietly" }, word("again")));
    const head = [
      el("span", { class: `holds ${key}` }, word(key)),
      el("span", { lang: "en" }, told(says)),
      told(because) ? el("span", { class: "quietly" }, ` (${told(because)})`) : "",
    ];
    if (!lines.length) return el("li", { class: "bare" }, ...head);
    return el("li", {}, el("details", {}, el("summary", {}, ...head), el("ol", {}, ...lines)));
  }

  function command(ruling, ruleset, one) {
    return `endphase report '${one.board}' -r ${ruleset} -o ${ruling.id}.html`;
  }

  function boardDrawn(ruling, ruleset, one, number) {
    if (one.walk < 0) {
      const blanks = { number: grouped(String(one.states)), command: command(ruling, ruleset, one) };
      return el("p", { class: "quietly" }, word(one.why, blanks));
    }
    const board = `${ruleset}.${number}`;
    const open = parsed().get("board") === board;
    const turn = () => addressed({ board: open ? "" : board, play: "" });
    return el(
      "p",
      { class: "walks" },
      el("button", { type: "button", "aria-expanded": open, "aria-controls": "walk", click: turn }, word(open ? "walk close" : "walk")),
      el("span", { class: "quietly" }, word("states", { number: grouped(String(one.states)) })),
    );
  }

  // ---- its boards ----

  async function unpacked(data) {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  async function walkDrawn() {
    const address = parsed();
    const [id, number] = (address.get("board") ?? "").split(".");
    const ruling = page.rulings.find((one) => one.id === address.get("open"));
    const one = ruling?.under.find((under) => under.ruleset[0] === id)?.cases[Number(number) - 1];
    const wanted = one && one.walk >= 0 ? `${ruling.id} ${address.get("board")}` : "";
    if (wanted !== walked) {
      walker?.leave();
      walker = null;
      walked = wanted;
      if (wanted) {
        const place = document.getElementById("walk");
        place.replaceChildren(el("p", { class: "quietly" }, word("walk loading")));
        let found = null;
        try {
          found = await unpacked(page.walks[one.walk]);
        } catch {
          place.replaceChildren(el("p", {}, word("walk failed", { command: command(ruling, id, one) })));
          return;
        }
        if (walked !== wanted) return;
        const { walk, texts } = found;
        walker = new Walker(walk, texts);
        walker.moved = (play) => addressed({ play });
        place.replaceChildren(walker.root);
        walker.stand(parsed().get("play") ?? "");
        place.scrollIntoView({ block: "start" });
        return;
      }
    }
    walker?.stand(address.get("play") ?? "");
  }

  let opened = null; // the ruling that is open, "" for none
  let stood = null; // the address without the play

  function stand() {
    const address = parsed();
    const open = address.get("open") ?? "";
    address.delete("play");
    if (address.toString() !== stood) {
      stood = address.toString();
      filtersDrawn();
      listDrawn();
      rulingDrawn();
      if (opened !== null && open && open !== opened) document.getElementById("ruling-heading")?.focus();
      opened = open;
    }
    walkDrawn();
  }

  whenLanguageChanges(() => {
    filtersDrawn();
    listDrawn();
    rulingDrawn();
    walker?.draw();
    document.title = `${word("corpus")} · endphase`;
  });
  window.addEventListener("hashchange", stand);
  stand();
}
