import { join } from 'node:path';
import { buildCity } from '@itinera/city-build';
import { medianOf, shareOf, show, tableOf, withInterval } from './figures.js';
import { mapsByRules, PEER_RULES } from './other-rules.js';
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
    if (sumo_car) add('time driving, SUMO', compareDriving(map, sumo_car));
  }
  rows.sort(([a], [b]) => a!.localeCompare(b!, 'en'));
  return tableOf(['quantity, peer', 'city', 'trips', 'ours / theirs, median', 'off by over 10 %, %'], rows);
}

/** Cities whose extracts are small enough to be built once per rule. */
const BY_RULES = ['monaco', 'helsinki'] as const;

/** The share of distances that differ, as the rules of Valhalla are followed one after the other: what explains them. */
export async function otherRulesTable(data: string): Promise<string> {
  const columns: string[][] = [];
  for (const city of BY_RULES) {
    const { valhalla_foot, valhalla_bike } = figuresOf(city);
    const [foot, bike]: string[][] = [[], []];
    for await (const { map } of mapsByRules(join(data, CITIES[city]))) {
      foot!.push(offAndMedian(compareDistances(map, valhalla_foot!, 'foot')));
      bike!.push(offAndMedian(compareDistances(map, valhalla_bike!, 'bike')));
    }
    columns.push(foot!, bike!);
  }
  const rows = ['as here', ...PEER_RULES.map(({ name }) => name)].map((name, i) => [
    name,
    ...columns.map((column) => column[i]!),
  ]);
  const heading = BY_RULES.flatMap((city) => [`${NAMES[city]} on foot`, `${NAMES[city]} by bike`]);
  return tableOf(['Valhalla …', ...heading], rows);
}

function offAndMedian({ ours, theirs }: Compared): string {
  const ratios = ours.map((value, i) => value / theirs[i]!);
  const off = shareOf(ratios, (ratio) => Math.abs(ratio - 1) > OFF).value;
  return `${show(off, 1)} %; ${show(medianOf(ratios).value, 3)}`;
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
