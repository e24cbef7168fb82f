import { Random } from '@itinera/base';
import type { CityMap } from '@itinera/city';
import { buildMap, type NetworkLink, type NetworkNode, type RoadClass } from '@itinera/city-build';

/** 50 km/h. */
const SPEED = 50 / 3.6;
/** Radius of a roundabout's centre line, metres. */
const RING = 18;

/** A road network under construction: nodes by position, and streets between them. */
class Sketch {
  readonly nodes: NetworkNode[] = [];
  readonly links: NetworkLink[] = [];

  node(x: number, y: number, signals: boolean): number {
    return this.nodes.push({ x, y, signals }) - 1;
  }

  /** A straight street; `lanes` per direction, against it none if `oneWay`. */
  street(
    from: number,
    to: number,
    { lanes = 1, oneWay = false, speed = SPEED, name = '', class: roadClass = 'secondary' as RoadClass } = {},
  ): void {
    const [a, b] = [this.nodes[from]!, this.nodes[to]!];
    this.links.push({
      from,
      to,
      name,
      kind: {
        class: roadClass,
        ramp: false,
        lanes: [lanes, oneWay ? 0 : lanes],
        sidewalks: { left: false, right: false },
      },
      speed: [speed, speed],
      path: Float64Array.of(a.x, a.y, b.x, b.y),
    });
  }

  map(name: string): CityMap {
    return buildMap({
      name,
      date: '',
      projection: '+proj=tmerc +lat_0=0 +lon_0=0',
      drivingSide: 'right',
      nodes: this.nodes,
      links: this.links,
      bans: [],
      areas: [],
      pois: [],
    });
  }
}

/** Crossings: lights everywhere, at random ones, none, or none and a roundabout instead of each. */
export type Crossings = 'lights' | 'priority' | 'roundabouts' | 'one-roundabout' | 'mixed';

export interface CrossingShape {
  /** Streets that meet: four, or three without the one to the south. */
  readonly arms: 3 | 4;
  readonly lanes: 1 | 2;
  /** Whether the street from west to east is faster, and so has priority. */
  readonly priority: boolean;
}

/** A single crossing of streets of 1 km without lights, 50 km/h, or 60 km/h on the one with priority. */
export function crossing({ arms, lanes, priority }: CrossingShape): CityMap {
  const angles = [0, 90, 180, 270].slice(0, arms);
  return star(angles.map((angle, i) => ({ angle, lanes, kmh: priority && i % 2 === 0 ? 60 : 50 })));
}

/** A street that ends at a crossing. */
export interface Arm {
  /** From east, degrees. */
  readonly angle: number;
  readonly lanes: 1 | 2;
  readonly kmh: number;
}

/** A single crossing of streets of 1 km without lights. */
export function star(arms: readonly Arm[]): CityMap {
  const sketch = new Sketch();
  const middle = sketch.node(0, 0, false);
  for (const { angle, lanes, kmh } of arms) {
    const [x, y] = [Math.cos, Math.sin].map((of) => Math.round(1000 * of((angle * Math.PI) / 180)));
    const roadClass = kmh > 50 ? 'primary' : 'secondary';
    sketch.street(middle, sketch.node(x!, y!, false), { lanes, speed: kmh / 3.6, class: roadClass });
  }
  return sketch.map('crossing');
}

/** A street of 12 blocks of 200 m, 60 km/h, and side streets; lights at every third. */
export function arterial({ lanes = 2, lights = true } = {}): CityMap {
  const sketch = new Sketch();
  let before = -1;
  for (let i = 0; i <= 12; i++) {
    const node = sketch.node(200 * i, 0, lights && i % 3 === 0);
    if (i > 0) sketch.street(before, node, { lanes, speed: 60 / 3.6, class: 'primary' });
    before = node;
    for (const y of [-300, 300]) sketch.street(node, sketch.node(200 * i, y, false), { class: 'residential' });
  }
  return sketch.map('arterial');
}

/** A motorway of 4 km with two lanes per direction and three interchanges with ramps to a street with lights. */
export function motorway(): CityMap {
  const sketch = new Sketch();
  const main = { lanes: 2, oneWay: true, speed: 100 / 3.6, class: 'motorway' as const };
  const ramp = { oneWay: true, speed: 60 / 3.6, class: 'primary' as const };
  const xs = [500, 1900, 3300];
  const crossings = xs.map((x) => sketch.node(x + 100, -250, true));
  crossings.forEach((node, i) => {
    const { x } = sketch.nodes[node]!;
    for (const y of [-650, -1000]) sketch.street(node, sketch.node(x + (y < -700 ? 300 : 0), y, false));
    if (i > 0) sketch.street(crossings[i - 1]!, node);
  });
  for (const side of [0, 1]) {
    const y = 30 * side;
    const order = side === 0 ? xs : xs.map((x) => x + 200).reverse();
    const along = side === 0 ? 1 : -1;
    let at = sketch.node(side === 0 ? 0 : 4000, y, false);
    for (const x of order) {
      const [off, on] = [sketch.node(x - along * 250, y, false), sketch.node(x + along * 450, y, false)];
      const crossing = crossings[xs.indexOf(side === 0 ? x : x - 200)]!;
      sketch.street(at, off, main);
      sketch.street(off, on, main);
      sketch.street(off, crossing, ramp);
      sketch.street(crossing, on, ramp);
      at = on;
    }
    sketch.street(at, sketch.node(side === 0 ? 4300 : -300, y, false), main);
  }
  return sketch.map('motorway');
}

/** A street of 4 km, 70 km/h, with two lanes per direction, but one on the third of four parts; a light at its end. */
export function laneDrop(): CityMap {
  const sketch = new Sketch();
  const nodes = [0, 1000, 2000, 3000, 4000].map((x) => sketch.node(x, 0, x === 4000));
  nodes.slice(1).forEach((node, i) => {
    sketch.street(nodes[i]!, node, { lanes: i === 2 ? 1 : 2, speed: 70 / 3.6, class: 'primary' });
  });
  for (const y of [-500, 500]) sketch.street(nodes[4]!, sketch.node(4000, y, false));
  return sketch.map('lane drop');
}

/** A ring road of 600 m radius, 70 km/h and two lanes per direction, eight streets from its lights to a centre without one, and on outwards. */
export function ringRoad(): CityMap {
  const sketch = new Sketch();
  const at = (radius: number, i: number) =>
    [radius * Math.cos((i * Math.PI) / 4 + 0.2), radius * Math.sin((i * Math.PI) / 4 + 0.2)] as const;
  const inner = Array.from({ length: 8 }, (_, i) => sketch.node(...at(150, i), false));
  const ring = Array.from({ length: 8 }, (_, i) => sketch.node(...at(600, i), true));
  ring.forEach((node, i) => {
    sketch.street(node, ring[(i + 1) % 8]!, { lanes: 2, speed: 70 / 3.6, class: 'primary' });
    sketch.street(inner[i]!, inner[(i + 1) % 8]!);
    sketch.street(inner[i]!, node);
    sketch.street(node, sketch.node(...at(1200, i), false), { speed: 60 / 3.6 });
  });
  return sketch.map('ring road');
}

/** A suburb of streets of 30 km/h with T-junctions whose only way out leads to a light on a main road. */
export function suburb(): CityMap {
  const sketch = new Sketch();
  const light = sketch.node(0, 0, true);
  for (const x of [-900, 900]) sketch.street(light, sketch.node(x, 0, false), { speed: 60 / 3.6, class: 'primary' });
  let before = light;
  for (let i = 1; i <= 6; i++) {
    const node = sketch.node(i % 2 === 0 ? 40 : -40, 160 * i, false);
    sketch.street(before, node);
    const side = sketch.node(i % 2 === 0 ? 290 : -290, 160 * i + 30, false);
    sketch.street(node, side, { speed: 30 / 3.6, class: 'residential' });
    for (const y of [-70, 110]) {
      const end = sketch.node(i % 2 === 0 ? 500 : -500, 160 * i + y, false);
      sketch.street(side, end, { speed: 30 / 3.6, class: 'residential' });
    }
    before = node;
  }
  return sketch.map('suburb');
}

/**
 * A square grid of two-way streets, 50 km/h. `arterial`: every other street is faster and has priority. `tees`: every second
 * street ends at the next one. `oneWay`: streets lead to one side, the next one to the other. `bent`: crossings are moved at
 * random, metres. `limits`: speed limits in turn from street to street, km/h.
 */
export function grid({
  size = 6,
  block = 250,
  lanes = 1,
  crossings = 'lights' as Crossings,
  arterial = false,
  tees = false,
  oneWay = false,
  bent = 0,
  limits = [50],
} = {}): CityMap {
  const sketch = new Sketch();
  const random = new Random(1);
  /** The node where each side of a crossing is entered: east, north, west, south. */
  const sides: number[][] = [];
  const isRing = (x: number, y: number) =>
    crossings === 'roundabouts' || (crossings === 'one-roundabout' && x === size >> 1 && y === size >> 1);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isRing(x, y)) {
        const [dx, dy] = [bent * (random.next() - 0.5), bent * (random.next() - 0.5)];
        const isLit =
          crossings === 'mixed' ? random.next() < 0.5 : crossings === 'lights' || crossings === 'one-roundabout';
        const node = sketch.node(x * block + dx, y * block + dy, isLit);
        sides.push([node, node, node, node]);
        continue;
      }
      const ring = [0, 1, 2, 3].map((side) =>
        sketch.node(
          x * block + RING * Math.cos((side * Math.PI) / 2),
          y * block + RING * Math.sin((side * Math.PI) / 2),
          false,
        ),
      );
      for (const [side, node] of ring.entries())
        sketch.street(node, ring[(side + 1) % 4]!, { oneWay: true, lanes, speed: 30 / 3.6, name: 'roundabout' });
      sides.push(ring);
    }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const here = sides[y * size + x]!;
      const usual = (street: number) => ({ lanes, speed: limits[street % limits.length]! / 3.6 });
      const fast = { lanes, speed: 60 / 3.6, class: 'primary' as const };
      const join = (from: number, to: number, isBack: boolean, how: Parameters<Sketch['street']>[2]) =>
        isBack && oneWay ? sketch.street(to, from, { ...how, oneWay }) : sketch.street(from, to, { ...how, oneWay });
      if (x + 1 < size)
        join(here[0]!, sides[y * size + x + 1]![2]!, y % 2 === 1, y % 2 === 0 && arterial ? fast : usual(y));
      if (y + 1 < size && !(tees && y % 2 === 1 && x % 2 === 1))
        join(here[1]!, sides[(y + 1) * size + x]![3]!, x % 2 === 0, usual(x));
    }
  return sketch.map('grid');
}

/** Four rings of 150 to 700 m, 50 km/h without lights, and ten radial streets, as a spider's web. */
export function spider(): CityMap {
  const sketch = new Sketch();
  const [arms, rings] = [10, [150, 330, 510, 700]];
  const nodes = rings.map((radius) =>
    Array.from({ length: arms }, (_, i) =>
      sketch.node(radius * Math.cos((2 * Math.PI * i) / arms), radius * Math.sin((2 * Math.PI * i) / arms), false),
    ),
  );
  nodes.forEach((ring, r) => {
    ring.forEach((node, i) => {
      sketch.street(node, ring[(i + 1) % arms]!);
      if (r > 0) sketch.street(nodes[r - 1]![i]!, node);
    });
  });
  return sketch.map('spider');
}

/** Sixty crossings at random places, each joined to its neighbours; a third have lights, the streets 30 to 60 km/h. */
export function randomTown(): CityMap {
  const sketch = new Sketch();
  const random = new Random(7);
  const places: [number, number][] = [];
  while (places.length < 60) {
    const [x, y] = [1600 * random.next(), 1600 * random.next()];
    if (places.every(([a, b]) => Math.hypot(a - x, b - y) > 140)) places.push([x, y]);
  }
  const nodes = places.map(([x, y]) => sketch.node(x, y, random.next() < 1 / 3));
  // Two crossings are neighbours if no third is nearer to both (a relative neighbourhood graph), so streets do not cross.
  places.forEach(([x, y], i) => {
    places.forEach(([a, b], j) => {
      const apart = Math.hypot(a - x, b - y);
      const isBetween = ([c, d]: [number, number], k: number) =>
        k !== i && k !== j && Math.max(Math.hypot(c - x, d - y), Math.hypot(c - a, d - b)) < apart;
      if (i < j && !places.some(isBetween))
        sketch.street(nodes[i]!, nodes[j]!, { speed: [30, 50, 60][random.integer(3)]! / 3.6 });
    });
  });
  return sketch.map('random streets');
}

/** Two towns of 4 × 4 crossings without lights on both sides of a river with two bridges of 300 m. */
export function twoBridges(): CityMap {
  const sketch = new Sketch();
  const towns = [0, 900].map((left) =>
    Array.from({ length: 4 }, (_, y) =>
      Array.from({ length: 4 }, (_, x) => sketch.node(left + 200 * x, 200 * y, false)),
    ),
  );
  for (const town of towns)
    town.forEach((row, y) => {
      row.forEach((node, x) => {
        if (x < 3) sketch.street(node, row[x + 1]!);
        if (y < 3) sketch.street(node, town[y + 1]![x]!);
      });
    });
  for (const y of [1, 2]) sketch.street(towns[0]![y]![3]!, towns[1]![y]![0]!, { class: 'primary' });
  return sketch.map('two bridges');
}
