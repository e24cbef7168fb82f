import { join } from 'node:path';
import { buildCity } from '@itinera/city-build';
import { medianOf, shareOf, show, tableOf, withInterval } from './figures.js';
import {
  CITIES,
  type Compared,
  type ComparedCity,
  compareDistances,
  compareDriving,
  figuresOf,
} from './other-tools.js';

const NAMES: Readonly<Record<ComparedCity, string>> = {
  monaco: 'Monaco',
  helsinki: 'Helsinki',
  liechtenstein: 'Liechtenstein',
  harrisburg: 'Harrisburg',
  newport: 'Newport',
  honolulu: 'Honolulu',
  malta: 'Malta',
};
/** A trip with a larger deviation counts as off. */
export const OFF = 0.1;

/** Distances compared with Valhalla and driving times compared with SUMO, one row per city and quantity. */
export async function otherToolsTable(data: string): Promise<string> {
  const rows: string[][] = [];
  for (const city of Object.keys(CITIES) as ComparedCity[]) {
    const { map } = await buildCity(join(data, CITIES[city]));
    const { valhalla_car, valhalla_foot, sumo_car } = figuresOf(city);
    const add = (quantity: string, compared: Compared, wanted: string) =>
      rows.push([NAMES[city], quantity, ...cellsOf(compared), wanted]);
    const near = '0.99–1.01';
    if (valhalla_car) add('distance by car, Valhalla', compareDistances(map, valhalla_car, 'car'), near);
    if (valhalla_foot) add('distance on foot, Valhalla', compareDistances(map, valhalla_foot, 'foot'), near);
    if (sumo_car) {
      const { driving, withLights } = compareDriving(map, sumo_car);
      add('time driving, SUMO', driving, '0.97–1.03, off ≤ 5 %');
      add('time with lights, SUMO', withLights, 'programmes differ');
    }
  }
  return tableOf(
    ['city', 'quantity', 'trips', 'ours / theirs, median', 'ratio of sums', 'off by over 10 %, %', 'target'],
    rows,
  );
}

function cellsOf({ ours, theirs, trips }: Compared): string[] {
  const ratios = ours.map((value, i) => value / theirs[i]!);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [
    `${ours.length} of ${trips}`,
    withInterval(medianOf(ratios), 3),
    show(sum(ours) / sum(theirs), 3),
    withInterval(
      shareOf(ratios, (ratio) => Math.abs(ratio - 1) > OFF),
      1,
    ),
  ];
}
