import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type BuildReport, synthesizeCity } from '@itinera/city-build';
import { exponent } from '../../base/perf/exponent.js';
import type { Peer } from '../../base/perf/peers.js';
import { extracts } from '../../city/perf/extracts.js';
import { netconvert, valhalla } from './peers.js';

/** Memory of a Node process that has loaded the package and does nothing. */
const NODE_MEGABYTES = 65;
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

/** How the time and memory of building a city grow with its size, and the cost of real extracts per MB of their map. */
export default async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'build-bench-'));
  try {
    const runs = [];
    for (const size of SIZES) {
      const path = await writeTown(folder, size);
      const peer = netconvert(path, folder);
      runs.push({ size, bytes: (await stat(path)).size, ...build(path, join(folder, 'town.pb')), peer });
    }
    const cost = runs.map(({ seconds, junctions }) => seconds / junctions);
    console.log('SYNTHETIC towns of n × n blocks, four houses each, from .osm XML');
    console.table(
      runs.map(({ size, bytes, junctions, aois, seconds, megabytes, peer }, i) => ({
        blocks: `${size} × ${size}`,
        MB: (bytes / 1e6).toFixed(1),
        junctions,
        aois,
        seconds: seconds.toFixed(2),
        'time per junction': `${(cost[i]! / cost[0]!).toFixed(2)} ×`,
        memory: `${megabytes.toFixed(0)} MB`,
        netconvert: ratio(seconds, peer),
      })),
    );
    const growth = exponent(
      runs.map(({ junctions }) => junctions),
      runs.map(({ seconds }) => seconds),
    );
    console.log(`Time by number of junctions: exponent ${growth.toFixed(2)}`);
    synthesis();
    await realExtracts(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function synthesis(): void {
  const sizes = ['village', 'town', 'city'] as const;
  const rows = sizes.map((size) => {
    const start = performance.now();
    const map = synthesizeCity({ seed: 2, size });
    return { size, aois: map.aois.count, junctions: map.junctions.count, ms: performance.now() - start };
  });
  const cost = rows.map(({ ms, junctions }) => ms / junctions);
  console.table(
    rows.map(({ ms, ...row }, i) => ({
      ...row,
      ms: Math.round(ms),
      'cost per junction': `${(cost[i]! / cost[0]!).toFixed(2)} ×`,
    })),
  );
}

/** Our time in times of the peer's, which builds the streets of the same file in the same run. */
const ratio = (seconds: number, peer: Peer | undefined) =>
  peer ? `${(seconds / peer.seconds).toFixed(2)} × its ${peer.seconds.toFixed(2)} s` : 'did not run';

async function realExtracts(folder: string): Promise<void> {
  const output = join(folder, 'city.pb');
  const paths = extracts(EXTRACTS);
  if (paths.length === 0) return;
  const cost = [];
  const reach = [];
  for (const path of paths) {
    const name = basename(dirname(path));
    const run = build(path, output);
    const [extract, map] = [(await stat(path)).size / 1e6, (await stat(output)).size / 1e6];
    const share = (aois: number) => `${(Math.floor((1000 * aois) / run.aois) / 10).toFixed(1)} %`;
    cost.push({
      extract: name,
      MB: extract.toFixed(1),
      'map, MB': map.toFixed(1),
      seconds: run.seconds.toFixed(1),
      'by the clock': run.wall.toFixed(1),
      'memory, MB': run.megabytes.toFixed(0),
      's per MB': (run.seconds / extract).toFixed(1),
      'ms per MB of map': ((1000 * run.seconds) / map).toFixed(0),
      Valhalla: path.endsWith('.pbf') ? ratio(run.seconds, valhalla(path, folder)) : 'reads .osm.pbf only',
      'memory / map': ((run.megabytes - NODE_MEGABYTES) / map).toFixed(1),
    });
    reach.push({
      extract: name,
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
  console.log(
    `REAL extracts; memory is that of the whole process; relative to the map without Node's own ${NODE_MEGABYTES} MB`,
  );
  console.table(cost);
  console.log('Places that can be reached and left; residential streets without a gate within 100 m');
  console.table(reach);
}

interface Build extends Pick<BuildReport, 'junctions' | 'aois' | 'reachable' | 'places' | 'residentialStreets'> {
  /** Processor time, and the time by the clock. */
  readonly seconds: number;
  readonly wall: number;
  readonly megabytes: number;
}

/** Builds a map file from an extract as the command does, in a separate process, which reports its time and peak memory. */
function build(input: string, output: string): Build {
  const program = `
    import { setFlagsFromString } from 'node:v8';
    import { writeMapFile } from ${JSON.stringify(import.meta.resolve('@itinera/city'))};
    import { buildCity } from ${JSON.stringify(import.meta.resolve('@itinera/city-build'))};
    setFlagsFromString('--interrupt-budget=400000');
    const onMap = (map) => writeMapFile(${JSON.stringify(output)}, map);
    const { report } = await buildCity(${JSON.stringify(input)}, { onMap });
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const seconds = (userCPUTime + systemCPUTime) / 1e6;
    console.log(JSON.stringify({ ...report, seconds, wall: performance.now() / 1000, megabytes: maxRSS / 1024 }));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Build;
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
