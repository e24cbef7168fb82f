import { DEGREE } from './elements.js';
import type { StreetExtract } from './street-elements.js';

const WORLD = 360 * DEGREE;

/** Centre of the bounding box of all streets, degrees; across the antimeridian if that is shorter. */
export function centreOf({
  roads,
  nodes,
}: Pick<StreetExtract, 'roads' | 'nodes'>): { lon: number; lat: number } | undefined {
  const lat = new Range();
  const lon = new Range();
  const lonFromZero = new Range();
  for (const road of roads) {
    // These cover long distances.
    if (road.tags.ferry) continue;
    for (const node of road.nodes) {
      if (!nodes.has(node)) continue;
      lat.add(nodes.lat[node]);
      lon.add(nodes.lon[node]);
      lonFromZero.add((nodes.lon[node] + WORLD) % WORLD);
    }
  }
  if (lat.isEmpty) return undefined;
  const middle = (lonFromZero.width < lon.width ? lonFromZero : lon).middle;
  return { lon: (middle > WORLD / 2 ? middle - WORLD : middle) / DEGREE, lat: lat.middle / DEGREE };
}

class Range {
  private least = Infinity;
  private most = -Infinity;

  add(value: number): void {
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
  }

  get isEmpty(): boolean {
    return this.least > this.most;
  }

  get width(): number {
    return this.most - this.least;
  }

  get middle(): number {
    return (this.least + this.most) / 2;
  }
}
