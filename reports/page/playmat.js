// The board as it lies, in the order that players know: the opponent above and mirrored, the turn player below.

class Playmat {
  constructor(walker) {
    this.walker = walker;
  }

  get walk() {
    return this.walker.walk;
  }

  told(number) {
    return this.walker.told(number);
  }

  drawn([lying, life, unnamed, dues, links, skipped, result]) {
    const cards = lying.map((number) => this.walk.lying[number]);
    const nameless = new Map(unnamed.map(([player, zone, number]) => [`${player} ${this.walk.zones[zone]}`, number]));
    const side = (player) => this.sideDrawn(player, cards.filter((one) => one[1] === player), nameless, {
      life: life[player],
      dues: dues.map((number) => this.walk.dues[number]).filter((due) => due[1] === player),
      skipped: skipped.includes(player),
    });
    return [side(1), this.chainDrawn(links, this.walk.results[result]), side(0)];
  }

  chainDrawn(links, result) {
    const items = links.map((number, place) => {
      const [card, player] = this.walk.links[number];
      return el("li", { class: SIDES[player] }, `${place + 1}. ${this.told(this.walk.cards[card][0])}`);
    });
    const chain = items.length ? el("ol", { class: "chain" }, ...items) : el("span", { class: "quietly" }, word("no chain"));
    const over = word(`results/${result}`);
    return el("div", { class: "middle" }, items.length ? el("span", { class: "label" }, word("chain")) : null, chain, over ? el("strong", { class: "result" }, over) : null);
  }

  sideDrawn(player, cards, nameless, { life, dues, skipped }) {
    const name = word(`Players/${PLAYERS[player]}`);
    const of = (zone) => cards.filter((one) => this.walk.zones[one[2]] === zone);
    const count = (zone) => nameless.get(`${player} ${zone}`) ?? 0;
    const row = (zone, size) => this.zoneDrawn(name, zone, of(zone), size);
    const pile = (zone) => this.pileDrawn(name, zone, of(zone), count(zone));
    const chips = dues.map(([card, , effect, must]) =>
      el("li", { class: must ? "must" : "may" }, this.told(this.walk.cards[card][0]), effect ? ` (${effect})` : "", el("small", {}, word(must ? "must" : "may"))),
    );
    const head = el(
      "div",
      { class: "player" },
      el("h3", {}, name),
      el("span", { class: "life" }, grouped(String(life)), el("small", {}, word("life"))),
      chips.length ? el("span", { class: "label" }, word("due")) : null,
      chips.length ? el("ul", { class: "dues", "aria-label": `${name}: ${word("due")}` }, ...chips) : null,
      skipped ? el("span", { class: "skipped" }, word("turn skipped")) : null,
    );
    const field = el(
      "div",
      { class: "field" },
      row("field zone", 1),
      row("monsters", 5),
      pile("graveyard"),
      pile("extra deck"),
      row("spells and traps", 5),
      pile("deck"),
      pile("banished"),
      this.handDrawn(name, of("hand"), count("hand")),
    );
    return el("section", { class: `side ${SIDES[player]}`, "aria-label": name }, ...(player ? [head, field] : [field, head]));
  }

  zoneDrawn(name, zone, cards, size) {
    const shown = cards.flatMap((card) => [this.cardDrawn(card)]);
    const empty = Array.from({ length: Math.max(0, size - cards.length) }, () => el("li", { class: "slot", "aria-hidden": "true" }));
    const label = `${name}: ${word(`zones/${zone}`)}`;
    return el(
      "div",
      { class: `zone ${zone.replaceAll(" ", "-").replaceAll("&", "and")}`, role: "group", "aria-label": cards.length ? label : `${label}, ${word("empty")}` },
      size === 1 ? el("span", { class: "label", "aria-hidden": "true" }, word(`zones/${zone}`)) : null,
      el("ul", {}, ...shown, ...empty),
    );
  }

  pileDrawn(name, zone, cards, unnamed) {
    const total = cards.length + unnamed;
    const names = cards.map((card) => el("li", {}, this.cardName(card), this.owned(card)));
    if (unnamed && cards.length) names.push(el("li", { class: "quietly" }, `+${unnamed} ${word("unnamed")}`));
    return el(
      "div",
      { class: `pile ${zone.replaceAll(" ", "-")} ${total ? "" : "bare"}`, role: "group", "aria-label": `${name}: ${word(`zones/${zone}`)}, ${total}` },
      el("span", { class: "label" }, word(`zones/${zone}`), el("b", {}, String(total))),
      names.length ? el("ul", { class: "scrolls", tabindex: names.length > 3 ? "0" : null }, ...names) : null,
    );
  }

  handDrawn(name, cards, unnamed) {
    const items = cards.map((card) => this.cardDrawn(card));
    if (unnamed) items.push(el("li", { class: "card nameless" }, el("span", { class: "name" }, `× ${unnamed}`), el("span", { class: "kind" }, word("unnamed"))));
    return el(
      "div",
      { class: "hand", role: "group", "aria-label": `${name}: ${word("zones/hand")}, ${cards.length + unnamed}` },
      el("span", { class: "label" }, word("zones/hand"), el("b", {}, String(cards.length + unnamed))),
      items.length ? el("ul", {}, ...items) : null,
    );
  }

  cardName([card]) {
    return this.told(this.walk.cards[card][0]);
  }

  owned([, side, , owner]) {
    return side === owner ? null : el("small", { class: SIDES[owner] }, ` ${word("owned", { player: word(`players/${PLAYERS[owner]}`) })}`);
  }

  cardDrawn(card) {
    const [number, side, , owner, marks, counters] = card;
    const kinds = this.walk.cards[number][1].split(" ");
    const family = kinds.at(-1); // monster, spell, trap or token
    const down = marks % 2 === 1;
    const defense = marks > 1;
    const hows = [];
    if (down) hows.push(word("face-down"));
    if (defense) hows.push(word("defense"));
    if (counters) hows.push(word(counters === 1 ? "counters one" : "counters", { number: counters }));
    const kind = kinds.map((one) => word(`kinds/${one}`)).join(language === "ja" ? "" : " ");
    const classes = ["card", `is-${family}`, `is-${kinds[0]}`, down ? "down" : "", defense ? "defense" : "", side === owner ? "" : `of-${SIDES[owner]}`];
    return el(
      "li",
      { class: classes.join(" ") },
      el("span", { class: "name" }, this.cardName(card)),
      el("span", { class: "kind" }, hows.length ? hows.join(" · ") : kind),
      this.owned(card),
    );
  }
}
