// The page of an atlas: the numbers, the matrix of the cards, the pairs with their boards, and what to ask next. What is
// searched for stands in the address.

{
  const FILTERS = ["q", "ruleset", "mark"];
  const MOST_CARDS = 24; // the matrix shows the cards with the most remarkable pairs
  const STEP = 50;
  const form = document.getElementById("filters");
  let shown = STEP;

  const at = (id) => document.getElementById(id);
  const said = (key, blanks) => word(`atlas/${key}`, blanks);
  const name = (number) => page.cards[number][language === "ja" ? 1 : 0];
  const mark = (number) => said(`marks/${page.marks[number]}`);
  const sign = (number) => said(`signs/${page.marks[number]}`);
  const marked = (number) => `mark ${page.marks[number]}`;

  // ---- filters ----

  function chosen() {
    const address = parsed();
    return Object.fromEntries(FILTERS.map((key) => [key, address.get(key) ?? ""]));
  }

  function boardsOf([, , boards], { ruleset }) {
    return boards.filter((one) => !ruleset || one.ruleset === ruleset);
  }

  function fits(pair, wanted) {
    const [cards, marks] = pair;
    const words = cards.flatMap((one) => page.cards[one].slice(0, 2)).join("\n").toLowerCase();
    return (
      wanted.q.toLowerCase().split(/\s+/).every((part) => words.includes(part)) &&
      (!wanted.mark || marks.some((one) => page.marks[one] === wanted.mark)) &&
      boardsOf(pair, wanted).length > 0
    );
  }

  function options(key, values, say) {
    const select = form.elements[key];
    select.replaceChildren(el("option", { value: "" }, word("any")), ...values.map((one) => el("option", { value: one }, say(one))));
    select.value = chosen()[key];
  }

  form.addEventListener("input", () => {
    shown = STEP;
    addressed(Object.fromEntries(FILTERS.map((key) => [key, form.elements[key].value.trim()])));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    document.activeElement.blur();
    addressed(Object.fromEntries(FILTERS.map((key) => [key, ""])));
  });
  at("more").addEventListener("click", () => {
    shown += STEP;
    pageDrawn();
  });

  // ---- the numbers ----

  function numbersDrawn() {
    const heads = [word("ruleset"), said("answers"), ...page.marks.map((_, number) => mark(number))];
    at("share").textContent = page.share;
    at("numbers").replaceChildren(
      el("thead", {}, el("tr", {}, ...heads.map((one) => el("th", { scope: "col" }, one)))),
      el(
        "tbody",
        {},
        ...page.numbers.map(([ruleset, ...numbers]) =>
          el("tr", {}, el("th", { scope: "row" }, ruleset), ...numbers.map((one) => el("td", {}, grouped(String(one))))),
        ),
      ),
    );
  }

  // ---- the matrix ----

  function matrixDrawn(found) {
    const counts = new Map();
    const pairs = new Map();
    for (const pair of found) {
      for (const card of new Set(pair[0])) counts.set(card, (counts.get(card) ?? 0) + 1);
      pairs.set(`${pair[0][0]} ${pair[0][pair[0].length - 1]}`, pair);
    }
    const cards = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one) || one - other).slice(0, MOST_CARDS);
    const cell = (one, other) => {
      const pair = pairs.get(`${one} ${other}`) ?? pairs.get(`${other} ${one}`);
      if (!pair) return el("td", {});
      const told = pair[1].map(mark).join(", ");
      const both = `${page.cards[one][0]} ${page.cards[other][0]}`;
      const look = () => {
        addressed({ q: both });
        at("pairs-heading").focus();
      };
      const label = `${name(one)}, ${name(other)}: ${told}`;
      return el(
        "td",
        {},
        el("button", { type: "button", class: marked(pair[1][0]), tabindex: -1, title: label, "aria-label": label, click: look }, sign(pair[1][0])),
      );
    };
    at("signs").replaceChildren(
      ...page.marks.map((_, number) => el("li", {}, el("span", { class: marked(number), "aria-hidden": "true" }, sign(number)), mark(number))),
    );
    at("matrix").replaceChildren(
      el("thead", {}, el("tr", {}, el("td", {}), ...cards.map((one) => el("th", { scope: "col", title: name(one) }, name(one))))),
      el("tbody", {}, ...cards.map((one) => el("tr", {}, el("th", { scope: "row", title: name(one) }, name(one)), ...cards.map((other) => cell(one, other))))),
    );
    at("matrix").querySelector("button")?.setAttribute("tabindex", "0");
  }

  // Of the signs one is a stop of the Tab key; arrows lead to the next one in that direction.
  function next(button, key) {
    const cell = button.parentElement;
    const row = cell.parentElement;
    const along = key === "ArrowLeft" || key === "ArrowRight";
    const line = along ? [...row.cells] : [...row.parentElement.rows].map((one) => one.cells[cell.cellIndex]);
    const after = line.slice(line.indexOf(cell) + 1);
    const before = line.slice(0, line.indexOf(cell)).reverse();
    const ahead = key === "ArrowRight" || key === "ArrowDown" ? after : before;
    return ahead.map((one) => one.querySelector("button")).find(Boolean);
  }

  at("matrix").addEventListener("keydown", (event) => {
    if (!/^Arrow/.test(event.key) || !event.target.matches("button")) return;
    event.preventDefault();
    next(event.target, event.key)?.focus();
  });
  at("matrix").addEventListener("focusin", (event) => {
    if (!event.target.matches("button")) return;
    for (const one of at("matrix").querySelectorAll("button[tabindex='0']")) one.tabIndex = -1;
    event.target.tabIndex = 0;
  });

  // ---- the pairs ----

  function boardDrawn(board, open) {
    const forced = (numbers) => (numbers.length ? numbers.join(", ") : said("nothing"));
    const facts = [
      said("states", { number: grouped(String(board.states)) }),
      said("turn forces", { numbers: forced(board.turn) }),
      said("opponent forces", { numbers: forced(board.opponent) }),
      board.waits.length ? said("waiting", { players: board.waits.join(", ") }) : "",
      board.parts ? said("parting", { what: said(`likeness/${board.parts}`), by: board.by.join(", ") || said("together") }) : "",
    ];
    return el(
      "details",
      { open },
      el("summary", {}, `${board.board} (${board.ruleset})`),
      ...board.plays.map(([play, end]) => el("p", { class: "played" }, `${play} → ${end}`)),
      el("ol", {}, ...board.outcomes.map((one) => el("li", {}, one || said("only outcome")))),
      el("ul", {}, ...facts.filter(Boolean).map((one) => el("li", {}, one))),
      el("pre", { tabindex: 0 }, board.text),
    );
  }

  function pairsDrawn(found, wanted) {
    at("pairs").replaceChildren(
      ...found.slice(0, shown).map((pair) =>
        el(
          "section",
          { class: "pair" },
          el("h3", {}, pair[0].map(name).join(" + ")),
          el("ul", { class: "marks" }, ...pair[1].map((one) => el("li", { class: marked(one) }, mark(one)))),
          ...boardsOf(pair, wanted).map((board, number) => boardDrawn(board, number === 0 && page.marks[pair[1][0]] === "order")),
        ),
      ),
    );
    if (!found.length) at("pairs").append(el("p", { class: "quietly" }, said("none found")));
    at("more").hidden = found.length <= shown;
  }

  function questionsDrawn() {
    at("questions").replaceChildren(
      ...page.questions.map(([board, text]) => el("details", {}, el("summary", {}, board), el("pre", { tabindex: 0 }, text))),
    );
  }

  function pageDrawn() {
    const wanted = chosen();
    const found = page.pairs.filter((pair) => fits(pair, wanted));
    at("found").textContent = said("found", { number: found.length, total: page.pairs.length });
    if (form.elements.q !== document.activeElement) form.elements.q.value = wanted.q;
    options("ruleset", page.numbers.map(([one]) => one), (one) => one);
    options("mark", page.marks, (one) => said(`marks/${one}`));
    numbersDrawn();
    matrixDrawn(found);
    pairsDrawn(found, wanted);
    questionsDrawn();
  }

  window.addEventListener("hashchange", pageDrawn);
  whenLanguageChanges(pageDrawn);
}
