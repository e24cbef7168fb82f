import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CityMap, drawMap, writeMap } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { buildSync } from 'esbuild';
import { drawGeobleu } from './draw-geobleu.js';

/**
 * What the pictures of the pages are made of, so that a test can tell when one is stale without making it: the code that
 * draws it, without comments and layout, and the data that it shows, as far as they are quickly made.
 */
export interface PictureSource {
  /** In words, as the record of the pictures names it. */
  readonly name: string;
  /** Its bytes or text; null where it cannot be had here, such as without real data. */
  readonly read: () => string | Uint8Array | null | Promise<string | Uint8Array | null>;
}

/** Hash of the file and of each of its sources when it was made. */
export type PictureRecord = Readonly<Record<string, Readonly<Record<string, string>>>>;

const RECORD = join('scripts', 'pictures', 'pictures.json');
const program = join('packages', 'asbench', 'bin', 'asbench.js');
/** Width at which maps are compared. */
const MAP_WIDTH = 720;

/** The extract that the map of Monaco is made from, and people of YJMob100K; null without the folder of real data. */
export const MONACO = realData('osm-monaco', 'monaco-latest.osm.pbf');
export const YJMOB = realData('yjmob100k-sample', 'df_all_1k.csv.gz');

/** Pictures by their file in the project, with what each is made of. */
export const PICTURES: Readonly<Record<string, readonly PictureSource[]>> = {
  'docs/images/synthetic-town.png': [
    {
      name: 'drawing of the map',
      read: () => drawMap(synthesizeCity({ seed: 1, size: 'town' }), { width: MAP_WIDTH }),
    },
  ],
  'docs/images/monaco.png': [
    code('packages/city/src/map/draw-map.ts'),
    {
      name: 'drawing of the map',
      read: async () => (MONACO === null ? null : drawMap(await monaco(MONACO), { width: MAP_WIDTH })),
    },
  ],
  'docs/images/viewer-replay.webp': [
    code('packages/viewer/src/app/replay/replay-view.tsx'),
    { name: 'city', read: () => writeMap(synthesizeCity({ seed: 1, size: 'city' })) },
  ],
  'docs/images/viewer-scores.webp': [
    code('packages/viewer/src/app/pages/scores.tsx'),
    scores('DailyMobility', '--agent', 'diarist'),
  ],
  'docs/images/viewer-person.webp': [
    code('packages/viewer/src/app/pages/person.tsx'),
    scores('DailyMobility', '--agent', 'diarist'),
  ],
  'docs/images/viewer-storm.webp': [
    code('packages/viewer/src/app/pages/scores.tsx'),
    scores('HurricaneMobility', '--people', '300'),
  ],
  // The table of the tutorial is held to what its runs print.
  ...Object.fromEntries(
    [1, 2, 3].map((step) => [
      `docs/images/tutorial-${step}.webp`,
      [code('packages/viewer/src/app/pages/scores.tsx'), { name: 'score', read: () => rowOfTutorial(step) }],
    ]),
  ),
  'docs/geobleu.svg': [{ name: 'drawing', read: drawGeobleu }],
  'docs/measures-ditras.svg': [code('packages/asbench/src/measure-report/charts.ts')],
};

/** Hash of each source that can be had here. */
export async function sourcesNow(file: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { name, read } of PICTURES[file] ?? []) {
    const source = await read();
    if (source !== null) found[name] = hash(source);
  }
  return found;
}

export const readRecord = (): PictureRecord => JSON.parse(readFileSync(RECORD, 'utf8'));

/** Writes down what a picture that has just been made is made of. */
export async function recordPicture(file: string): Promise<void> {
  const made = { file: hashOfFile(file), ...(await sourcesNow(file)) };
  const all = Object.entries({ ...(existsSync(RECORD) ? readRecord() : {}), [file]: made });
  const sorted = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
}

export const hashOfFile = (file: string): string => hash(readFileSync(file));

function hash(source: string | Uint8Array): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

/** A module with all that it imports of its package, without comments, layout and names of its own. */
function code(entry: string): PictureSource {
  return {
    name: 'code that draws it',
    read: () => {
      const { outputFiles } = buildSync({
        entryPoints: [entry],
        outdir: 'build',
        bundle: true,
        minify: true,
        packages: 'external',
        format: 'esm',
        write: false,
      });
      return outputFiles.map(({ text }) => text).join('\n');
    },
  };
}

function realData(...path: readonly string[]): string | null {
  return process.env.ITINERA_DATA ? join(process.env.ITINERA_DATA, ...path) : null;
}

async function monaco(extract: string): Promise<CityMap> {
  return (await buildCity(extract, { name: 'Monaco' })).map;
}

const runs = new Map<string, string>();

/** What a run on demo data scores. */
function scores(...words: readonly string[]): PictureSource {
  return {
    name: 'scores',
    read: () => {
      const key = words.join(' ');
      if (!runs.has(key)) {
        const home = mkdtempSync(join(tmpdir(), 'pictures-'));
        try {
          const config = join(home, 'llm.yml');
          writeFileSync(config, 'llm: [{provider: scripted}]\n');
          const args = [program, '--home-dir', home, 'run', ...words, '--demo', '-c', config, '--json'];
          const out = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
          runs.set(key, JSON.stringify(JSON.parse(out).scores.documented));
        } finally {
          rmSync(home, { recursive: true });
        }
      }
      return runs.get(key)!;
    },
  };
}

function rowOfTutorial(step: number): string {
  const table = readFileSync('docs/tutorial.md', 'utf8').split('<!-- tutorial -->')[1]!;
  return table.split('\n').find((line) => line.startsWith(`| ${step} `))!;
}
