import { type Box, GROUND_LINES, type GroundShape, ringArea, simplifyLine } from '@itinera/city/browser';
import { boxAround, insideRing, signedRingArea } from '@itinera/city/map-making';
import { type Path, reversePath } from '../../layout/geometry.js';
import { BoxCut, cutLine } from './box-cut.js';
import { bridgeGaps } from './bridge-gaps.js';
import type { ExtractedShape } from './ground-elements.js';
import type { PlaceExtract } from './place-elements.js';
import type { Project } from './project.js';
import { joinWays } from './rings.js';

/** Margin around the streets: minimum in metres, and share of the longer side of their box. */
const MARGIN = { metres: 500, share: 0.15 };
/** Tolerance of lines: minimum in metres, and share of the longer side. */
const TOLERANCE = { metres: 0.5, share: 1 / 40_000 };
/** Areas smaller than the square of this many tolerances are omitted. */
const SMALLEST = 12;
/** With more points than this, the tolerance doubles: the ground must stay the smaller part of a map. */
const MOST_POINTS = 400_000;
/** Number of junctions that decide on which side of a broken border the land is. */
const PROBES = 400;
/** Maximum number of these junctions in the water. */
const MOST_IN_WATER = 0.08;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The ground of a city: water, woods, railways and so on, clipped to a box around its streets and simplified. */
export function cityGround(extract: PlaceExtract, project: Project, junctions: readonly Point[]): GroundShape[] {
  const streets = boxAround(Float64Array.from(junctions.flatMap(({ x, y }) => [x, y])));
  if (streets === undefined) return [];
  const side = Math.max(streets.east - streets.west, streets.north - streets.south);
  const margin = Math.max(MARGIN.metres, MARGIN.share * side);
  const box = {
    west: streets.west - margin,
    east: streets.east + margin,
    south: streets.south - margin,
    north: streets.north + margin,
  };
  const every = Math.ceil(junctions.length / PROBES);
  const probes = junctions.filter((_, i) => i % every === 0);
  const draft = new GroundDraft(extract, project, box, probes);
  const shapes = [...draft.coast(), ...extract.ground.shapes.flatMap((shape) => draft.shape(shape))];
  for (let tolerance = Math.max(TOLERANCE.metres, TOLERANCE.share * side); ; tolerance *= 2) {
    const drawn = shapes.flatMap((shape) => simplified(shape, tolerance));
    const points = drawn.reduce((sum, { parts }) => sum + parts.reduce((n, part) => n + part.length / 2, 0), 0);
    if (points <= MOST_POINTS) return [...drawn, ...draft.points()];
  }
}

class GroundDraft {
  constructor(
    private readonly extract: PlaceExtract,
    private readonly project: Project,
    private readonly box: Box,
    private readonly probes: readonly Point[],
  ) {}

  /** The sea: the area to the right of the coastline. */
  coast(): GroundShape[] {
    const { coast } = this.extract.ground;
    if (coast.length === 0) return [];
    const lines = bridgeGaps(joinWays(coast).flatMap(this.paths), this.box);
    const parts = this.#driest([true, false], (ahead) => {
      const cut = new BoxCut(lines, this.box, ahead);
      return cut.area(cut.isEdgeOnTheRight);
    });
    return parts.length === 0 ? [] : [{ kind: 'water', name: '', parts }];
  }

  shape({ kind, name, ways, isWhole }: ExtractedShape): GroundShape[] {
    const parts = GROUND_LINES.has(kind)
      ? ways.flatMap(this.paths).flatMap((path) => cutLine(path, this.box).map((xy) => Float64Array.from(xy)))
      : this.#area(joinWays(ways).flatMap(this.paths), isWhole || kind !== 'water');
    return parts.length === 0 ? [] : [{ kind, name, parts }];
  }

  points(): GroundShape[] {
    const { west, east, south, north } = this.box;
    return this.extract.ground.points.flatMap(({ kind, name, lon, lat }) => {
      const { x, y } = this.project(lon, lat);
      const isInside = x >= west && x <= east && y >= south && y <= north;
      return isInside ? [{ kind, name, parts: [Float64Array.of(x, y)] }] : [];
    });
  }

  #area(lines: readonly Path[], ringsOnly: boolean): Path[] {
    const rings = lines.filter((line) => line.length > 6 && line[0] === line.at(-2) && line[1] === line.at(-1));
    if (rings.length === lines.length || ringsOnly) {
      const cut = new BoxCut(rings, this.box);
      const { x, y } = cut.edgePoint;
      return cut.area(isWithin(rings, x, y));
    }
    // For water whose border is incomplete in the file, the side with fewer streets.
    const cut = new BoxCut(bridgeGaps(lines, this.box), this.box);
    return this.#driest([false, true], (withEdge) => cut.area(withEdge));
  }

  /** The area with the fewest junctions in it, the first of equals; none if every choice would flood the city. */
  #driest(choices: readonly boolean[], areaOf: (choice: boolean) => Path[]): Path[] {
    const [best] = choices
      .map(areaOf)
      .map((area) => ({ area, share: this.#shareWithin(area) }))
      .sort((a, b) => a.share - b.share);
    return best.share <= MOST_IN_WATER ? best.area : [];
  }

  #shareWithin(area: readonly Path[]): number {
    return this.probes.filter(({ x, y }) => isWithin(area, x, y)).length / this.probes.length;
  }

  /** A way in the plane, split where nodes are missing. */
  private readonly paths = (way: Int32Array): Path[] => {
    const { nodes } = this.extract;
    const parts: Path[] = [];
    const path = new Float64Array(2 * way.length);
    let length = 0;
    const end = () => {
      if (length > 2) parts.push(path.slice(0, length));
      length = 0;
    };
    for (let i = 0; i < way.length; i++) {
      const node = way[i];
      if (!nodes.isPlaced(node)) {
        end();
        continue;
      }
      path[length++] = nodes.x[node];
      path[length++] = nodes.y[node];
    }
    end();
    return parts;
  };
}

/** Whether a point is inside, by the even-odd rule. */
function isWithin(rings: readonly Path[], x: number, y: number): boolean {
  return rings.reduce((within, ring) => within !== insideRing(ring, x, y), false);
}

/** The shape with only the points that its outline needs, or none if it would be invisible. */
function simplified({ kind, name, parts }: GroundShape, tolerance: number): GroundShape[] {
  const isLine = GROUND_LINES.has(kind);
  const kept = parts.flatMap((part) => {
    const line = isLine ? part : closed(part);
    const points = simplifyLine(line, 0, line.length / 2, tolerance);
    const path = new Float64Array(2 * (isLine ? points.length : points.length - 1));
    for (let i = 0; i < path.length; i++) path[i] = line[2 * points[i >> 1] + (i & 1)];
    return isLine || (path.length >= 6 && ringArea(path) >= (SMALLEST * tolerance) ** 2) ? [path] : [];
  });
  if (kept.length === 0) return [];
  return [{ kind, name, parts: isLine ? kept : kept.map((ring) => oriented(ring, kept)) }];
}

/** A ring with its first point repeated at its end. */
function closed(ring: Path): Path {
  const line = new Float64Array(ring.length + 2);
  line.set(ring);
  line.set(ring.subarray(0, 2), ring.length);
  return line;
}

/** Outlines are anticlockwise, holes clockwise. */
function oriented(ring: Path, rings: readonly Path[]): Path {
  const isHole = rings.filter((other) => other !== ring && insideRing(other, ring[0], ring[1])).length % 2 === 1;
  return signedRingArea(ring) > 0 === isHole ? reversePath(ring) : ring;
}
