import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CityMap, drawMap } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { CITIES } from './cities.js';
import { drawDiaryCalls } from './draw-diary-calls.js';
import { drawGeobleu } from './draw-geobleu.js';
import { realData } from './real-data.js';

/**
 * Data that a picture of the pages shows. A test compares their hashes with those from when the picture was taken, to
 * detect stale pictures without retaking them.
 */
export interface PictureSource {
  /** Its name in the record. */
  readonly name: string;
  /** Returns its bytes or text; null if they are not available, as without real data. Runs are written into the home. */
  readonly read: (home: string, asbench: Asbench) => string | Uint8Array | null | Promise<string | Uint8Array | null>;
}

/** Runs a command line of the program and returns its output. */
type Asbench = (...words: string[]) => string | Promise<string>;

/** Hashes of each file and of its sources when it was taken. */
export type PictureRecord = Readonly<Record<string, Readonly<Record<string, string>>>>;

const RECORD = join('lab', 'pictures', 'pictures.json');
const program = join('packages', 'asbench', 'bin', 'asbench.js');
/** Width at which maps are compared. */
const MAP_WIDTH = 720;

/** The extracts of Honolulu and Monaco, and the people of YJMob100K; null without the folder of real data. */
export const HONOLULU = realData('osm-honolulu', 'honolulu.osm.pbf');
export const MONACO = realData('osm-monaco', 'monaco-latest.osm.pbf');
export const YJMOB = realData('yjmob100k-sample', 'df_all_1k.csv.gz');

/** The pictures by file, each with its sources. */
export const PICTURES: Readonly<Record<string, readonly PictureSource[]>> = {
  ...Object.fromEntries(
    CITIES.map(({ name, extract }) => [
      `docs/images/${name}.webp`,
      [{ name: 'extract', read: () => (extract === null ? null : readFileSync(extract)) }],
    ]),
  ),
  'docs/images/synthetic-town.png': [
    {
      name: 'drawing of the map',
      read: () => drawMap(synthesizeCity({ seed: 1, size: 'town' }), { width: MAP_WIDTH }),
    },
  ],
  'docs/images/monaco.png': [
    {
      name: 'drawing of the map',
      read: async () => (MONACO === null ? null : drawMap(await monaco(MONACO), { width: MAP_WIDTH })),
    },
  ],
  'docs/images/viewer-replay.webp': [
    { name: 'extract', read: () => (HONOLULU === null ? null : readFileSync(HONOLULU)) },
  ],
  'docs/images/viewer-scores.webp': [scores('DailyMobility', '--agent', 'diarist')],
  'docs/images/viewer-person.webp': [scores('DailyMobility', '--agent', 'diarist')],
  'docs/images/viewer-storm.webp': [scores('HurricaneMobility')],
  // A test compares the tutorial's table with its runs.
  ...Object.fromEntries(
    [1, 2, 3].map((step) => [
      `docs/images/tutorial-${step}.webp`,
      [{ name: 'score', read: () => rowOfTutorial(step) }],
    ]),
  ),
  'docs/images/close-a-bridge.svg': [
    {
      name: 'drawing of the map',
      read: () => drawMap(synthesizeCity({ seed: 1, size: 'village' }), { width: MAP_WIDTH }),
    },
    { name: 'scenario', read: closedBridge },
  ],
  'docs/images/diary-calls.svg': [
    { name: 'drawing', read: () => drawDiaryCalls(readFileSync('lab/tables/diary.md', 'utf8')) },
  ],
  'docs/geobleu.svg': [{ name: 'drawing', read: drawGeobleu }],
  'docs/measures-ditras.svg': [],
};

/** Returns the hash of each available source. */
export async function sourcesNow(
  file: string,
  home: string,
  asbench: Asbench = asProcess,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { name, read } of PICTURES[file] ?? []) {
    const source = await read(home, asbench);
    if (source !== null) found[name] = hash(source);
  }
  return found;
}

export const readRecord = (): PictureRecord => JSON.parse(readFileSync(RECORD, 'utf8'));

/** Records the sources of a picture that has just been taken. */
export async function recordPicture(file: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'pictures-'));
  const now = await sourcesNow(file, home).finally(() => rmSync(home, { recursive: true }));
  const made = { file: hashOfFile(file), ...now };
  const all = Object.entries({ ...(existsSync(RECORD) ? readRecord() : {}), [file]: made });
  const sorted = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
}

export const hashOfFile = (file: string): string => hash(readFileSync(file));

function hash(source: string | Uint8Array): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

async function monaco(extract: string): Promise<CityMap> {
  return (await buildCity(extract, { name: 'Monaco' })).map;
}

const asProcess: Asbench = (...words) =>
  execFileSync(process.execPath, [program, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const runs = new Map<string, string>();

/** Scores of a small run on demo data: they change when those of the run in the picture do. */
function scores(...words: readonly string[]): PictureSource {
  return {
    name: 'scores',
    read: async (home, asbench) => {
      const key = words.join(' ');
      if (!runs.has(key)) {
        const config = join(home, 'llm.yml');
        writeFileSync(config, 'llm: [{provider: scripted}]\n');
        const options = ['--people', '10', '--threads', '1', '--demo', '-c', config, '--json'];
        const out = await asbench('--home-dir', home, 'run', ...words, ...options);
        runs.set(key, JSON.stringify(JSON.parse(out).scores.documented));
      }
      return runs.get(key)!;
    },
  };
}

/** The first scenario of the page on scenarios, as YAML. */
export function closedBridge(): string {
  return readFileSync('docs/what-if.md', 'utf8').split('<!-- file: bridge.yml -->\n```yaml\n')[1]!.split('```')[0]!;
}

function rowOfTutorial(step: number): string {
  const table = readFileSync('docs/tutorial.md', 'utf8').split('<!-- tutorial -->')[1]!;
  return table.split('\n').find((line) => line.startsWith(`| ${step} `))!;
}
