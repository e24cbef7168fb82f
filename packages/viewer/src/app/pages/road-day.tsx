import { clock, count } from '../../wire/format.js';
import type { RunTrafficReport } from '../../wire/traffic.js';
import { Bars } from '../charts/findings.js';
import type { City } from '../player/city.js';

export interface RoadDayProps {
  readonly names: readonly string[];
  readonly reports: readonly RunTrafficReport[];
  readonly city: City;
  readonly row: number;
}

/** Cars and their delay on a road by hour, of one run or two. */
export function RoadDay({ names, reports, city, row }: RoadDayProps) {
  const of = reports.map(({ cells }) => {
    const found = new Map<number, readonly [cars: number, lost: number]>();
    for (let i = 0; i < cells.row.length; i++)
      if (cells.row[i] === row)
        found.set(cells.hour[i]!, [cells.cars[i]!, Math.max(0, cells.seconds[i]! - cells.freeSeconds[i]!)]);
    return found;
  });
  const hours = [...new Set(reports.flatMap((one) => one.hours.map(({ hour }) => hour)))].sort((a, b) => a - b);
  const name = city.nameOfRoad(row);
  const cars = `${name}: cars on it by hour, entering or standing`;
  const axis = { label: (i: number) => clock(3600 * hours[i]!), every: hours.length / 6 };
  const values = (part: 0 | 1) => of.map((found) => hours.map((hour) => found.get(hour)?.[part] ?? 0));
  const named = (unit: string) => (names.length === 1 ? [unit] : names);
  return (
    <div class="two">
      <Bars title={cars} names={named('cars')} rows={values(0)} {...axis} say={count} />
      <Bars title={`${name}: delay per car, seconds`} names={named('seconds')} rows={values(1)} {...axis} say={count} />
    </div>
  );
}
