import type { LonLatBox } from '@itinera/city/browser';
import type { OsmFile, OsmVisitor } from './elements.js';
import { PlaceElements, type PlaceExtract } from './place-elements.js';
import { StreetElements, type StreetExtract } from './street-elements.js';

/** Receives the current phase and its completed share. */
export type OnBuildProgress = (phase: string, share: number) => void;

/** Contents of a file that a city needs. */
export interface CityExtract {
  readonly streets: StreetExtract;
  readonly places: PlaceExtract;
}

/**
 * Reads what a city needs from a file in three passes: relations, then ways, then their nodes. Memory grows with the selected
 * data, not with the file.
 *
 * @param box excludes everything outside
 * @throws UserError if the file is damaged
 */
export async function extractCity(
  file: OsmFile,
  { box, onProgress }: { box?: LonLatBox | undefined; onProgress?: OnBuildProgress | undefined },
): Promise<CityExtract> {
  const phase = (name: string) => (share: number) => onProgress?.(name, share);
  const streets = new StreetElements();
  const places = new PlaceElements();
  const relation: OsmVisitor['relation'] = (id, members, tags) => {
    streets.relation(id, members, tags);
    places.relation(id, members, tags);
  };
  await file.visit({ relation }, phase('reading relations'));
  const way: OsmVisitor['way'] = (id, refs, tags) => {
    streets.way(id, refs, tags);
    places.way(id, refs, tags);
  };
  await file.visit({ way }, phase('reading ways'));
  streets.addTerminals();
  const isInside = insideTest(box);
  const node: OsmVisitor['node'] = (id, lon, lat, tags) => {
    if (!(Math.abs(lon) <= 180e7 && Math.abs(lat) <= 90e7)) return;
    const inside = isInside(lon, lat);
    streets.node(id, lon, lat, tags, inside);
    places.node(id, lon, lat, tags, inside);
  };
  await file.visit({ node }, phase('reading nodes'));
  return { streets: streets.finished(file.header), places: places.finished() };
}

function insideTest(box: LonLatBox | undefined): (lon: number, lat: number) => boolean {
  if (!box) return () => true;
  const [west, south, east, north] = [box.west, box.south, box.east, box.north].map((degrees) => degrees * 1e7);
  return (lon, lat) => lon >= west && lon <= east && lat >= south && lat <= north;
}
