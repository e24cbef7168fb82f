import type { LonLatBox } from '@itinera/city/browser';
import type { ElementCollector, OsmFile } from './elements.js';
import { PlaceElements, type PlaceExtract } from './place-elements.js';
import { StreetElements, type StreetExtract } from './street-elements.js';

/** Receives the current phase and its completed share. */
export type OnBuildProgress = (phase: string, share: number) => void;

/** Contents of a file that a city needs. */
export interface CityExtract {
  readonly streets: StreetExtract;
  /** Undefined if another thread reads them. */
  readonly places: PlaceExtract | undefined;
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
  { box, withPlaces, onProgress }: { box?: LonLatBox; withPlaces: boolean; onProgress?: OnBuildProgress | undefined },
): Promise<CityExtract> {
  const phase = (name: string) => (share: number) => onProgress?.(name, share);
  const streets = new StreetElements();
  const places = withPlaces ? new PlaceElements() : undefined;
  const read = passes(file, places ? [streets, places] : [streets], box);
  await read.relations(phase('reading relations'));
  await read.ways(phase('reading ways'));
  await streets.addTerminals(file, phase('reading ferry terminals'));
  await read.nodes(phase('reading nodes'));
  return { streets: streets.finished(file.header), places: places?.finished() };
}

/** Reads the places of a file alone. @throws UserError if the file is damaged */
export async function extractPlaces(file: OsmFile, box?: LonLatBox): Promise<PlaceExtract> {
  const places = new PlaceElements();
  const read = passes(file, [places], box);
  await read.relations();
  await read.ways();
  await read.nodes();
  return places.finished();
}

type Pass = (onProgress?: (share: number) => void) => Promise<void>;

function passes(
  file: OsmFile,
  collectors: readonly ElementCollector[],
  box: LonLatBox | undefined,
): Readonly<Record<'relations' | 'ways' | 'nodes', Pass>> {
  const isInside = insideTest(box);
  return {
    relations: (onProgress) =>
      file.visit(
        {
          relation: (id, members, tags) => {
            for (const each of collectors) each.relation(id, members, tags);
          },
        },
        onProgress,
      ),
    ways: (onProgress) =>
      file.visit(
        {
          way: (id, refs, tags) => {
            for (const each of collectors) each.way(id, refs, tags);
          },
          ...(collectors.length === 1 && { wayKeys: collectors[0].wayKeys }),
        },
        onProgress,
      ),
    nodes: (onProgress) =>
      file.visit(
        {
          node: (id, lon, lat, tags) => {
            if (!(Math.abs(lon) <= 180e7 && Math.abs(lat) <= 90e7)) return;
            for (const each of collectors) each.node(id, lon, lat, tags, isInside(lon, lat));
          },
        },
        onProgress,
      ),
  };
}

function insideTest(box: LonLatBox | undefined): (lon: number, lat: number) => boolean {
  if (!box) return () => true;
  const [west, south, east, north] = [box.west, box.south, box.east, box.north].map((degrees) => degrees * 1e7);
  return (lon, lat) => lon >= west && lon <= east && lat >= south && lat <= north;
}
