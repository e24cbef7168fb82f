import { basename } from 'node:path';
import { accessOfAois, type CityMap, openReach } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { extracts, LARGE_EXTRACTS } from './extracts.js';

const LIMITS = [900, 1800, 2700];
/** AOIs that are searched one by one. */
const SAMPLE = 100;

/**
 * AOIs within 15, 30 and 45 minutes of every AOI, compared with a Dijkstra search from each AOI (a sample of them), which
 * finds the same numbers. With `ITINERA_DATA`, including Honolulu.
 */
export default async function bench(): Promise<void> {
  await measure('SYNTHETIC, 100,000 residents', synthesizeCity({ seed: 1, size: 100_000 }));
  for (const path of extracts(LARGE_EXTRACTS.slice(0, 1))) await measure(basename(path), (await buildCity(path)).map);
}

async function measure(name: string, map: CityMap): Promise<void> {
  const count = map.aois.count;
  console.log(`\n${name}: ${count} AOIs`);
  const rows = [];
  for (const mode of ['car', 'walk'] as const) {
    const start = cpuSeconds();
    const open = openReach(map, null, { mode, limit: LIMITS.at(-1)! }, { isForMany: true });
    const weights = [new Float64Array(count).fill(1)];
    const sums = await accessOfAois(open, { limits: LIMITS, weights, threads: 1 });
    const all = cpuSeconds() - start;
    const { reach } = openReach(map, null, { mode, limit: LIMITS.at(-1)! });
    const sample = Array.from({ length: SAMPLE }, (_, i) => Math.floor((i * count) / SAMPLE));
    const sampleStart = cpuSeconds();
    const found = sample.map((aoi) => {
      const seconds = reach.aois(reach.gates(aoi));
      seconds[aoi] = 0;
      return LIMITS.map((limit) => seconds.reduce((sum, time) => sum + (time <= limit ? 1 : 0), 0));
    });
    const oneByOne = ((cpuSeconds() - sampleStart) / SAMPLE) * count;
    rows.push({
      mode,
      'all AOIs, s of CPU': all.toFixed(1),
      'one by one (extrapolated)': oneByOne.toFixed(1),
      ratio: (oneByOne / all).toFixed(1),
      'sums that differ': sample.filter((aoi, i) =>
        LIMITS.some((_, j) => sums[aoi * LIMITS.length + j] !== found[i]![j]),
      ).length,
    });
  }
  console.table(rows);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
