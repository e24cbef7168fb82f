import { readFileSync } from 'node:fs';
import { show, tableOf } from './figures.js';
import { aroundShare, meanSeconds, queueSeconds, SEEDS, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';

/** Mean seconds of a run of SUMO, the cars that it removed because they were stuck, and those that it kept out. */
export type SumoRun = readonly [seconds: number, stuck: number, keptOut: number];
/** By network and number of cars, one for each seed. */
export type TrafficFigures = Readonly<Record<string, Readonly<Record<string, readonly SumoRun[]>>>>;

export function sumoTraffic(): TrafficFigures {
  return JSON.parse(readFileSync('lab/validity/figures/traffic.json', 'utf8'));
}

/** Share of the cars that SUMO may remove or keep out before its times say nothing about those who wanted to drive. */
const TOLERATED = 0.01;

/**
 * Mean travel times of random trips between places on either side of streets, on networks under load, compared with SUMO.
 * There is no ratio where SUMO removes or keeps out more than 1 % of the cars.
 */
export async function trafficTable(data: string): Promise<string> {
  const figures = sumoTraffic();
  const rows: string[][] = [];
  for (const one of TRAFFIC_CASES) {
    const map = await one.map(data);
    for (const cars of one.demands) {
      const runs = (figures[one.name]?.[cars] ?? []).map(([theirs, stuck, keptOut], i) => {
        const trips = tripsOf(map, cars, one, SEEDS[i]);
        const off = meanSeconds(queueSeconds(map, trips, { congestion: 'off' }));
        const queue = meanSeconds(queueSeconds(map, trips));
        return { theirs, lost: stuck + keptOut, off, queue, around: 100 * aroundShare(map, trips) };
      });
      if (runs.length === 0) continue;
      const all = (which: keyof (typeof runs)[0]) => runs.map((run) => run[which]);
      const isFair = all('lost').every((lost) => lost <= TOLERATED * cars);
      rows.push([
        one.name,
        String(cars),
        show(meanSeconds(all('around')), 0),
        withRange(all('theirs')),
        withRange(all('lost')),
        show(meanSeconds(all('off')), 0),
        withRange(all('queue')),
        isFair ? show(meanSeconds(all('queue')) / meanSeconds(all('theirs')), 2) : '–',
      ]);
    }
  }
  return tableOf(
    ['network', 'cars', 'U-turns, %', 'SUMO, s', 'lost by SUMO', '`congestion` off, s', 'queue, s', 'queue / SUMO'],
    rows,
  );
}

/** The mean, and the range of several values. */
function withRange(values: readonly number[]): string {
  const mean = show(meanSeconds(values), 0);
  return values.length > 1 ? `${mean} (${show(Math.min(...values), 0)}–${show(Math.max(...values), 0)})` : mean;
}
