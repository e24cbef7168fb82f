import { rangeOf, tableOf } from './figures.js';
import { meanSeconds, queueSeconds, SEEDS, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';
import { sumoTraffic } from './traffic-table.js';

/** Traffic has broken down where trips take this many times as long as with the fewest cars. */
const BROKEN = 1.5;

/**
 * Cars per hour from which the traffic of a network breaks down, between steps of about 10 %: here and in SUMO, for the same
 * trips by seed.
 */
export async function breakdownTable(data: string): Promise<string> {
  const rows: string[][] = [];
  for (const one of TRAFFIC_CASES) {
    if (one.beyond === undefined) continue;
    const map = await one.map(data);
    const figures = sumoTraffic()[one.name]!;
    const demands = [...one.demands, ...one.beyond];
    const found = SEEDS.map((seed, run) => {
      const ours = (cars: number) => meanSeconds(queueSeconds(map, tripsOf(map, cars, one, seed)));
      const theirs = (cars: number) => figures[cars]![run]![0];
      return [breakdown(demands, ours), breakdown(demands, theirs)] as const;
    });
    const columns = [found.map(([ours]) => ours), found.map(([, theirs]) => theirs)];
    const ratios = found.map(([ours, theirs]) => ours / theirs);
    rows.push([one.name, ...columns.map((each) => rangeOf(each)), rangeOf(ratios, 2)]);
  }
  return tableOf(['network', 'here', 'SUMO', 'here / SUMO'], rows);
}

/** The demand from which trips take too long, by linear interpolation between those given, ascending; infinite if none is enough. */
function breakdown(demands: readonly number[], secondsOf: (cars: number) => number): number {
  const limit = BROKEN * secondsOf(demands[0]!);
  let [cars, seconds] = [0, 0];
  for (const more of demands) {
    const longer = secondsOf(more);
    if (longer > limit) return cars + ((more - cars) * (limit - seconds)) / (longer - seconds);
    [cars, seconds] = [more, longer];
  }
  return Infinity;
}
