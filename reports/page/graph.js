// The state graph beside a walk. A place is a position in which somebody has a choice, or in which it ends: positions
// with one move only lead on to the next place and are not drawn. Places stand in layers, each below those it comes from
// (Sugiyama, Tagawa and Toda, 1981), ordered by the mean of their neighbours.

class Graph {
  constructor(walker) {
    this.walker = walker;
    this.ends = new Map(); // where each position leads to without a choice
    this.after = new Map(); // the places after each place
    this.mode = "near";
    this.most = FEW.places;
    this.drawing = null;
    walker.part(".near").addEventListener("click", () => this.ask("near", FEW.places));
    walker.part(".wider").addEventListener("click", () => this.ask("near", this.most * 3));
    walker.part(".whole").addEventListener("click", () => this.ask("whole", this.most));
  }

  ask(mode, most) {
    this.mode = mode;
    this.most = most;
    this.draw();
  }

  // -- folding --

  place(number) {
    const run = [];
    const seen = new Set();
    let here = number;
    while (!this.ends.has(here) && !seen.has(here)) {
      seen.add(here);
      run.push(here);
      const targets = this.walker.targets(here);
      if (targets.length !== 1) break;
      [here] = targets;
    }
    const end = this.ends.get(here) ?? here;
    for (const one of run) this.ends.set(one, end);
    return end;
  }

  next(place) {
    let found = this.after.get(place);
    if (!found) {
      const targets = this.walker.targets(place).map((one) => this.place(one));
      found = [...new Set(targets)];
      this.after.set(place, found);
    }
    return found;
  }

  get all() {
    if (!this.places) {
      this.places = new Set([this.place(0)]);
      for (const one of this.places) for (const other of this.next(one)) this.places.add(other); // it grows meanwhile
    }
    return this.places;
  }

  // -- what is drawn --

  shown() {
    const { all, most } = this;
    if (this.mode === "whole" || all.size <= most) return { key: "whole", places: all };
    const trail = this.walker.trail().map((one) => this.place(one));
    const places = new Set(trail.slice(-most / 4));
    const spread = (from, limit) => {
      for (const one of from) {
        for (const other of this.next(one)) {
          if (places.size >= limit) return;
          places.add(other);
          if (from instanceof Set) from.add(other);
        }
      }
    };
    spread(new Set([trail.at(-1)]), most * 0.6);
    spread(trail.toReversed(), most * 0.8);
    return { key: [...places].join(" "), places };
  }

  draw() {
    const { key, places } = this.shown();
    const words = `${key.length} ${language} ${key}`;
    if (this.drawing?.words !== words) this.drawing = { words, ...this.laid(places) };
    this.walker.part(".drawn").textContent = word("graph told", { shown: grouped(String(places.size)), total: grouped(String(this.all.size)) });
    this.walker.part(".graph .tools").hidden = this.all.size <= FEW.places;
    this.walker.part(".near").disabled = this.mode === "near" && this.most === FEW.places;
    this.walker.part(".wider").disabled = key === "whole";
    this.walker.part(".whole").disabled = key === "whole";
    this.mark();
  }

  laid(places) {
    const layers = layered(places, (one) => this.next(one).filter((other) => places.has(other)));
    const spots = placed(layers);
    const canvas = this.walker.part(".canvas");
    const width = Math.max(...[...spots.values()].map((spot) => spot.x)) + 40;
    const height = layers.length * 62 + 20;
    const nodes = new Map();
    const edges = new Map();
    const lines = drawn("g", { class: "edges" });
    const dots = drawn("g", { class: "nodes" });
    for (const one of places) {
      for (const other of this.next(one)) {
        if (!places.has(other)) continue;
        const line = drawn("path", { d: curve(spots.get(one), spots.get(other)) });
        edges.set(`${one} ${other}`, line);
        lines.append(line);
      }
      const node = this.nodeDrawn(one, spots.get(one), this.next(one).some((other) => !places.has(other)));
      nodes.set(one, node);
      dots.append(node);
    }
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": word("graph") }, lines, dots);
    canvas.replaceChildren(svg);
    return { nodes, edges, spots, marked: [], order: layers.flat() };
  }

  nodeDrawn(place, { x, y }, goesOn) {
    const { player, moves, window, reach } = this.walker.position(place);
    const end = moves.length ? null : this.walker.walk.sets[reach][0] + 1;
    const loops = moves.length === 1;
    const told = end ? word("graph end", { number: end }) : loops ? word("graph loop") : word("graph choice", { player: word(`Players/${PLAYERS[player] ?? "rules"}`), number: moves.length });
    const label = `${told}. ${word(`windows/${window}`)}`;
    const shape = end ? drawn("rect", { x: -14, y: -12, width: 28, height: 24, rx: 6 }) : drawn("circle", { r: 13 });
    const go = () => this.go(place);
    const keyed = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        go();
      }
    };
    return drawn(
      "g",
      { class: `node ${end ? "end" : SIDES[player] ?? "rules"}`, transform: `translate(${x} ${y})`, role: "button", tabindex: "-1", "aria-label": label, click: go, keydown: keyed },
      drawn("title", {}, label),
      goesOn ? drawn("path", { class: "goes-on", d: "M-5 17 L0 22 L5 17" }) : null,
      shape,
      drawn("text", { "text-anchor": "middle", dy: "0.36em" }, String(end ?? (loops ? "∞" : moves.length))),
    );
  }

  mark() {
    const { nodes, edges, marked, spots } = this.drawing;
    for (const one of marked) {
      one.classList.remove("walked", "current");
      if (one.hasAttribute("tabindex")) one.setAttribute("tabindex", "-1");
      one.removeAttribute("aria-current");
    }
    marked.length = 0;
    const trail = this.walker.trail().map((one) => this.place(one));
    trail.forEach((one, index) => {
      const line = edges.get(`${trail[index - 1]} ${one}`);
      for (const part of [nodes.get(one), line]) {
        if (part) {
          part.classList.add("walked");
          marked.push(part);
        }
      }
    });
    const here = nodes.get(trail.at(-1));
    if (!here) return;
    here.classList.add("current");
    here.setAttribute("tabindex", "0");
    here.setAttribute("aria-current", "location");
    const canvas = this.walker.part(".canvas");
    const { x, y } = spots.get(trail.at(-1));
    canvas.scrollTo(x - canvas.clientWidth / 2, y - canvas.clientHeight / 2);
  }

  turn(by) {
    const { nodes, order } = this.drawing;
    const now = order.findIndex((one) => nodes.get(one) === document.activeElement);
    nodes.get(order[(now + by + order.length) % order.length]).focus();
  }

  // -- walking to a place --

  go(place) {
    const { walker } = this;
    const trail = walker.trail();
    const at = trail.findIndex((one) => one === place);
    if (at >= 0) return walker.go(at);
    const made = walker.line.slice(0, walker.at);
    const line = way(walker, walker.here, place);
    walker.take(line ? [...made, ...line] : way(walker, 0, place));
    return walker.arrive(word("announce", walker.summary(walker.lastStep())));
  }
}

function way(walker, from, to) {
  // A shortest line of moves from a position to another, null where there is none.
  const came = new Map([[from, null]]);
  for (const [number] of came) {
    if (number === to) break;
    walker.targets(number).forEach((target, place) => {
      if (!came.has(target)) came.set(target, [number, place]);
    });
  }
  if (!came.has(to)) return null;
  const line = [];
  for (let step = came.get(to); step; step = came.get(step[0])) line.unshift(step[1]);
  return line;
}

function layered(places, next) {
  // Each place as deep as the longest way to it; a way that comes back to itself counts once.
  const state = new Map();
  const order = [];
  for (const root of places) {
    if (state.has(root)) continue;
    const stack = [[root, next(root).values()]];
    state.set(root, "open");
    while (stack.length) {
      const [one, others] = stack.at(-1);
      const { value, done } = others.next();
      if (done) {
        stack.pop();
        state.set(one, "done");
        order.push(one);
      } else if (!state.has(value)) {
        state.set(value, "open");
        stack.push([value, next(value).values()]);
      }
    }
  }
  order.reverse();
  const rank = new Map(order.map((one, index) => [one, index]));
  const depth = new Map(order.map((one) => [one, 0]));
  for (const one of order) {
    for (const other of next(one)) {
      if (rank.get(other) > rank.get(one)) depth.set(other, Math.max(depth.get(other), depth.get(one) + 1));
    }
  }
  const layers = [];
  for (const one of order) (layers[depth.get(one)] ??= []).push(one);
  sorted(layers, order, next);
  return layers;
}

function sorted(layers, order, next) {
  // Each layer by the mean of the neighbours of its places, down and up again.
  const before = new Map(order.map((one) => [one, []]));
  for (const one of order) for (const other of next(one)) before.get(other).push(one);
  const spot = new Map();
  const number = (layer) => layer.forEach((one, index) => spot.set(one, index - layer.length / 2));
  layers.forEach(number);
  const arrange = (layer, neighbours) => {
    const mean = new Map(
      layer.map((one) => {
        const found = neighbours(one);
        return [one, found.length ? found.reduce((sum, other) => sum + spot.get(other), 0) / found.length : spot.get(one)];
      }),
    );
    layer.sort((one, other) => mean.get(one) - mean.get(other));
    number(layer);
  };
  for (let sweep = 0; sweep < 4; sweep += 1) {
    for (const layer of layers) arrange(layer, (one) => before.get(one));
    for (const layer of layers.toReversed()) arrange(layer, next);
  }
}

function placed(layers) {
  // Where each place stands: the layers centred, one below the other.
  const gap = 46;
  const width = Math.max(...layers.map((layer) => layer.length)) * gap;
  const spots = new Map();
  layers.forEach((layer, depth) => {
    layer.forEach((one, index) => {
      spots.set(one, { x: width / 2 + (index - (layer.length - 1) / 2) * gap + 24, y: depth * 62 + 34 });
    });
  });
  return spots;
}

function curve(from, to) {
  if (to.y > from.y) {
    const bend = (to.y - from.y) / 2;
    return `M${from.x} ${from.y} C${from.x} ${from.y + bend} ${to.x} ${to.y - bend} ${to.x} ${to.y}`;
  }
  return `M${from.x} ${from.y} C${from.x + 60} ${from.y + 40} ${to.x + 60} ${to.y - 40} ${to.x} ${to.y}`;
}
