import { readFileSync } from 'node:fs';
import { show, tableOf } from './figures.js';
import { meanSeconds, queueSeconds, seedsOf, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';

/** Mean seconds of a run of SUMO, and the cars that it removed because they were stuck. */
export type SumoRun = readonly [seconds: number, stuck: number];
/** By network and number of cars, one for each seed. */
export type TrafficFigures = Readonly<Record<string, Readonly<Record<string, readonly SumoRun[]>>>>;

export function sumoTraffic(): TrafficFigures {
  return JSON.parse(readFileSync('lab/validity/figures/traffic.json', 'utf8'));
}

/**
 * Mean travel times of random trips on networks under load, compared with SUMO. The target is that of a breakdown where demand
 * is near or beyond capacity, or SUMO removes cars.
 */
export async function trafficTable(data: string): Promise<string> {
  const figures = sumoTraffic();
  const rows: string[][] = [];
  for (const one of TRAFFIC_CASES) {
    const map = await one.map(data);
    for (const cars of one.demands) {
      const runs = (figures[one.name]?.[cars] ?? []).map(([theirs, stuck], i) => {
        const trips = tripsOf(map, cars, one, seedsOf(one, cars)[i]);
        const off = meanSeconds(queueSeconds(map, trips, { congestion: 'off' }));
        return { theirs, stuck, off, queue: meanSeconds(queueSeconds(map, trips)) };
      });
      if (runs.length === 0) continue;
      const all = (which: keyof (typeof runs)[0]) => runs.map((run) => run[which]);
      rows.push([
        one.name,
        String(cars),
        withRange(all('theirs')),
        withRange(all('stuck')),
        show(meanSeconds(all('off')), 0),
        withRange(all('queue')),
        show(meanSeconds(all('queue')) / meanSeconds(all('theirs')), 2),
        one.full?.includes(cars) || runs.some(({ stuck }) => stuck > 0) ? '0.75–1.3' : '0.9–1.1',
      ]);
    }
  }
  return tableOf(
    ['network', 'cars', 'SUMO, s', 'removed by SUMO', '`congestion` off, s', 'queue, s', 'queue / SUMO', 'target'],
    rows,
  );
}

/** The mean, and the range of several values. */
function withRange(values: readonly number[]): string {
  const mean = show(meanSeconds(values), 0);
  return values.length > 1 ? `${mean} (${show(Math.min(...values), 0)}–${show(Math.max(...values), 0)})` : mean;
}
