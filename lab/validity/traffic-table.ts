import { readFileSync } from 'node:fs';
import { rangeOf, tableOf } from './figures.js';
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
 * There is no ratio where SUMO removes or keeps out more than 1 % of the cars. One row per network, over its demands.
 */
export async function trafficTable(data: string): Promise<string> {
  const figures = sumoTraffic();
  const rows: string[][] = [];
  for (const one of TRAFFIC_CASES) {
    const map = await one.map(data);
    const demands: Demand[] = [];
    for (const cars of one.demands) {
      const runs = (figures[one.name]?.[cars] ?? []).map(([theirs, stuck, keptOut], i) => {
        const trips = tripsOf(map, cars, one, SEEDS[i]);
        const queue = meanSeconds(queueSeconds(map, trips));
        return { theirs, lost: stuck + keptOut, queue, around: 100 * aroundShare(map, trips) };
      });
      if (runs.length === 0) continue;
      const all = (which: keyof (typeof runs)[0]) => runs.map((run) => run[which]);
      demands.push({
        cars,
        around: meanSeconds(all('around')),
        ratio: meanSeconds(all('queue')) / meanSeconds(all('theirs')),
        isFair: all('lost').every((lost) => lost <= TOLERATED * cars),
      });
    }
    if (demands.length > 0) rows.push(rowOf(one.name, demands));
  }
  return tableOf(['network', 'cars', 'queue / SUMO', 'no ratio from'], rows);
}

interface Demand {
  readonly cars: number;
  /** Percent of the trips with a U-turn. */
  readonly around: number;
  readonly ratio: number;
  readonly isFair: boolean;
}

function rowOf(name: string, demands: readonly Demand[]): string[] {
  const around = Math.round(Math.max(...demands.map((demand) => demand.around)));
  const fair = demands.filter(({ isFair }) => isFair);
  const unfair = demands.filter(({ isFair }) => !isFair);
  return [
    around === 0 ? name : `${name} (U-turns in ${around} % of the trips)`,
    rangeOf(fair.map(({ cars }) => cars)),
    rangeOf(
      fair.map(({ ratio }) => ratio),
      2,
    ),
    unfair.length === 0 ? '' : String(unfair[0]!.cars),
  ];
}
