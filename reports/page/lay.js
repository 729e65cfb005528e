// The desk: the board that is laid, its text beside it, the cards to pick, and what is asked. Whoever serves the page
// reads and writes boards and answers; nothing here knows what a board has to be like.

{
  const at = (id) => document.getElementById(id);
  const HOME = "home";
  const EFFECT = "effect";
  const KINDS = [
    "possible", "impossible", "always", "inevitable", "can", "cannot", "turn player can enforce", "opponent can enforce",
    "turn player cannot enforce", "opponent cannot enforce", "possible despite turn player", "possible despite opponent", "formula",
  ];
  const PAUSE = 250; // milliseconds of typing before something is asked

  let walker = null;
  let answered = null; // the text that the answer is about
  let opened = null; // the ruling that the board was opened from

  // ---- asking whoever serves ----

  async function call(name, body) {
    try {
      const headers = { "Content-Type": "application/json", "X-Endphase-Token": page.token };
      const found = await fetch(`/ask/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: found.status, ...(await found.json()) };
    } catch {
      return { status: 0, error: { message: word("lay/lost"), expected: [], near: [], where: "", line: 0, column: 0, text: "" } };
    }
  }

  function say(words) {
    document.getElementById("live").textContent = words;
  }

  function later(action) {
    let timer = 0;
    return (...given) => {
      clearTimeout(timer);
      timer = setTimeout(() => action(...given), PAUSE);
    };
  }

  // ---- the board and its text ----

  const desk = {
    target: { who: "turn player", zone: HOME },
    past: [],
    future: [],
    turn: 0, // counts what was asked about the board; only the last answer counts
    error: null,
    open: [],

    choose(chosen) {
      const back = chosen ? null : focusOf(board.chosen);
      board.chosen = board.isChosen(chosen) ? null : chosen;
      draw(back);
      if (board.chosen) at("chosen-heading").focus({ preventScroll: true });
    },

    aim(who, zone) {
      this.target = { who, zone };
      draw();
      say(word("lay/aimed", { player: word(`Players/${who}`), zone: placed(zone) }));
      at("pick").focus();
    },

    edit(change, focus = null) {
      this.past.push(JSON.stringify(board.laid));
      this.past.splice(0, this.past.length - 100);
      this.future = [];
      change(board.laid);
      this.write(focus);
    },

    step(from, to) {
      if (!from.length) return;
      to.push(JSON.stringify(board.laid));
      board.laid = JSON.parse(from.pop());
      board.chosen = null;
      this.write();
    },

    async write(focus = null) {
      draw(focus);
      const turn = ++this.turn;
      const answer = await call("lay", { laid: board.laid });
      if (turn !== this.turn) return;
      if (answer.text !== undefined) at("text").value = answer.text;
      this.take(answer);
    },

    async read(text) {
      const turn = ++this.turn;
      const answer = await call("read", { text });
      if (turn !== this.turn) return;
      if (answer.laid && board.laid) this.past.push(JSON.stringify(board.laid));
      board.chosen = null;
      this.take(answer);
    },

    take(answer) {
      if (answer.laid) board.laid = answer.laid;
      Object.assign(board.cards, answer.cards ?? {});
      this.error = answer.error ? { ...answer.error, stale: !answer.laid } : null;
      this.open = answer.open ?? [];
      remember(at("text").value);
      draw();
    },
  };
  const board = new Board(desk);

  function remember(text) {
    try {
      sessionStorage.setItem(`endphase board ${page.token}`, text);
    } catch {
      // then a page that is loaded again begins anew
    }
  }

  function remembered() {
    try {
      return sessionStorage.getItem(`endphase board ${page.token}`);
    } catch {
      return null;
    }
  }

  function placed(zone) {
    return zone === HOME || zone === EFFECT ? word(`lay/${zone}`) : word(`zones/${zone}`);
  }

  function focusOf(chosen) {
    if (!chosen) return null;
    if ("effect" in chosen) return `effect ${chosen.effect}`;
    return chosen.zone ? `card ${chosen.who} ${chosen.zone} ${chosen.place}` : `player ${chosen.who}`;
  }

  // ---- drawing ----

  function draw(focus = null) {
    if (!board.laid) return;
    const wanted = focus ?? (at("main").contains(document.activeElement) ? document.activeElement.dataset.focus : null);
    at("mat").replaceChildren(...board.mat());
    at("effects").replaceChildren(...board.effects());
    const editor = board.editor();
    at("chosen").hidden = !editor.length;
    at("chosen").replaceChildren(...editor);
    at("mat").classList.toggle("stale", Boolean(desk.error?.stale));
    at("lay-undo").disabled = !desk.past.length;
    at("lay-redo").disabled = !desk.future.length;
    at("since").hidden = answered === null || answered === at("text").value;
    targetDrawn();
    textDrawn();
    if (!wanted) return;
    const found = wanted === "pick" ? at("pick") : document.querySelector(`[data-focus=${CSS.escape(wanted)}]`);
    (found ?? at("pick")).focus({ preventScroll: true });
  }

  function targetDrawn() {
    const { who, zone } = desk.target;
    at("whose").replaceChildren(...options(PLAYERS.map((one) => [one, word(`Players/${one}`)]), who));
    at("zone").replaceChildren(...options([HOME, ...ZONES, EFFECT].map((one) => [one, placed(one)]), zone));
    const nameless = NAMELESS.includes(zone);
    at("unnamed-label").hidden = !nameless;
    if (!nameless) return;
    const entry = board.entries(who, zone).find((one) => one.unnamed);
    const told = zone === "deck" && board.laid.sides[who].zones.deck && !entry ? "0" : "";
    at("unnamed").value = entry?.unnamed ?? told;
  }

  function textDrawn() {
    const text = at("text");
    const lines = text.value.split("\n");
    const { error } = desk;
    const inText = error?.where === "board";
    text.rows = Math.max(6, Math.min(28, lines.length + 1));
    at("numbers").replaceChildren(...lines.flatMap((_, place) => [el("span", { class: inText && place + 1 === error.line ? "at" : null }, String(place + 1)), "\n"]));
    text.classList.toggle("invalid", inText);
    text.setAttribute("aria-invalid", String(Boolean(error)));
    if (inText) {
      text.style.setProperty("--line", error.line - 1);
      text.style.setProperty("--column", wide((lines[error.line - 1] ?? "").slice(0, error.column - 1)));
    }
    const parts = error ? [refusal(error, inText ? () => point(error.line, error.column) : null)] : [];
    if (error?.stale) parts.push(el("p", { class: "quietly" }, word("lay/stale")));
    if (desk.open.length) parts.push(el("p", { class: "quietly" }, word("lay/left open", { values: desk.open.join("; ") })));
    at("wrong").replaceChildren(...parts);
  }

  function wide(text) {
    return [...text].reduce((sum, one) => sum + (/[\u1100-\u115f\u2e80-\uffdc]/.test(one) ? 2 : 1), 0);
  }

  function refusal(error, go = null) {
    const place = word("lay/at", { line: error.line, column: error.column });
    return el(
      "div",
      { class: "refusal" },
      el("p", {}, go ? el("button", { type: "button", class: "small", click: go }, place) : null, " ", error.message),
      error.near.length ? el("p", { class: "quietly" }, word("lay/near", { words: error.near.join(", ") })) : null,
      error.expected.length && !error.near.length ? el("p", { class: "quietly" }, word("lay/expected", { words: error.expected.join(", ") })) : null,
      error.text ? el("pre", { class: "quietly" }, `${error.text}\n${" ".repeat(wide(error.text.slice(0, error.column - 1)))}^`) : null,
    );
  }

  function point(line, column) {
    const text = at("text");
    const start = text.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    text.focus();
    text.setSelectionRange(start, start + (/^[\w'-]+/.exec(text.value.slice(start))?.[0].length ?? 1));
  }

  // ---- picking cards ----

  const offers = { cards: [], at: -1, turn: 0, text: "", taken: false }; // taken: the first is to be laid when it comes

  async function offer() {
    const text = at("pick").value.trim();
    const turn = ++offers.turn;
    const answer = text ? await call("find", { text }) : { cards: [], more: 0 };
    if (turn !== offers.turn) return;
    offers.cards = answer.cards ?? [];
    offers.text = text;
    offers.at = offers.cards.length ? 0 : -1;
    const number = offers.cards.length;
    const key = answer.more ? "lay/more cards" : number === 1 ? "lay/cards one" : "lay/cards";
    at("found-cards").textContent = !text ? "" : answer.error ? answer.error.message : number ? word(key, { number }) : word("lay/no cards");
    say(at("found-cards").textContent);
    offersDrawn();
    if (offers.taken && number) pick(offers.cards[0]);
    offers.taken = false;
  }

  function offersDrawn() {
    const list = at("offers");
    list.hidden = !offers.cards.length;
    at("pick").setAttribute("aria-expanded", String(!list.hidden));
    list.replaceChildren(...offers.cards.map((card, place) => {
      const kinds = card.kind.split(" ");
      return el(
        "li",
        { role: "option", id: `offer-${place}`, class: `offer is-${kinds.at(-1)} is-${kinds[0]}`, "aria-selected": String(place === offers.at), mousedown: (event) => event.preventDefault(), click: () => pick(card) },
        el("span", { class: "name" }, language === "ja" ? card.ja : card.name),
        el("span", { class: "other" }, language === "ja" ? card.name : card.ja),
        el("span", { class: "kind" }, kinds.map((one) => word(`kinds/${one}`)).join(language === "ja" ? "" : " ")),
      );
    }));
    at("pick").setAttribute("aria-activedescendant", offers.at < 0 ? "" : `offer-${offers.at}`);
    list.children[offers.at]?.scrollIntoView({ block: "nearest" });
  }

  function take() {
    if (at("pick").value.trim() === offers.text) {
      if (offers.at >= 0) pick(offers.cards[offers.at]);
      return;
    }
    offers.taken = true; // what is offered is for what was typed before
    offer();
  }

  function pick(card) {
    const { who } = desk.target;
    const zone = desk.target.zone === HOME ? card.home : desk.target.zone;
    board.cards[card.name] = card;
    at("pick").value = "";
    Object.assign(offers, { cards: [], at: -1, turn: offers.turn + 1, text: "", taken: false });
    at("found-cards").textContent = "";
    offersDrawn();
    if (zone === EFFECT) {
      board.chosen = { effect: board.laid.lingering.length };
      desk.edit((laid) => laid.lingering.push({ said: `${card.name} by ${who}`, lies: { card: card.name, by: who, on: [] } }), "pick");
    } else {
      board.chosen = { who, zone, place: board.entries(who, zone).length };
      desk.edit((laid) => (laid.sides[who].zones[zone] ??= []).push({ card: card.name, notes: [] }), "pick");
    }
    say(word("lay/laid", { card: board.named(card.name), player: word(`Players/${who}`), zone: placed(zone) }));
  }

  at("pick").addEventListener("input", later(() => {
    if (at("pick").value.trim() !== offers.text) offer();
  }));
  at("pick").addEventListener("keydown", (event) => {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    const number = offers.cards.length;
    if (event.key in moves && number) offers.at = (offers.at + moves[event.key] + number) % number;
    else if (event.key === "Enter" && !event.isComposing) take();
    else if (event.key === "Escape" && number) Object.assign(offers, { cards: [], at: -1 });
    else return;
    event.preventDefault();
    offersDrawn();
  });
  at("whose").addEventListener("change", (event) => {
    desk.target = { ...desk.target, who: event.target.value };
    draw("whose");
    at("whose").focus();
  });
  at("zone").addEventListener("change", (event) => {
    desk.target = { ...desk.target, zone: event.target.value };
    draw();
    at("zone").focus();
  });
  at("unnamed").addEventListener("change", (event) => {
    const { who, zone } = desk.target;
    const given = event.target.value.trim();
    desk.edit((laid) => {
      const { zones } = laid.sides[who];
      const named = (zones[zone] ?? []).filter((one) => !one.unnamed);
      if (given !== "" && given !== "0") zones[zone] = [...named, { unnamed: given }];
      else if (named.length || (zone === "deck" && given === "0")) zones[zone] = named;
      else delete zones[zone];
    });
    at("unnamed").focus();
  });

  // ---- files ----

  at("text").addEventListener("input", later(() => desk.read(at("text").value)));
  at("text").addEventListener("input", () => {
    desk.turn += 1; // what is on its way is no longer asked for
    textDrawn();
  });

  function begin(text, ruling = null, claims = []) {
    opened = ruling;
    at("text").value = text;
    at("claims").replaceChildren(...claims.map((one) => el("option", { value: one.slice(one.indexOf(":") + 1).trim() }, one)));
    headDrawn();
  }

  at("open-file").addEventListener("click", () => at("file").click());
  at("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    begin(await file.text());
    at("file-name").value = file.name;
    await desk.read(at("text").value);
  });

  at("opening").addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await call("open", { ruling: at("ruling").value.trim() });
    if (answer.text === undefined) {
      at("wrong").replaceChildren(refusal(answer.error));
      return;
    }
    if (board.laid) desk.past.push(JSON.stringify(board.laid));
    desk.turn += 1;
    board.chosen = null;
    begin(answer.text, answer, answer.claims);
    at("file-name").value = `${answer.ruling}.yaml`;
    at("ruleset").value = answer.ruleset;
    desk.take(answer);
  });

  at("download").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([at("text").value], { type: "application/yaml" }));
    const link = el("a", { href: address, download: at("file-name").value || "board.yaml" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });

  async function save(over) {
    const name = at("file-name").value.trim();
    const answer = await call("save", { name, text: at("text").value, over });
    const parts = answer.error ? [refusal(answer.error)] : [el("p", { class: "quietly" }, word("lay/saved", { name }))];
    if (answer.status === 409) parts.push(el("button", { type: "button", id: "over", click: () => save(true) }, word("lay/over")));
    at("wrong").replaceChildren(...parts);
    at("over")?.focus();
  }
  at("saving").hidden = !page.saves;
  at("saving").addEventListener("submit", (event) => {
    event.preventDefault();
    save(false);
  });

  // ---- asking ----

  const chosenKind = () => at("ask").elements.kind.value;
  const lines = (id) => at(id).value.split("\n").map((one) => one.trim()).filter(Boolean);

  function kindDrawn() {
    const kind = chosenKind();
    for (const row of at("ask").querySelectorAll("[data-kind]")) row.hidden = row.dataset.kind !== kind;
    at("hint").textContent = word(`lay/hint ${kind}`);
  }

  function answerDrawn(answer) {
    if (answer.error) {
      const { where, line, column } = answer.error;
      at("answer").replaceChildren(refusal(answer.error, where === "board" ? () => point(line, column) : null));
      return;
    }
    const told = answer.lines.map(([text, style]) => {
      const indent = Math.min(4, Math.floor((text.length - text.trimStart().length) / 3));
      return el("p", { class: `in-${indent} ${style ? "strong" : ""}` }, text.trim() || "\u00a0");
    });
    if (answer.partial) told.unshift(el("p", { class: "refusal" }, word("lay/partial")));
    at("answer").replaceChildren(...told);
  }

  at("ask").addEventListener("change", kindDrawn);
  at("ask").addEventListener("submit", async (event) => {
    event.preventDefault();
    const kind = chosenKind();
    const asked = { text: at("text").value, ruleset: at("ruleset").value, lang: language };
    if (kind === "claims") asked.claims = [`${at("claim-kind").value}: ${at("claim").value.trim()}`];
    if (kind === "why") Object.assign(asked, { what: at("what").value.trim(), after: at("after").value.trim() || null });
    if (kind === "best" || kind === "walk") Object.assign(asked, { player: at("player").value, wants: lines("wants"), other_wants: lines("other-wants") });
    at("send").disabled = true;
    at("answer").replaceChildren(el("p", { class: "quietly" }, word("lay/working")));
    say(word("lay/working"));
    const answer = await call(kind, asked);
    at("send").disabled = false;
    answered = asked.text;
    at("since").hidden = answered === at("text").value;
    if (answer.walked) walk(answer.walked);
    else answerDrawn(answer);
    if (!answer.walked) at("answer").focus({ preventScroll: true });
    say("");
  });

  function walk({ walk: found, texts }) {
    walker?.leave();
    walker = new Walker(found, texts);
    at("walk").replaceChildren(walker.root);
    at("answer").replaceChildren();
    walker.stand("");
    at("walk").scrollIntoView({ block: "start" });
    walker.part("#moves-heading").focus({ preventScroll: true });
  }

  for (const part of [".board", ".aside", ".asking"]) {
    document.querySelector(`.laying > ${part}`).addEventListener("keydown", (event) => event.stopPropagation()); // not a walk's
  }
  at("lay-undo").addEventListener("click", () => desk.step(desk.past, desk.future));
  at("lay-redo").addEventListener("click", () => desk.step(desk.future, desk.past));
  at("lay-clear").addEventListener("click", () => {
    begin(at("text").value);
    board.chosen = null;
    desk.edit((laid) => {
      for (const who of PLAYERS) laid.sides[who] = { life: "8000", zones: {}, past: [] };
      Object.assign(laid, { lingering: [], title: null, assume: null, around: { board: null } });
    });
  });

  // ---- the beginning ----

  function headDrawn() {
    at("opened").hidden = !opened;
    at("opened").textContent = opened?.ruling ?? "";
    at("asks").textContent = opened ? opened.asks[language === "ja" ? 1 : 0] : word("lay/intro");
    document.title = `${word("lay/title")} · endphase`;
  }

  function chosenOf(id, pairs) {
    const value = at(id).value;
    at(id).replaceChildren(...options(pairs, value || pairs[0][0]));
  }

  whenLanguageChanges(() => {
    chosenOf("ruleset", page.rulesets.map(([id, title, day]) => [id, `${text(page.texts, title)} (${id}, ${day})`]));
    chosenOf("claim-kind", KINDS.map((one) => [one, one]));
    chosenOf("player", PLAYERS.map((one) => [one, word(`Players/${one}`)]));
    at("rulings").replaceChildren(...page.rulings.map(([id, asks]) => el("option", { value: id }, text(page.texts, asks))));
    kindDrawn();
    headDrawn();
    draw();
    offersDrawn();
    walker?.draw();
  });
  at("ruleset").value = "ocg";
  at("text").value = remembered() ?? page.start;
  desk.read(at("text").value);
}
