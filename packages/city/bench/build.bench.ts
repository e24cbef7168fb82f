import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCity } from '@itinera/city';

/** Blocks along a side of the made-up towns. */
const SIZES = [20, 40, 80];
const EXTRACTS: readonly [path: string, limitSeconds: number][] = [
  ['osm-monaco/monaco-latest.osm.pbf', 10],
  ['osm-liechtenstein/liechtenstein-latest.osm.pbf', 60],
];

/** How the cost of building a city grows with the city, and real extracts against their limits. */
export default async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'build-bench-'));
  try {
    await timed(await writeTown(folder, 10));
    const runs = [];
    for (const size of SIZES) {
      const path = await writeTown(folder, size);
      runs.push({ size, bytes: (await stat(path)).size, ...(await timed(path)) });
    }
    const cost = runs.map(({ seconds, junctions }) => seconds / junctions);
    console.log('MADE-UP towns of n × n blocks, four houses each, from .osm XML');
    console.table(
      runs.map(({ size, bytes, junctions, aois, seconds }, i) => ({
        blocks: `${size} × ${size}`,
        MB: (bytes / 1e6).toFixed(1),
        junctions,
        aois,
        seconds: seconds.toFixed(2),
        'cost per junction': `${(cost[i]! / cost[0]!).toFixed(2)} ×`,
      })),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
  const data = process.env.ITINERA_DATA;
  if (!data) return;
  console.log('Real extracts');
  for (const [name, limit] of EXTRACTS) {
    const path = join(data, name);
    if (!existsSync(path)) continue;
    const { seconds, junctions, aois } = await timed(path);
    const memory = process.memoryUsage().rss / 2 ** 20;
    console.log(
      `${name}: ${seconds.toFixed(2)} s (1/${(limit / seconds).toFixed(0)} of the limit of ${limit} s), ${junctions} junctions, ${aois} AOIs, ${memory.toFixed(0)} MB`,
    );
  }
}

async function timed(path: string): Promise<{ seconds: number; junctions: number; aois: number }> {
  const start = performance.now();
  const { report } = await buildCity(path);
  return { seconds: (performance.now() - start) / 1000, junctions: report.junctions, aois: report.aois };
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
