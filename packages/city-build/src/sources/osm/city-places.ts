import { ringCentroid } from '@itinera/city/browser';
import type { Path } from '../../layout/geometry.js';
import type { NetworkArea, NetworkPoi } from '../../layout/network.js';
import type { ExtractedArea, PlaceExtract } from './place-elements.js';
import { assignHoles, joinRings } from './rings.js';
import type { Project } from './split-ways.js';

/** Areas and POIs of an extract in the plane. Outlines with missing nodes are omitted and counted. */
export function cityPlaces(
  extract: PlaceExtract,
  project: Project,
): { areas: NetworkArea[]; pois: NetworkPoi[]; brokenAreas: number } {
  const areas: NetworkArea[] = [];
  const pois: NetworkPoi[] = extract.pois.map(({ lon, lat, category, name, landUse, destination }) => {
    const [x, y] = project(lon, lat);
    return { x, y, category, name, landUse, destination };
  });
  let brokenAreas = 0;
  for (const extracted of extract.areas) {
    const outlines = outlinesOf(extracted, extract, project);
    if (outlines.length === 0) brokenAreas++;
    const { area, poi } = extracted;
    if (area) for (const { ring, holes } of outlines) areas.push({ ring, holes, ...area });
    // One point for a school with several grounds, on the first.
    if (poi && outlines.length > 0) pois.push({ ...ringCentroid(outlines[0].ring), ...poi });
  }
  return { areas, pois, brokenAreas };
}

function outlinesOf(
  { outer, inner }: ExtractedArea,
  { nodes }: PlaceExtract,
  project: Project,
): Pick<NetworkArea, 'ring' | 'holes'>[] {
  const complete = (ring: Int32Array) => ring.every((node) => nodes.has(node));
  const toPath = (ring: Int32Array): Path => {
    const path = new Float64Array(2 * ring.length);
    ring.forEach((node, i) => {
      const [x, y] = project(nodes.lon[node], nodes.lat[node]);
      path[2 * i] = x;
      path[2 * i + 1] = y;
    });
    return path;
  };
  const outers = joinRings(outer).filter(complete).map(toPath);
  const holes = assignHoles(outers, joinRings(inner).filter(complete).map(toPath));
  return outers.map((ring, i) => ({ ring, holes: holes[i] }));
}
