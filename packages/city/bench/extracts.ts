import { existsSync } from 'node:fs';
import { join } from 'node:path';

const EXTRACTS = [
  'osm-monaco/monaco-latest.osm.pbf',
  'osm-beijing-haidian/overpass_2021-03-17.json',
  'osm-harrisburg/harrisburg.osm.pbf',
  'osm-helsinki-centre/Helsinki.osm.pbf',
  'osm-liechtenstein/liechtenstein-latest.osm.pbf',
];

/** Paths of the OpenStreetMap extracts in the folder `ITINERA_DATA`; none when it is not set. */
export function extracts(): string[] {
  const data = process.env.ITINERA_DATA;
  return data ? EXTRACTS.map((name) => join(data, name)).filter((path) => existsSync(path)) : [];
}
