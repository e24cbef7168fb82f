import { readFileSync } from 'node:fs';
import { show, tableOf } from './figures.js';
import { meanSeconds, queueSeconds, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';

/** Mean seconds of SUMO, and the cars that it removed because they were stuck, by network and cars per hour. */
export type TrafficFigures = Readonly<
  Record<string, Readonly<Record<string, readonly [seconds: number, stuck: number]>>>
>;

export function sumoTraffic(): TrafficFigures {
  return JSON.parse(readFileSync('scripts/validity/figures/traffic.json', 'utf8'));
}

/** Mean travel times of random trips on networks under load, compared with SUMO. */
export async function trafficTable(data: string): Promise<string> {
  const figures = sumoTraffic();
  const rows: string[][] = [];
  for (const { name, map: make, ...demand } of TRAFFIC_CASES) {
    const map = await make(data);
    for (const [cars, [theirs, stuck]] of Object.entries(figures[name] ?? {})) {
      const trips = tripsOf(map, Number(cars), demand);
      const free = meanSeconds(queueSeconds(map, trips, { congestion: 'off' }));
      const queue = meanSeconds(queueSeconds(map, trips));
      const target = stuck > 0 ? '0.75–1.3' : '0.9–1.1';
      rows.push([
        name,
        cars,
        show(theirs, 0),
        String(stuck),
        show(free, 0),
        show(queue, 0),
        show(queue / theirs, 2),
        target,
      ]);
    }
  }
  return tableOf(
    [
      'network',
      'cars per hour',
      'SUMO, s',
      'removed by SUMO',
      '`congestion` off, s',
      'queue, s',
      'queue / SUMO',
      'target',
    ],
    rows,
  );
}
