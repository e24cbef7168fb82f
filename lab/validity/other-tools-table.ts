import { join } from 'node:path';
import { buildCity } from '@itinera/city-build';
import { medianOf, shareOf, tableOf, withInterval } from './figures.js';
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
    const { valhalla_car, valhalla_foot, valhalla_bike, sumo_car } = figuresOf(city);
    const add = (quantity: string, compared: Compared) => rows.push([quantity, NAMES[city], ...cellsOf(compared)]);
    if (valhalla_car) add('distance by car, Valhalla', compareDistances(map, valhalla_car, 'car'));
    if (valhalla_foot) add('distance on foot, Valhalla', compareDistances(map, valhalla_foot, 'foot'));
    if (valhalla_bike) add('distance by bike, Valhalla', compareDistances(map, valhalla_bike, 'bike'));
    if (sumo_car) add('time driving, SUMO', compareDriving(map, sumo_car).driving);
  }
  rows.sort(([a], [b]) => a!.localeCompare(b!, 'en'));
  return tableOf(['quantity, peer', 'city', 'trips', 'ours / theirs, median', 'off by over 10 %, %'], rows);
}

function cellsOf({ ours, theirs, trips }: Compared): string[] {
  const ratios = ours.map((value, i) => value / theirs[i]!);
  return [
    `${ours.length} of ${trips}`,
    withInterval(medianOf(ratios), 3),
    withInterval(
      shareOf(ratios, (ratio) => Math.abs(ratio - 1) > OFF),
      1,
    ),
  ];
}
