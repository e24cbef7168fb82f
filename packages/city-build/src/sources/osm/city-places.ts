import { ringCentroid } from '@itinera/city/browser';
import type { Path } from '../../layout/geometry.js';
import type { NetworkArea, NetworkPoi } from '../../layout/network.js';
import { PathRoom } from '../../layout/path-room.js';
import type { NodeStore } from './node-store.js';
import type { ExtractedArea, PlaceExtract } from './place-elements.js';
import type { Project } from './project.js';
import { assignHoles, joinRings } from './rings.js';

/** Areas and POIs of an extract in the plane. Outlines with missing nodes are omitted and counted. */
export function cityPlaces(
  extract: PlaceExtract,
  project: Project,
): { areas: NetworkArea[]; pois: NetworkPoi[]; brokenAreas: number } {
  const areas: NetworkArea[] = [];
  const pois: NetworkPoi[] = extract.pois.map(({ lon, lat, category, name, landUse, destination }) => {
    const { x, y } = project(lon, lat);
    return { x, y, category, name, landUse, destination };
  });
  const drawn = new Outlines(extract.nodes);
  let brokenAreas = 0;
  for (const extracted of extract.areas) {
    const outlines = drawn.of(extracted);
    if (outlines.length === 0) brokenAreas++;
    const { area, poi } = extracted;
    if (area) for (const { ring, holes } of outlines) areas.push({ ring, holes, ...area });
    // One point for a school with several grounds, on the first.
    if (poi && outlines.length > 0) pois.push({ ...ringCentroid(outlines[0].ring), ...poi });
  }
  return { areas, pois, brokenAreas };
}

/** The outlines of areas. */
class Outlines {
  readonly #room = new PathRoom();

  constructor(private readonly nodes: NodeStore) {}

  of({ outer, inner }: ExtractedArea): Pick<NetworkArea, 'ring' | 'holes'>[] {
    const outers = this.#paths(outer);
    if (inner.length === 0) return outers.map((ring) => ({ ring, holes: NO_HOLES }));
    const holes = assignHoles(outers, this.#paths(inner));
    return outers.map((ring, i) => ({ ring, holes: holes[i] }));
  }

  /** The rings of ways of which all nodes are in the file. */
  #paths(ways: readonly Int32Array[]): Path[] {
    const paths: Path[] = [];
    for (const ring of joinRings(ways)) {
      const path = this.#pathOf(ring);
      if (path) paths.push(path);
    }
    return paths;
  }

  #pathOf(ring: Int32Array): Path | undefined {
    const { nodes } = this;
    const path = this.#room.take(2 * ring.length);
    for (let i = 0; i < ring.length; i++) {
      const node = ring[i];
      if (!nodes.has(node)) return undefined;
      path[2 * i] = nodes.x[node];
      path[2 * i + 1] = nodes.y[node];
    }
    return path;
  }
}

const NO_HOLES: readonly Path[] = [];
