import { readFileSync } from 'node:fs';
import { show, tableOf } from './figures.js';
import { queueSeconds, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';

/** Mean seconds of SUMO, and the cars that it removed because they were stuck, by network and cars per hour. */
export type TrafficFigures = Readonly<
  Record<string, Readonly<Record<string, readonly [seconds: number, stuck: number]>>>
>;

export function sumoTraffic(): TrafficFigures {
  return JSON.parse(readFileSync('scripts/validity/figures/traffic.json', 'utf8'));
}

/** Mean travel times of random trips on networks under load, compared with SUMO. */
export function trafficTable(): string {
  const figures = sumoTraffic();
  const rows = TRAFFIC_CASES.flatMap(({ name, map: make, inward }) => {
    const map = make();
    return Object.entries(figures[name] ?? {}).map(([cars, [theirs, stuck]]) => {
      const trips = tripsOf(map, Number(cars), 1, inward);
      const mean = (seconds: readonly number[]) => seconds.reduce((sum, value) => sum + value, 0) / seconds.length;
      const free = mean(queueSeconds(map, trips, { congestion: 'off' }));
      const queue = mean(queueSeconds(map, trips));
      const target = stuck > 0 ? '0.75–1.3' : '0.9–1.1';
      return [
        name,
        cars,
        show(theirs, 0),
        String(stuck),
        show(free, 0),
        show(queue, 0),
        show(queue / theirs, 2),
        target,
      ];
    });
  });
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
