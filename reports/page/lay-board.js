// The board as it is laid: its zones with their cards, and what can be said of the card, effect or player that is chosen.
// It tells its desk (lay.js) what is to change; the desk has it written and read again.

const ZONES = ["monsters", "spells and traps", "field zone", "hand", "deck", "graveyard", "banished", "extra deck"];
const SIZES = { monsters: 5, "spells and traps": 5, "field zone": 1 };
const NAMELESS = ["hand", "deck", "graveyard", "banished"];
const AFFECTED = ["monsters", "spells and traps", "field zone", "hand", "banished"];
const HOWS = {
  monsters: ["", "in Defense Position", "set", "set this turn"],
  "spells and traps": ["", "set", "set this turn"],
  "field zone": ["", "set", "set this turn"],
  banished: ["", "face-down"],
};
const LYING = /^(set|set this turn|face-up|face-down|(in|to) (face-up |face-down )?(Attack|Defense) Position)$/;
const NUMBERED = { copies: /^(\d+) copies$/, counters: /^(\d+) counters?$/ };
const OWNED = /^(owner|owned by) (turn player|opponent)$/;
const FACTS = [
  "Normal Summoned this turn", "Normal Summoned without Tributing", "Normal Summoned with 1 Tribute", "Special Summoned this turn",
  "Flip Summoned this turn", "sent to the GY this turn", "banished this turn", "destroyed on the field this turn", "declared an attack this turn",
  "battled this turn", "no materials", "materials", "heads", "tails",
];

class Board {
  constructor(desk) {
    this.desk = desk;
    this.laid = null;
    this.cards = {}; // by every name that they are called
    this.chosen = null; // {who, zone, place}, {effect}, or {who} alone
  }

  // -- what is there --

  entries(who, zone) {
    return this.laid.sides[who].zones[zone] ?? [];
  }

  copies(entry) {
    return entry.lies?.copies ?? Number(this.noted(entry, "copies") ?? 1);
  }

  noted(entry, kind) {
    for (const note of entry.notes ?? []) {
      const found = typeof note === "string" && NUMBERED[kind].exec(note);
      if (found) return found[1];
    }
    return null;
  }

  named(name) {
    const card = this.cards[name];
    return card ? (language === "ja" ? card.ja : card.name) : name;
  }

  who(who) {
    return word(`Players/${who}`);
  }

  kind(name) {
    const card = this.cards[name];
    return card ? card.kind.split(" ").map((one) => word(`kinds/${one}`)).join(language === "ja" ? "" : " ") : "";
  }

  get entry() {
    const { who, zone, place } = this.chosen ?? {};
    return zone === undefined ? null : this.entries(who, zone)[place] ?? null;
  }

  // -- the mat --

  mat() {
    return [this.side("opponent"), el("div", { class: "middle" }), this.side("turn player")];
  }

  side(who) {
    const half = this.laid.sides[who];
    const life = el("input", {
      class: "life-told", value: half.life ?? "", placeholder: "8000", inputmode: "numeric", "aria-label": `${this.who(who)}: ${word("life")}`,
      "data-focus": `life ${who}`, change: (event) => this.desk.edit((laid) => { laid.sides[who].life = event.target.value.trim() || null; }),
    });
    const past = half.past.map((one) => el("li", { class: "may" }, told(one)));
    const head = el(
      "div",
      { class: "player" },
      el("h3", {}, this.who(who)),
      el("span", { class: "life" }, life, el("small", {}, word("life"))),
      past.length ? el("ul", { class: "dues", "aria-label": word("lay/this turn") }, ...past) : null,
      el("button", { type: "button", class: "small plain", "aria-pressed": String(this.isChosen({ who })), "aria-label": word("lay/player", { player: this.who(who) }), "data-focus": `player ${who}`, click: () => this.desk.choose({ who }) }, "⋯"),
    );
    const field = el(
      "div",
      { class: "field" },
      ...ZONES.map((zone) => (zone in SIZES ? this.zone(who, zone) : zone === "hand" ? this.hand(who) : this.pile(who, zone))),
    );
    const side = who === "turn player" ? "turn" : "opponent";
    return el("section", { class: `side ${side}`, "aria-label": this.who(who) }, ...(side === "turn" ? [field, head] : [head, field]));
  }

  label(who, zone) {
    return `${this.who(who)}: ${word(`zones/${zone}`)}`;
  }

  aimed(who, zone) {
    const target = this.desk.target;
    return target.who === who && target.zone === zone ? "aimed" : "";
  }

  adds(who, zone) {
    const label = word("lay/add", { player: this.who(who), zone: word(`zones/${zone}`) });
    return el("button", { type: "button", class: "add", "aria-label": label, title: label, "data-focus": `add ${who} ${zone}`, click: () => this.desk.aim(who, zone) }, "+");
  }

  zone(who, zone) {
    const entries = this.entries(who, zone);
    const taken = entries.reduce((sum, entry) => sum + this.copies(entry), 0);
    const free = Math.max(0, SIZES[zone] - taken);
    const slots = Array.from({ length: free }, (_, place) => el("li", { class: "slot" }, place ? null : this.adds(who, zone)));
    return el(
      "div",
      { class: `zone ${zone.replaceAll(" ", "-")} ${this.aimed(who, zone)}`, role: "group", "aria-label": this.label(who, zone) },
      SIZES[zone] === 1 ? el("span", { class: "label", "aria-hidden": "true" }, word(`zones/${zone}`)) : null,
      el("ul", {}, ...entries.map((entry, place) => this.card(who, zone, place, entry)), ...slots),
    );
  }

  count(who, zone) {
    const entries = this.entries(who, zone);
    const plain = entries.every((entry) => !entry.unnamed || /^\d+$/.test(entry.unnamed));
    const total = entries.reduce((sum, entry) => sum + (entry.unnamed ? Number(entry.unnamed) : this.copies(entry)), 0);
    return plain ? String(total) : "?";
  }

  pile(who, zone) {
    const entries = this.entries(who, zone);
    const items = entries.map((entry, place) => (entry.unnamed ? el("li", { class: "quietly" }, `+${entry.unnamed} ${word("unnamed")}`) : el("li", {}, this.opener(who, zone, place, entry))));
    return el(
      "div",
      { class: `pile ${zone.replaceAll(" ", "-")} ${entries.length ? "" : "bare"} ${this.aimed(who, zone)}`, role: "group", "aria-label": this.label(who, zone) },
      el("span", { class: "label" }, word(`zones/${zone}`), el("b", {}, this.count(who, zone))),
      items.length ? el("ul", { class: "scrolls" }, ...items) : null,
      this.adds(who, zone),
    );
  }

  hand(who) {
    const items = this.entries(who, "hand").map((entry, place) =>
      entry.unnamed
        ? el("li", { class: "card nameless" }, el("span", { class: "name" }, `× ${entry.unnamed}`), el("span", { class: "kind" }, word("unnamed")))
        : this.card(who, "hand", place, entry),
    );
    return el(
      "div",
      { class: `hand ${this.aimed(who, "hand")}`, role: "group", "aria-label": this.label(who, "hand") },
      el("span", { class: "label" }, word("zones/hand"), el("b", {}, this.count(who, "hand"))),
      el("ul", {}, ...items, el("li", {}, this.adds(who, "hand"))),
    );
  }

  isChosen(one) {
    return JSON.stringify(this.chosen) === JSON.stringify(one);
  }

  opener(who, zone, place, entry) {
    const chosen = { who, zone, place };
    const many = this.copies(entry);
    return el(
      "button",
      { type: "button", class: "opener", "aria-pressed": String(this.isChosen(chosen)), "data-focus": `card ${who} ${zone} ${place}`, click: () => this.desk.choose(chosen) },
      entry.card ? this.named(entry.card) : entry.told,
      many > 1 ? el("span", { class: "many" }, ` × ${many}`) : null,
    );
  }

  card(who, zone, place, entry) {
    const kinds = (this.cards[entry.card]?.kind ?? "unknown").split(" ");
    const lies = entry.lies ?? {};
    const hows = [];
    if (lies.down) hows.push(word("face-down"));
    if (lies.defense) hows.push(word("defense"));
    if (lies.counters) hows.push(word(lies.counters === "1" ? "counters one" : "counters", { number: lies.counters }));
    if (!entry.card) hows.push(word("lay/open entry"));
    const facts = (entry.notes ?? []).filter((note) => this.isFact(note)).map(told);
    const many = Math.min(5, this.copies(entry));
    const classes = [
      "card", `is-${kinds.at(-1)}`, `is-${kinds[0]}`, lies.down ? "down" : "", lies.defense ? "defense" : "", entry.refused ? "refused" : "",
      zone in SIZES ? `copies-${many}` : "",
    ];
    const owner = lies.owner && lies.owner !== who ? el("small", {}, word("owned", { player: word(`players/${lies.owner}`) })) : null;
    return el(
      "li",
      { class: classes.join(" "), title: facts.join("; ") || null },
      el("span", { class: "name" }, this.opener(who, zone, place, entry)),
      el("span", { class: "kind" }, entry.refused || hows.join(" · ") || this.kind(entry.card)),
      facts.length && zone in SIZES ? el("small", { class: "facts" }, facts.join("; ")) : null,
      owner,
    );
  }

  effects() {
    if (!this.laid.lingering.length) return [el("li", { class: "quietly" }, word("lay/no lingering"))];
    return this.laid.lingering.map(({ said, lies }, effect) => {
      const on = lies?.on.length ? ` · ${word("lay/on", { cards: counted(lies.on.map((name) => this.named(name))) })}` : "";
      const side = lies?.by === "opponent" ? "opponent" : "turn";
      return el(
        "li",
        { class: `effect ${side} ${this.isChosen({ effect }) ? "chosen" : ""}` },
        el("button", { type: "button", class: "opener", "aria-pressed": String(this.isChosen({ effect })), "data-focus": `effect ${effect}`, click: () => this.desk.choose({ effect }) }, lies ? this.named(lies.card) : told(said)),
        lies ? el("small", {}, ` ${word("lay/of", { player: this.who(lies.by) })}${on}`) : null,
      );
    });
  }

  // -- what is chosen --

  editor() {
    if (!this.chosen) return [];
    if ("effect" in this.chosen) return this.effectEditor(this.chosen.effect);
    if (!this.chosen.zone) return this.playerEditor(this.chosen.who);
    return this.entry ? this.cardEditor(this.entry) : [];
  }

  head(words, more, remove) {
    const buttons = [el("button", { type: "button", "data-focus": "close", click: () => this.desk.choose(null) }, word("lay/close"))];
    if (remove) buttons.unshift(el("button", { type: "button", class: "remove", "data-focus": "remove", click: remove }, word("lay/remove")));
    return el("div", { class: "bar" }, el("div", {}, el("h2", { id: "chosen-heading", tabindex: "-1" }, words), el("p", { class: "where" }, more)), el("div", { class: "tools" }, ...buttons));
  }

  cardEditor(entry) {
    const { who, zone, place } = this.chosen;
    const remove = () => {
      this.chosen = null;
      this.desk.edit((laid) => laid.sides[who].zones[zone].splice(place, 1), `add ${who} ${zone}`);
    };
    const head = this.head(entry.card ? this.named(entry.card) : word("lay/open entry"), word("lay/chosen", { player: this.who(who), zone: word(`zones/${zone}`) }), remove);
    if (!entry.card) return [head, el("p", { class: "quietly" }, entry.told)];
    const zones = this.cards[entry.card]?.zones ?? ZONES;
    const moved = (to, into) => {
      this.chosen = { who: to, zone: into, place: this.entries(to, into).length - (to === who && into === zone ? 1 : 0) };
      this.desk.edit((laid) => {
        const [card] = laid.sides[who].zones[zone].splice(place, 1);
        card.notes = (card.notes ?? []).filter((note) => this.isFact(note) || (into in SIZES && zone in SIZES) || NUMBERED.copies.test(note));
        (laid.sides[to].zones[into] ??= []).push(card);
      });
    };
    const rows = [
      choice("lay/whose", PLAYERS.map((one) => [one, this.who(one)]), who, (to) => moved(to, zone), "card whose"),
      choice("lay/zone", (zones.includes(zone) ? zones : [zone, ...zones]).map((one) => [one, word(`zones/${one}`)]), zone, (into) => moved(who, into), "card zone"),
    ];
    if (HOWS[zone]) {
      const face = (how) => (how === "" && zone === "monsters" ? word("lay/attack") : word(`lay/hows/${how}`));
      rows.push(choice("lay/how", HOWS[zone].map((how) => [how, face(how)]), this.how(entry, zone), (how) => this.lie(how), "card how"));
    }
    if (zone in SIZES) {
      const owner = entry.lies?.owner ?? who;
      rows.push(choice("lay/owner", PLAYERS.map((one) => [one, this.who(one)]), owner, (one) => this.note((note) => !OWNED.test(note), one === who ? null : `owner ${one}`), "card owner"));
    }
    rows.push(this.number("copies", this.copies(entry), 1, 10, entry));
    if (zone in SIZES) rows.push(this.number("counters", Number(entry.lies?.counters || 0), 0, 99, entry));
    return [
      head,
      entry.refused ? el("p", { class: "refusal" }, entry.refused) : null,
      el("div", { class: "row" }, ...rows),
      this.facts("lay/facts", "lay/fact", entry.notes ?? [], FACTS, (change) => this.desk.edit((laid) => {
        const card = laid.sides[who].zones[zone][place];
        card.notes = change(card.notes ?? []);
      }), (note) => this.isFact(note)),
    ].filter(Boolean);
  }

  isFact(note) {
    if (typeof note === "string") return !LYING.test(note) && !OWNED.test(note) && !NUMBERED.copies.test(note) && !NUMBERED.counters.test(note);
    return true;
  }

  how(entry, zone) {
    const notes = entry.notes ?? [];
    for (const how of HOWS[zone]) if (how && notes.includes(how)) return how;
    if (entry.lies?.down) return zone === "banished" ? "face-down" : "set";
    return entry.lies?.defense ? "in Defense Position" : "";
  }

  lie(how) {
    this.note((note) => !LYING.test(note) && !(typeof note === "object" && ["face", "position"].includes(Object.keys(note ?? {})[0])), how || null);
  }

  note(stays, added) {
    const { who, zone, place } = this.chosen;
    this.desk.edit((laid) => {
      const card = laid.sides[who].zones[zone][place];
      card.notes = (card.notes ?? []).filter(stays);
      if (added) card.notes.push(added);
    });
  }

  number(kind, value, least, most, entry) {
    const noun = (number) => (kind === "copies" ? "copies" : number === 1 ? "counter" : "counters");
    const told = (event) => {
      const number = Math.max(least, Math.min(most, Math.round(Number(event.target.value)) || least));
      if (number !== value) this.note((note) => !NUMBERED[kind].test(note), number === least ? null : `${number} ${noun(number)}`);
      else event.target.value = value;
    };
    return el("label", { class: "field-of narrow" }, el("span", {}, word(`lay/${kind}`)), el("input", { type: "number", min: least, max: most, value, inputmode: "numeric", "data-focus": `card ${kind}`, disabled: !entry.card, change: told }));
  }

  facts(heading, prompt, notes, offers, edit, shown = () => true) {
    const items = notes.map((note, place) => [note, place]).filter(([note]) => shown(note)).map(([note, place]) =>
      el(
        "li",
        {},
        el("span", {}, told(note)),
        el("button", { type: "button", class: "off", "aria-label": word("lay/take", { what: told(note) }), "data-focus": `fact ${place}`, click: () => edit((all) => all.filter((_, other) => other !== place)) }, "×"),
      ),
    );
    const input = el("input", { type: "text", list: "offered-facts", autocomplete: "off", spellcheck: "false", "data-focus": "fact" });
    const put = (event) => {
      event.preventDefault();
      const said = input.value.trim();
      if (said) edit((all) => [...all, said]);
    };
    return el(
      "div",
      { class: "facts-of" },
      el("h3", {}, word(heading)),
      items.length ? el("ul", { class: "said" }, ...items) : null,
      el(
        "form",
        { class: "row", submit: put },
        el("label", { class: "field-of grows" }, el("span", {}, word(prompt)), input),
        el("datalist", { id: "offered-facts" }, ...offers.map((one) => el("option", { value: one }))),
        el("button", { type: "submit" }, word("lay/put")),
      ),
    );
  }

  playerEditor(who) {
    const edit = (change) => this.desk.edit((laid) => { laid.sides[who].past = change(laid.sides[who].past); });
    return [this.head(this.who(who), "", null), this.facts("lay/this turn", "lay/past", this.laid.sides[who].past, [], edit)];
  }

  effectEditor(effect) {
    const { said, lies } = this.laid.lingering[effect] ?? {};
    if (said === undefined) return [];
    const remove = () => {
      this.chosen = null;
      this.desk.edit((laid) => laid.lingering.splice(effect, 1), "pick");
    };
    const head = this.head(lies ? this.named(lies.card) : told(said), word("lay/effect"), remove);
    if (!lies) return [head];
    const write = (by, on) => this.desk.edit((laid) => {
      laid.lingering[effect] = { said: `${lies.card} by ${by}${on.length ? ` on ${on.join(", ")}` : ""}`, lies: { ...lies, by, on } };
    });
    const there = new Map();
    for (const who of PLAYERS) {
      for (const zone of AFFECTED) {
        for (const entry of this.entries(who, zone)) {
          const name = this.cards[entry.card]?.name;
          if (name) there.set(name, (there.get(name) ?? 0) + this.copies(entry));
        }
      }
    }
    const rows = [...there].map(([name, most]) => {
      const value = lies.on.filter((one) => one === name).length;
      const told = (event) => {
        const number = Math.max(0, Math.min(most, Math.round(Number(event.target.value)) || 0));
        write(lies.by, [...lies.on.filter((one) => one !== name), ...Array(number).fill(name)]);
      };
      return el("label", { class: "count-of" }, el("input", { type: "number", min: 0, max: most, value, inputmode: "numeric", "data-focus": `on ${name}`, change: told }), el("span", {}, `${this.named(name)} (0–${most})`));
    });
    return [
      head,
      el("div", { class: "row" }, choice("lay/whose", PLAYERS.map((one) => [one, this.who(one)]), lies.by, (by) => write(by, lies.on), "effect whose")),
      el("div", { class: "facts-of" }, el("h3", {}, word("lay/about")), ...(rows.length ? rows : [el("p", { class: "quietly" }, word("lay/about none"))])),
    ];
  }
}

function told(said) {
  if (typeof said === "string") return said;
  if (Array.isArray(said)) return said.map(told).join(", ");
  return Object.entries(said ?? {}).map(([key, value]) => `${key}: ${told(value)}`).join(", ");
}

function counted(names) {
  return [...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]).map(([name, number]) => (number > 1 ? `${number} × ${name}` : name)).join(", ");
}

function options(pairs, value) {
  return pairs.map(([key, words]) => el("option", { value: key, selected: key === value }, words));
}

function choice(label, pairs, value, change, focus) {
  return el("label", { class: "field-of" }, el("span", {}, word(label)), el("select", { "data-focus": focus, change: (event) => change(event.target.value) }, ...options(pairs, value)));
}
