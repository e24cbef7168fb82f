import { existsSync } from 'node:fs';
import { join } from 'node:path';

const EXTRACTS = [
  'osm-monaco/monaco-latest.osm.pbf',
  'osm-beijing-haidian/overpass_2021-03-17.json',
  'osm-harrisburg/harrisburg.osm.pbf',
  'osm-helsinki-centre/Helsinki.osm.pbf',
  'osm-liechtenstein/liechtenstein-latest.osm.pbf',
];

/** Of larger cities. */
export const LARGE_EXTRACTS = ['osm-honolulu/honolulu.osm.pbf', 'osm-porto-roads/porto_portugal.osm.pbf'];

/** Paths of the OpenStreetMap extracts in the folder `ITINERA_DATA`; none when it is not set. */
export function extracts(names: readonly string[] = EXTRACTS): string[] {
  const data = process.env.ITINERA_DATA;
  return data ? names.map((name) => join(data, name)).filter((path) => existsSync(path)) : [];
}
