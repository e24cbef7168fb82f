import type { CityMap } from '@itinera/city';
import { buildMap, type NetworkLink, type NetworkNode } from '@itinera/city-build';

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
    {
      lanes = 1,
      oneWay = false,
      speed = SPEED,
      name = '',
      class: roadClass = 'secondary' as NetworkLink['class'],
    } = {},
  ): void {
    const [a, b] = [this.nodes[from]!, this.nodes[to]!];
    this.links.push({
      from,
      to,
      class: roadClass,
      ramp: false,
      name,
      lanes: [lanes, oneWay ? 0 : lanes],
      speed: [speed, speed],
      sidewalks: { left: false, right: false },
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

/** Crossings: lights everywhere, none, or none and a roundabout instead of each. */
export type Crossings = 'lights' | 'priority' | 'roundabouts' | 'one-roundabout';

/**
 * A square grid of two-way streets, 50 km/h. `arterial`: every other street is faster and has priority. `tees`: every second
 * street ends at the next one.
 */
export function grid({
  size = 6,
  block = 250,
  lanes = 1,
  crossings = 'lights' as Crossings,
  arterial = false,
  tees = false,
} = {}): CityMap {
  const sketch = new Sketch();
  /** The node where each side of a crossing is entered: east, north, west, south. */
  const sides: number[][] = [];
  const isRing = (x: number, y: number) =>
    crossings === 'roundabouts' || (crossings === 'one-roundabout' && x === size >> 1 && y === size >> 1);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isRing(x, y)) {
        const node = sketch.node(x * block, y * block, crossings === 'lights' || crossings === 'one-roundabout');
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
      const fast = { lanes, speed: arterial ? 60 / 3.6 : SPEED, class: 'primary' as const };
      if (x + 1 < size)
        sketch.street(here[0]!, sides[y * size + x + 1]![2]!, y % 2 === 0 && arterial ? fast : { lanes });
      if (y + 1 < size && !(tees && y % 2 === 1 && x % 2 === 1))
        sketch.street(here[1]!, sides[(y + 1) * size + x]![3]!, { lanes });
    }
  return sketch.map('grid');
}
