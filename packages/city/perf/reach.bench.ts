import { basename } from 'node:path';
import { accessOfAois, type CityMap, openReach } from '@itinera/city';
import { buildCity, synthesizeCity } from '@itinera/city-build';
import { exponent } from '../../base/perf/exponent.js';
import { extracts, LARGE_EXTRACTS } from './extracts.js';

const MODES = ['car', 'walk'] as const;
const LIMITS = [900, 1800, 2700];
/** Residents of the SYNTHETIC cities. */
const SIZES = [25_000, 50_000, 100_000];
/** AOIs that are searched one by one. */
const SAMPLE = 100;

/**
 * AOIs within 15, 30 and 45 minutes of every AOI, compared with a Dijkstra search from each AOI (a sample of them), which
 * finds the same numbers. With `ITINERA_DATA`, including Honolulu.
 */
export default async function bench(): Promise<void> {
  const aois: number[] = [];
  const costs: Record<(typeof MODES)[number], number>[] = [];
  for (const size of SIZES) {
    const map = synthesizeCity({ seed: 1, size });
    aois.push(map.aois.count);
    costs.push(await measure(`SYNTHETIC, ${size} residents`, map));
  }
  const growth = MODES.map(
    (mode) =>
      `${exponent(
        aois,
        costs.map((cost) => cost[mode]),
      ).toFixed(2)} by ${mode}`,
  );
  console.log(`Cost of all AOIs by their number: exponent ${growth.join(', ')}`);
  for (const path of extracts(LARGE_EXTRACTS.slice(0, 1))) await measure(basename(path), (await buildCity(path)).map);
}

/** @returns processor seconds of all AOIs, by mode */
async function measure(name: string, map: CityMap) {
  const count = map.aois.count;
  console.log(`\n${name}: ${count} AOIs`);
  const rows = [];
  const seconds = { car: 0, walk: 0 };
  for (const mode of MODES) {
    const start = cpuSeconds();
    const open = openReach(map, null, { mode, limit: LIMITS.at(-1)! }, { isForMany: true });
    const weights = [new Float64Array(count).fill(1)];
    const sums = await accessOfAois(open, { limits: LIMITS, weights, threads: 1 });
    const all = cpuSeconds() - start;
    seconds[mode] = all;
    const { reach } = openReach(map, null, { mode, limit: LIMITS.at(-1)! });
    const sample = Array.from({ length: SAMPLE }, (_, i) => Math.floor((i * count) / SAMPLE));
    const sampleStart = cpuSeconds();
    const found = sample.map((aoi) => {
      const arrivals = reach.aois(reach.gates(aoi));
      arrivals[aoi] = 0;
      return LIMITS.map((limit) => arrivals.reduce((sum, time) => sum + (time <= limit ? 1 : 0), 0));
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
  return seconds;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
