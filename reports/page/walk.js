// A walk through a board: stands in a position, shows it, and steps. The columns of the rows are those of walked.py.

const MERITS = [null, "forced", "best", "equal", "mistake"];
const FEW = { forbidden: 5, outcomes: 8, places: 40, branches: 12 };

class Walker {
  constructor(walk, texts) {
    this.walk = walk;
    this.texts = texts;
    this.root = document.getElementById("walker").content.cloneNode(true).firstElementChild;
    this.line = []; // the places of its moves, those that were undone at the end
    this.at = 0; // how many of them are made
    this.branches = []; // other lines that were walked
    this.stood = false; // whether it has been drawn
    this.wide = { forbidden: false, outcomes: false, gone: false };
    this.graph = new Graph(this);
    this.playmat = new Playmat(this);
    this.moved = () => {};
    this.part(".undo").addEventListener("click", () => this.back());
    this.part(".redo").addEventListener("click", () => this.forth());
    this.part(".restart").addEventListener("click", () => this.go(0));
    this.part(".forced").checked = kept("forced") === "yes";
    this.part(".forced").addEventListener("change", (event) => {
      keep("forced", event.target.checked ? "yes" : "no");
    });
    this.listener = (event) => this.key(event);
    document.addEventListener("keydown", this.listener);
  }

  leave() {
    document.removeEventListener("keydown", this.listener);
    this.root.remove();
  }

  part(selector) {
    return this.root.querySelector(selector);
  }

  told(number) {
    return text(this.texts, number);
  }

  isTranslated(number) {
    return this.told(number) !== this.texts.en[number];
  }

  // -- positions --

  position(number) {
    const [window, player, mat, flat, list, reach, ...powers] = this.walk.positions[number];
    const moves = [];
    for (let place = 0; place < flat.length; place += 5) {
      const [told, to, changes, merit, marks] = flat.slice(place, place + 5);
      moves.push({ place: place / 5, told, to, changes, merit: MERITS[merit], preferred: marks > 1, shown: marks % 2 });
    }
    return { number, window: this.walk.windows[window], player, mat: this.walk.mats[mat], moves, list, reach, powers };
  }

  targets(number) {
    const flat = this.walk.positions[number][3];
    const found = [];
    for (let place = 1; place < flat.length; place += 5) found.push(flat[place]);
    return found;
  }

  get here() {
    let number = 0;
    for (const place of this.line.slice(0, this.at)) number = this.targets(number)[place];
    return number;
  }

  trail() {
    const numbers = [0];
    for (const place of this.line.slice(0, this.at)) numbers.push(this.targets(numbers.at(-1))[place]);
    return numbers;
  }

  // -- stepping --

  stand(address) {
    const wanted = address === "" ? [] : address.split(".").map((one) => (/^\d+$/.test(one) ? Number(one) : -1));
    const found = [];
    let number = 0;
    for (const place of wanted) {
      const targets = this.targets(number);
      if (!(place in targets)) break;
      found.push(place);
      number = targets[place];
    }
    if (!same(found, this.line.slice(0, this.at)) || !this.stood) {
      this.take(found);
      this.stood = true;
      this.draw();
    }
    if (found.length < wanted.length) {
      this.say(word("bad address"));
      this.moved(found.join("."));
    }
  }

  take(line) {
    const old = this.line;
    if (!begins(old, line)) {
      this.branches = this.branches.filter((one) => !same(one, line));
      if (!begins(line, old) && !this.branches.some((one) => same(one, old))) this.branches.unshift(old);
      this.branches.splice(FEW.branches);
      this.line = line;
    }
    this.at = line.length;
  }

  move(place) {
    const taken = [...this.line.slice(0, this.at), place];
    let number = this.targets(this.here)[place];
    const seen = new Set();
    while (this.part(".forced").checked && this.targets(number).length === 1 && !seen.has(number)) {
      seen.add(number);
      taken.push(0);
      [number] = this.targets(number);
    }
    this.take(taken);
    this.arrive(word("announce", this.summary(this.lastStep())));
  }

  go(count) {
    if (count === this.at) return;
    this.at = count;
    this.arrive(word("announce undo", this.summary("")));
  }

  back() {
    if (this.at > 0) this.go(this.at - 1);
  }

  forth() {
    if (this.at < this.line.length) this.go(this.at + 1);
  }

  arrive(words) {
    this.wide = { ...this.wide, forbidden: false };
    this.draw();
    this.moved(this.line.slice(0, this.at).join("."));
    this.say(words);
    const first = this.part(".moves button") ?? this.part("#moves-heading");
    first.focus({ preventScroll: true });
  }

  lastStep() {
    const trail = this.trail();
    return this.told(this.position(trail.at(-2)).moves[this.line[this.at - 1]].told);
  }

  summary(step) {
    const { window, moves } = this.position(this.here);
    const key = moves.length === 1 ? "announce moves one" : "announce moves";
    return { step, window: word(`windows/${window}`), moves: word(key, { number: moves.length }) };
  }

  say(words) {
    document.getElementById("live").textContent = words;
  }

  key(event) {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (target.closest("main") && !this.root.contains(target)) return; // another part of the page has the keys
    const inGraph = target.closest(".canvas");
    const acts = {
      j: () => this.select(1),
      k: () => this.select(-1),
      u: () => this.back(),
      r: () => this.forth(),
      Backspace: () => this.back(),
      Escape: () => this.root.classList.add("quiet"),
      ...(inGraph
        ? { ArrowDown: () => this.graph.turn(1), ArrowUp: () => this.graph.turn(-1), ArrowRight: () => this.graph.turn(1), ArrowLeft: () => this.graph.turn(-1) }
        : target.closest(".scrolls") ? {} : { ArrowDown: () => this.select(1), ArrowUp: () => this.select(-1), Home: () => this.go(0) }),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  select(by) {
    this.root.classList.remove("quiet");
    const all = [...this.part(".moves").querySelectorAll("button.move")];
    if (!all.length) return;
    const now = all.indexOf(document.activeElement);
    all[now < 0 ? (by > 0 ? 0 : all.length - 1) : (now + by + all.length) % all.length].focus();
  }

  // -- drawing --

  draw() {
    const here = this.position(this.here);
    for (const node of this.root.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
    this.part(".where").textContent = word("position", { number: here.number + 1, total: this.walk.positions.length });
    this.part(".mat").replaceChildren(...this.playmat.drawn(here.mat));
    this.part(".window").replaceChildren(...this.windowDrawn(here));
    this.part(".moves").replaceChildren(...this.movesDrawn(here));
    this.part(".steps").replaceChildren(...this.stepsDrawn());
    this.part(".outcomes").replaceChildren(...this.outcomesDrawn(here));
    this.part(".undo").disabled = this.at === 0;
    this.part(".restart").disabled = this.at === 0;
    this.part(".redo").disabled = this.at === this.line.length;
    this.graph.draw();
  }

  windowDrawn({ window, player, moves }) {
    const who = player < 0 ? word(moves.length ? "goes on" : "over") : word("acts", { player: word(`Players/${PLAYERS[player]}`) });
    return [
      el("strong", {}, word(`windows/${window}`)),
      el("span", { class: `who ${SIDES[player] ?? "rules"}` }, who),
    ];
  }

  movesDrawn({ moves, list }) {
    const parts = [];
    if (moves.length) {
      parts.push(el("h3", { class: "unseen" }, word("legal")));
      parts.push(el("ol", { class: "legal" }, ...moves.map((move) => el("li", {}, this.moveDrawn(move)))));
    } else {
      parts.push(el("p", { class: "quietly" }, word("no moves")));
    }
    const forbidden = this.walk.lists[list].map((number) => ({ number, row: this.walk.forbidden[number] }));
    forbidden.sort((one, other) => one.row[3] - other.row[3]);
    if (forbidden.length) {
      const shown = this.wide.forbidden ? forbidden : forbidden.slice(0, FEW.forbidden);
      parts.push(el("h3", {}, word("illegal")));
      parts.push(el("ul", { class: "illegal" }, ...shown.map(({ row }, place) => this.forbiddenDrawn(row, place))));
      parts.push(this.wider("forbidden", forbidden.length, FEW.forbidden));
    }
    return parts.filter(Boolean);
  }

  wider(key, total, few) {
    if (total <= few) return null;
    const wide = this.wide[key];
    const turn = () => {
      this.wide[key] = !wide;
      this.draw();
      this.part(`.wider-${key}`)?.focus({ preventScroll: true });
    };
    const words = wide ? word("fewer") : word("more", { number: total - few });
    return el("button", { type: "button", class: `small wider-${key}`, "aria-expanded": wide, click: turn }, words);
  }

  moveDrawn(move) {
    const marks = [];
    if (move.merit) marks.push(el("span", { class: `merit ${move.merit}` }, word(`merit ${move.merit}`)));
    if (move.preferred) marks.push(el("span", { class: "merit preferred" }, `★ ${word("preferred")}`));
    return el(
      "button",
      { type: "button", class: "move", click: () => this.move(move.place) },
      el("span", { class: "does" }, sentence(this.told(move.told)), ...marks),
      el("span", { class: "changes" }, this.changed(move.changes).join("  ·  ") || word("nothing changes")),
    );
  }

  changed(number) {
    return this.walk.changes[number].map((one) => this.told(one));
  }

  forbiddenDrawn([told, obstacles, each], place) {
    const rows = obstacles.map((number) => this.walk.obstacles[number]);
    const id = `why-${place}`;
    const reasons = rows.map(([clause, says, cites, rule]) =>
      el(
        "li",
        {},
        el("strong", {}, this.told(clause)),
        el("span", { lang: this.isTranslated(says) ? null : "en" }, this.told(says)),
        el("span", { class: "cites" }, cites.length ? word("cites", { cites: cites.map((one) => this.told(one)).join("; ") }) : rule ? word("no cites") : ""),
      ),
    );
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "move", "aria-disabled": "true", "aria-describedby": id, focus: () => this.root.classList.remove("quiet"), mouseenter: () => this.root.classList.remove("quiet") },
        el("span", { class: "does" }, sentence(this.told(told))),
        el("span", { class: "changes" }, rows.map(([clause]) => this.told(clause)).join("  ·  ")),
      ),
      el("div", { class: "why", role: "tooltip", id }, each ? null : el("p", {}, word("one of")), el("ul", {}, ...reasons)),
    );
  }

  stepsDrawn() {
    const parts = [];
    const items = [this.stepDrawn(0, word("starts"), [], true)];
    let number = 0;
    this.line.forEach((place, index) => {
      const move = this.position(number).moves[place];
      items.push(this.stepDrawn(index + 1, sentence(this.told(move.told)), this.changed(move.changes), move.shown, this.position(number).player));
      number = move.to;
    });
    if (!this.line.length) parts.push(el("p", { class: "quietly" }, word("no play")));
    parts.push(el("ol", { class: "played", start: 0 }, ...items));
    if (this.at < this.line.length) parts.push(el("p", { class: "quietly" }, word("ahead")));
    if (this.branches.length) {
      parts.push(el("h3", {}, word("branches")));
      parts.push(el("ul", { class: "branches" }, ...this.branches.map((one) => el("li", {}, this.branchDrawn(one)))));
    }
    return parts;
  }

  stepDrawn(count, words, changes, shown, player = -1) {
    const now = count === this.at;
    const classes = ["step", SIDES[player] ?? "rules", shown ? "" : "silent", count > this.at ? "undone" : "", now ? "current" : ""];
    return el(
      "li",
      { class: classes.join(" ") },
      el("button", { type: "button", "aria-current": now ? "step" : null, click: () => this.go(count) }, words),
      changes.length ? el("ul", { class: "changes" }, ...changes.map((one) => el("li", {}, one))) : null,
    );
  }

  branchDrawn(branch) {
    let number = 0;
    const steps = branch.map((place) => {
      const move = this.position(number).moves[place];
      number = move.to;
      return move;
    });
    const parted = branch.findIndex((place, index) => place !== this.line[index]);
    const step = this.told((steps[parted] ?? steps.at(-1)).told);
    const take = () => {
      this.take(branch);
      this.arrive(word("announce", this.summary(this.lastStep())));
    };
    return el("button", { type: "button", class: "small", click: take }, word("branch", { number: branch.length, step }));
  }

  outcomesDrawn({ reach, powers, moves }) {
    const reachable = this.walk.sets[reach];
    const forced = powers.map((number) => new Set(this.walk.sets[number]));
    const total = this.walk.outcomes.length;
    const key = reachable.length === 1 ? "reachable one" : "reachable";
    const parts = [el("p", { class: "quietly" }, word(key, { number: reachable.length, total }))];
    const shown = this.wide.outcomes ? reachable : reachable.slice(0, FEW.outcomes);
    parts.push(el("ol", { class: "reach" }, ...shown.map((number) => this.outcomeDrawn(number, forced, !moves.length))));
    parts.push(this.wider("outcomes", reachable.length, FEW.outcomes));
    const left = new Set(reachable);
    const gone = this.walk.outcomes.map((_, number) => number).filter((number) => !left.has(number));
    if (gone.length) {
      const some = this.wide.gone ? gone : gone.slice(0, FEW.forbidden);
      parts.push(el("h3", {}, word("out of reach")));
      parts.push(el("ol", { class: "gone" }, ...some.map((number) => el("li", { value: number + 1 }, this.parts(number).join("; ")))));
      parts.push(this.wider("gone", gone.length, FEW.forbidden));
    }
    if (this.walk.wishing.length) {
      const players = this.walk.wishing.map((one) => word(`players/${one}`)).join(", ");
      parts.push(el("p", { class: "quietly" }, word("best told", { players })));
    }
    return parts.filter(Boolean);
  }

  parts(number) {
    return this.walk.outcomes[number][0].map((part) => sentence(this.told(part)));
  }

  outcomeDrawn(number, forced, ended) {
    const [, plays] = this.walk.outcomes[number];
    const able = PLAYERS.map((player, index) => [player, index]).filter(([, index]) => forced[index].has(number));
    const tags = ended
      ? [el("span", { class: "tag end" }, word("this one"))]
      : able.map(([player, index]) => el("span", { class: `tag ${SIDES[index]}` }, word("enforced", { player: word(`Players/${player}`) })));
    if (!tags.length) tags.push(el("span", { class: "tag none" }, word("nobody")));
    const count = plays === "" ? word("plays endless") : plays === "1" ? word("plays one") : word("plays", { number: grouped(plays) });
    return el("li", { value: number + 1 }, el("ul", { class: "leaves" }, ...this.parts(number).map((part) => el("li", {}, part))), el("span", { class: "tags" }, ...tags, el("span", { class: "count" }, count)));
  }
}

function begins(line, other) {
  // Whether the line begins with all of another.
  return other.every((place, index) => place === line[index]);
}

function same(line, other) {
  return line.length === other.length && begins(line, other);
}
