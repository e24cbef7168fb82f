import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type BuildReport, synthesizeCity } from '@itinera/city-build';
import { apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import { processorSeconds } from '../../base/perf/processor-seconds.js';
import type { Row } from '../../base/perf/row.js';
import { extracts } from '../../city/perf/extracts.js';
import { netconvert, streetsAlone, valhalla } from './peers.js';

const program = join(process.cwd(), 'packages/asbench/bin/asbench.js');
/** Blocks along a side of the synthetic towns. */
const SIZES = [40, 80, 160];
const EXTRACTS = [
  'osm-beijing-haidian/overpass_2021-03-17.json',
  'osm-monaco/monaco-latest.osm.pbf',
  'osm-helsinki-centre/Helsinki.osm.pbf',
  'osm-harrisburg/harrisburg.osm.pbf',
  'osm-liechtenstein/liechtenstein-latest.osm.pbf',
  'osm-gtfs-newport/newport-2023-06-13.osm.pbf',
  'osm-honolulu/honolulu.osm.pbf',
  'osm-malta/malta-latest.osm.pbf',
  'osm-porto-roads/porto_portugal.osm.pbf',
];

/** The cost of building maps: of synthetic towns by their size, of synthesising cities, and of real extracts. */
export default async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'build-bench-'));
  try {
    return [...(await towns(folder)), synthesis(), ...(await realExtracts(folder))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function towns(folder: string): Promise<Row[]> {
  const runs: (Build & { readonly peer: number | undefined })[] = [];
  for (const size of SIZES) {
    const path = await writeTown(folder, size);
    runs.push({ ...build(path, join(folder, 'town.pb')), peer: netconvert(path, folder) });
  }
  const junctions = runs.map((run) => run.junctions);
  const growth = (of: (run: Build) => number) => exponent(junctions, runs.map(of));
  const { seconds, megabytes, peer } = runs.at(-1)!;
  const work = `map of a SYNTHETIC town of ${junctions.at(-1)!.toLocaleString('en-GB')} junctions, .osm`;
  return [
    {
      work,
      ours: seconds,
      unit: 's',
      peer: { name: 'netconvert', cost: peer },
      exponent: growth((run) => run.seconds),
    },
    { work: `${work}: memory`, ours: megabytes, unit: 'MB', exponent: growth((run) => run.megabytes) },
  ];
}

function synthesis(): Row {
  const runs = (['village', 'town', 'city'] as const).map((size) => {
    const start = processorSeconds();
    const { count } = synthesizeCity({ seed: 2, size }).junctions;
    return { count, seconds: processorSeconds() - start };
  });
  const growth = exponent(
    runs.map(({ count }) => count),
    runs.map(({ seconds }) => seconds),
  );
  return { work: 'synthesizeCity, city', ours: runs.at(-1)!.seconds, unit: 's', exponent: growth };
}

async function realExtracts(folder: string): Promise<Row[]> {
  const output = join(folder, 'city.pb');
  const rows: Row[] = [];
  const quality = [];
  for (const path of extracts(EXTRACTS)) {
    const name = basename(dirname(path));
    const { run, peer } = inTurns(path, output);
    const [extract, map] = [(await stat(path)).size / 1e6, (await stat(output)).size / 1e6];
    const work = `map of ${name}`;
    rows.push({ work, ours: run.seconds, unit: 's', peer });
    rows.push({ work: `${work}, by the clock`, ours: run.wall, unit: 's' });
    rows.push({ work: `${work}: memory`, ours: run.megabytes, unit: 'MB' });
    // Without places, as Valhalla's.
    const streets = streetsAlone(path, folder);
    if (streets !== undefined) {
      const { run, peer } = inTurns(streets, output, ['--infer-aois', 'never']);
      rows.push({ work: `${work}, streets alone`, ours: run.seconds, unit: 's', peer });
    }
    const share = (aois: number) => `${(Math.floor((1000 * aois) / run.aois) / 10).toFixed(1)} %`;
    quality.push({
      extract: name,
      MB: extract.toFixed(1),
      'map, MB': map.toFixed(1),
      junctions: run.junctions,
      aois: run.aois,
      reached: share(run.reachable.any),
      'by car': share(run.reachable.drive),
      'on foot': share(run.reachable.walk),
      'left out': run.places.outOfReach,
      'km lived at': run.residentialStreets.km.toFixed(0),
      'without a gate': `${(100 * run.residentialStreets.withoutGate).toFixed(1)} %`,
    });
  }
  console.log('Places that can be reached and left; residential streets without a gate within 100 m');
  console.table(quality);
  return rows;
}

/** The medians of builds and of Valhalla's, which take turns: a single ratio varies by a tenth. */
function inTurns(
  extract: string,
  output: string,
  options?: readonly string[],
): { run: Build; peer: NonNullable<Row['peer']> } {
  const turns = [1, 2, 3].map(() => [build(extract, output, options), valhalla(extract, dirname(output))] as const);
  const [, run] = turns.map(([ours]) => ours).sort((a, b) => a.seconds - b.seconds);
  const [, cost] = turns.map(([, theirs]) => theirs).sort((a, b) => a! - b!);
  return { run: run!, peer: { name: 'Valhalla, streets alone', cost } };
}

interface Build extends Pick<BuildReport, 'junctions' | 'aois' | 'reachable' | 'places' | 'residentialStreets'> {
  readonly seconds: number;
  readonly wall: number;
  readonly megabytes: number;
}

/** Builds a map file from an extract with the command. */
function build(input: string, output: string, options: readonly string[] = []): Build {
  const words = ['map', 'build', input, '-o', output, '--json', ...options];
  const { printed, ...used } = apart([process.execPath, program, ...words]);
  return { ...(JSON.parse(printed) as BuildReport), ...used };
}

/** A grid of streets 100 m apart with four houses in each block. */
async function writeTown(folder: string, blocks: number): Promise<string> {
  const degree = 1 / 111_320;
  const lines: string[] = [];
  let id = 0;
  const node = (x: number, y: number) => {
    lines.push(`<node id="${++id}" lat="${(y * degree).toFixed(7)}" lon="${(x * degree).toFixed(7)}"/>`);
    return id;
  };
  const way = (refs: readonly number[], key: string, value: string) =>
    lines.push(
      `<way id="${++id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="${key}" v="${value}"/></way>`,
    );
  const n = blocks + 1;
  const corners = Array.from({ length: n * n }, (_, i) => node((i % n) * 100, Math.floor(i / n) * 100));
  const houses: number[][] = [];
  for (let b = 0; b < blocks * blocks * 4; b++) {
    const block = b >> 2;
    const x = (block % blocks) * 100 + (b & 1 ? 60 : 20);
    const y = Math.floor(block / blocks) * 100 + (b & 2 ? 60 : 20);
    const [sw, se, ne, nw] = [node(x, y), node(x + 15, y), node(x + 15, y + 15), node(x, y + 15)];
    houses.push([sw, se, ne, nw, sw]);
  }
  for (let i = 0; i < n; i++) {
    const across = corners.slice(i * n, (i + 1) * n);
    const up = Array.from({ length: n }, (_, k) => corners[k * n + i]!);
    for (const refs of [across, up]) way(refs, 'highway', i % 5 === 0 ? 'tertiary' : 'residential');
  }
  for (const house of houses) way(house, 'building', 'house');
  const path = join(folder, `town-${blocks}.osm`);
  await writeFile(path, `<osm version="0.6">\n${lines.join('\n')}\n</osm>\n`);
  return path;
}
