import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { CityMap } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { peer } from '../../packages/base/perf/peers.js';
import { type DifferenceKind, kindOf } from './difference-kinds.js';
import { type Cause, type Explained, TripExplainer } from './explain-trips.js';
import { medianOf, shareOf, show, tableOf, withInterval } from './figures.js';
import { type Distance, shortestTrips } from './other-tools.js';
import { type Pair, randomPairs } from './random-pairs.js';
import { StreetGraph } from './street-graph.js';
import { type Means, Valhalla } from './valhalla.js';

/** A trip whose length differs by more counts as off. */
export const OFF = 0.1;
/** Ways named per trip; the others are counted. */
const NAMED = 3;
/** Tags that decide who uses a way or passes a node. */
const DECIDING =
  /^(highway|area|access|foot|bicycle|vehicle|motor_vehicle|motorcar|oneway|service|barrier|locked|tracktype|sac_scale|mtb:scale|tunnel|bridge|level|route|railway)(:|$)/;
const BY: Readonly<Record<Means, string>> = { car: 'by car', bike: 'by bike', foot: 'on foot' };

/** Random trips on an extract that Valhalla routes, too, and an explanation of each that differs by more than 10 %. */
export interface Differences {
  readonly by: Means;
  readonly pairs: number;
  /** Our length by Valhalla's, of the pairs with a route here. */
  readonly ratios: readonly number[];
  readonly off: readonly Explained[];
}

/** Differences on an extract, by each means of travel. Needs Valhalla in the folder `ITINERA_PEERS`. */
export async function differencesOf(
  extract: string,
  means: readonly Means[],
  count: number,
  seed: number,
): Promise<Differences[]> {
  const program = peer('node_modules/@valhallajs/valhallajs');
  if (program === undefined) {
    console.error('Differences need Valhalla: npm install @valhallajs/valhallajs in a folder, named by ITINERA_PEERS.');
    process.exit(1);
  }
  const { map } = await buildCity(extract);
  const tiles = mkdtempSync(join(tmpdir(), 'tiles '));
  const all: Differences[] = [];
  try {
    for (const by of means)
      all.push(await differencesBy(extract, map, new Valhalla(program, extract, tiles, by), by, count, seed));
  } finally {
    rmSync(tiles, { recursive: true });
  }
  return all;
}

async function differencesBy(
  extract: string,
  map: CityMap,
  valhalla: Valhalla,
  by: Means,
  count: number,
  seed: number,
): Promise<Differences> {
  const graph = await StreetGraph.read(extract, by);
  const pairs = await randomPairs(graph, valhalla, by, count, seed);
  const rows = pairs.map(({ from, to, theirs }): Distance => [...from, ...to, theirs.metres]);
  const trips = shortestTrips(map, rows, by);
  const ratioOf = ({ theirs }: Pair, i: number) => (trips[i] ? trips[i].metres / theirs.metres : Infinity);
  const ratios = pairs.map(ratioOf);
  const explainer = new TripExplainer(graph, map, valhalla, by, OFF);
  const off: Explained[] = [];
  for (const [i, pair] of pairs.entries())
    if (Math.abs(ratios[i]! - 1) > OFF) off.push(await explainer.explain({ ...pair, ours: trips[i]! }));
  return { by, pairs: pairs.length, ratios: ratios.filter((ratio) => ratio < Infinity), off };
}

/** A row: the means, the number of pairs, the median ratio, the share that is off, and how many of them are explained. */
export function differenceRow(name: string, { by, pairs, ratios, off }: Differences): string[] {
  return [
    `${name}, ${BY[by]}`,
    `${ratios.length} of ${pairs}`,
    withInterval(medianOf(ratios), 3),
    withInterval(
      shareOf(ratios, (ratio) => Math.abs(ratio - 1) > OFF),
      1,
    ),
    `${off.filter(({ isExplained }) => isExplained).length} of ${off.length}`,
  ];
}

export const DIFFERENCE_HEADING = ['trips', 'pairs', 'ours / theirs, median', 'off by over 10 %, %', 'named'];

/** The kinds of causes, with the number of trips that each concerns. */
export function kindTable(all: readonly Differences[]): string {
  const counts = new Map<string, { readonly kind: DifferenceKind; trips: number }>();
  for (const { by, off } of all)
    for (const { causes } of off) {
      const kinds = new Map(causes.map((cause) => kindOf(cause, by)).map((kind) => [kind.name, kind]));
      for (const kind of kinds.values()) {
        const known = counts.get(kind.name);
        if (known) known.trips++;
        else counts.set(kind.name, { kind, trips: 1 });
      }
    }
  const rows = [...counts.values()].sort((a, b) => b.trips - a.trips || a.kind.name.localeCompare(b.kind.name, 'en'));
  return tableOf(
    ['trips', 'reason', 'who follows the tags'],
    rows.map(({ kind, trips }) => [String(trips), kind.name, kind.right]),
  );
}

/** Each trip that is off: both lengths, and the ways and nodes that only one of the two uses. */
export function tripTable(name: string, all: readonly Differences[]): string {
  const rows = all.flatMap(({ by, off }) =>
    [...off].sort((a, b) => ratioOf(b) - ratioOf(a)).map((explained) => tripRow(name, by, explained)),
  );
  return tableOf(['trip', 'from → to', 'ours, m', 'theirs, m', 'named'], rows);
}

const ratioOf = ({ trip }: Explained) => (trip.ours ? trip.ours.metres / trip.theirs.metres : Infinity);

function tripRow(name: string, by: Means, { trip, causes, isExplained }: Explained): string[] {
  const point = ([lon, lat]: readonly [number, number]) => `${lon.toFixed(5)} ${lat.toFixed(5)}`;
  const more = causes.length > NAMED ? `; ${causes.length - NAMED} more` : '';
  const named = causes.slice(0, NAMED).map(nameOf).join('; ') + more;
  return [
    `${name}, ${BY[by]}`,
    `${point(trip.from)} → ${point(trip.to)}`,
    trip.ours ? show(trip.ours.metres, 0) : 'no route',
    show(trip.theirs.metres, 0),
    isExplained ? named : `not explained${named && `; ${named}`}`,
  ];
}

function nameOf({ kind, id, tags, by, why, isCut }: Cause): string {
  const deciding = [...tags].filter(([key]) => DECIDING.test(key)).map(([key, text]) => `${key}=${text}`);
  const element = kind === 'node' || kind === 'turn' ? 'node' : 'way';
  const what =
    kind === 'way' || kind === 'node'
      ? by === 'ours'
        ? 'only here'
        : 'only Valhalla'
      : kind === 'turn'
        ? 'turn only here'
        : kind;
  const notes = [why, isCut ? 'cut by the extract' : ''].filter((note) => note !== '').join(', ');
  return `${what}: ${element} ${id}${deciding.length > 0 ? ` \`${deciding.join(' ')}\`` : ''}${notes && ` (${notes})`}`;
}

/** The name of an extract: that of its file. */
export function nameOfExtract(path: string): string {
  return basename(path).replace(/(-latest)?\.osm\.pbf$/, '');
}
