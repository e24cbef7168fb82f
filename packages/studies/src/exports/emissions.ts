import { SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@itinera/base';
import { CO2_PER_LITRE, type Fuel, litresOf, MotionStatus, type MovementSettings, middleLane } from '@itinera/city';
import { studentQuantile } from '@itinera/metrics';
import { type RouteRow, type RunFolder, readManifest, readRoutes, requireFinished } from '@itinera/run';
import { openGeography } from './export-run.js';
import type { ExportTable } from './export-table.js';
import type { Geography } from './geography.js';
import { requireRoutes } from './tables.js';
import { tableOfItems } from './write-table.js';

/** Driving and what it uses. */
export interface CarUse {
  readonly km: number;
  readonly hours: number;
  readonly litres: number;
  readonly kgCo2: number;
}

export interface RunEmissions {
  readonly fuel: Fuel;
  readonly days: number;
  readonly people: number;
  /** Real vehicles per simulated one, in everything but `persons`. */
  readonly scale: number;
  readonly total: CarUse;
  /**
   * 95 % interval of the total, kg of CO2: by chance of who lives there, over people, those who do not drive included. It does not
   * contain how far consumption differs from that of the average car. Null if fewer than ten people drive.
   */
  readonly kgCo2Interval: readonly [low: number, high: number] | null;
  /** Row of the map, and vehicles that entered the road. */
  readonly roads: readonly (CarUse & { readonly row: number; readonly vehicles: number })[];
  /** By hour since the first midnight. */
  readonly hours: readonly (CarUse & { readonly hour: number })[];
  /** By speed limit: up to 30, 50 and 80 km/h, and above. */
  readonly limits: readonly (CarUse & { readonly limit: string })[];
  /** People who drive, by id. */
  readonly persons: readonly (CarUse & { readonly id: number })[];
  readonly geography: Geography;
}

export const EMISSION_TABLES = ['roads', 'hours', 'people'] as const;
export type EmissionTableName = (typeof EMISSION_TABLES)[number];

const LIMITS = [30, 50, 80] as const;
/** Fewer people who drive cannot show how much others would. */
const LEAST_DRIVERS = 10;

/** A road on a route by car, with the junction after it. */
export interface DrivenRoad {
  /** Row of the map; -1 if the route begins in a junction. */
  readonly road: number;
  /** When it is entered, seconds since the first midnight. */
  readonly time: number;
  readonly metres: number;
  /** Until the next road is entered, waiting included. */
  readonly seconds: number;
  /** The same at the speed limits. */
  readonly freeSeconds: number;
}

/** The roads of a leg by car. */
export function* drivenRoads(
  { lanes, begin, startS, endS, entered, reached }: RouteRow,
  geography: Geography,
): Generator<DrivenRoad> {
  const { map } = geography;
  const last = lanes.length - 1;
  let road = -1;
  let [first, metres, freeSeconds] = [0, 0, 0];
  const link = (end: number): DrivenRoad => ({
    road,
    time: begin + entered[first]! / 1000,
    metres,
    seconds: (end - entered[first]!) / 1000,
    freeSeconds,
  });
  for (let i = 0; i <= last; i++) {
    const next = geography.roadOfLane(lanes[i]!);
    if (next >= 0 && next !== road) {
      if (i > 0) yield link(entered[i]!);
      [road, first, metres, freeSeconds] = [next, i, 0, 0];
    }
    const lane = map.laneIndex(lanes[i]!);
    const own = Math.max(0, (i === last ? endS : (map.lanes.length[lane] ?? 0)) - (i === 0 ? startS : 0));
    metres += own;
    freeSeconds += own / (map.lanes.maxSpeed[lane] || Infinity);
  }
  if (last >= 0) yield link(reached[last]!);
}

/** The parts of a passage over the hours, or other slots of time, in which the car is on the road: slot and share of its seconds. */
export function* slotShares(
  { time, seconds }: Pick<DrivenRoad, 'time' | 'seconds'>,
  slotSeconds: number,
): Generator<[slot: number, share: number]> {
  const first = Math.floor(time / slotSeconds);
  for (let slot = first; slot === first || slot * slotSeconds < time + seconds; slot++) {
    const within = Math.min(time + seconds, (slot + 1) * slotSeconds) - Math.max(time, slot * slotSeconds);
    yield [slot, seconds > 0 ? within / seconds : 1];
  }
}

/** Litres that a person's legs by car use. */
export function litresOfRoutes(routes: readonly RouteRow[], geography: Geography, fuel: Fuel): number {
  let litres = 0;
  for (const route of routes)
    if (route.status === MotionStatus.DRIVING)
      for (const { metres, seconds } of drivenRoads(route, geography)) litres += litresOf(fuel, metres, seconds);
  return litres;
}

/**
 * Fuel and CO2 of the cars of a run, by the average speed on each road including the junction after it.
 * @param options `scale`: real vehicles per simulated one; default: by the `sampleFactor` of the run
 * @throws UserError if the run is not finished or has no routes
 */
export async function emissionsOfRun(
  folder: RunFolder,
  {
    home,
    map,
    fuel = 'petrol',
    scale: given,
  }: { readonly home?: string; readonly map?: string; readonly fuel?: Fuel; readonly scale?: number } = {},
): Promise<RunEmissions> {
  const manifest = readManifest(folder);
  requireFinished(folder, manifest.state === 'finished');
  requireRoutes({ folder, manifest });
  const { sampleFactor = 1 } = (manifest.movement ?? {}) as MovementSettings;
  const scale = given ?? 1 / sampleFactor;
  const geography = await openGeography(folder, { home, map });
  const sums = { all: new Sums(), roads: new Sums(), hours: new Sums(), limits: new Sums(), persons: new Sums() };
  const classes = limitClasses(geography);
  for (const route of readRoutes(folder, manifest)) {
    if (route.status !== MotionStatus.DRIVING) continue;
    for (const passage of drivenRoads(route, geography)) {
      const { road, metres, seconds } = passage;
      const litres = litresOf(fuel, metres, seconds);
      const add = (to: Sums, key: number, share = 1) => to.add(key, share * metres, share * seconds, share * litres);
      add(sums.all, 0);
      for (const [hour, share] of slotShares(passage, SECONDS_PER_HOUR)) add(sums.hours, hour, share);
      add(sums.persons, route.id);
      if (road < 0) continue;
      add(sums.roads, road);
      add(sums.limits, classes[road]!);
    }
  }
  const perLitre = CO2_PER_LITRE[fuel];
  const [all] = sums.all.rows(scale, perLitre);
  const persons = sums.persons.rows(1, perLitre).map(({ key: id, count: _, ...use }) => ({ id, ...use }));
  return {
    fuel,
    days: (manifest.clock.steps * manifest.clock.stepSeconds) / SECONDS_PER_DAY,
    people: manifest.people,
    scale,
    total: { km: all?.km ?? 0, hours: all?.hours ?? 0, litres: all?.litres ?? 0, kgCo2: all?.kgCo2 ?? 0 },
    roads: sums.roads.rows(scale, perLitre).map(({ key: row, count: vehicles, ...use }) => ({ row, vehicles, ...use })),
    hours: sums.hours.rows(scale, perLitre).map(({ key: hour, count: _, ...use }) => ({ hour, ...use })),
    limits: sums.limits.rows(scale, perLitre).map(({ key, count: _, ...use }) => ({ limit: limitName(key), ...use })),
    kgCo2Interval: intervalOfSum(
      persons.map(({ kgCo2 }) => kgCo2 * scale),
      manifest.people,
    ),
    persons,
    geography,
  };
}

/** The 95 % interval of a sum over people, most of whom may be zero and not listed; none below zero. */
function intervalOfSum(values: readonly number[], people: number): [low: number, high: number] | null {
  if (values.length < LEAST_DRIVERS) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  const mean = sum / people;
  const squares = values.reduce((all, value) => all + (value - mean) ** 2, (people - values.length) * mean ** 2);
  const half = studentQuantile(people - 1) * Math.sqrt((people * squares) / (people - 1));
  return [Math.max(0, sum - half), sum + half];
}

/** Sums of driving by key. */
class Sums {
  readonly #rows = new Map<number, { count: number; metres: number; seconds: number; litres: number }>();

  add(key: number, metres: number, seconds: number, litres: number): void {
    const row = this.#rows.get(key) ?? { count: 0, metres: 0, seconds: 0, litres: 0 };
    this.#rows.set(key, row);
    row.count++;
    row.metres += metres;
    row.seconds += seconds;
    row.litres += litres;
  }

  /** By key. */
  rows(scale: number, kgPerLitre: number): (CarUse & { readonly key: number; readonly count: number })[] {
    return [...this.#rows]
      .sort(([a], [b]) => a - b)
      .map(([key, { count, metres, seconds, litres }]) => ({
        key,
        count: count * scale,
        km: (metres / 1000) * scale,
        hours: (seconds / SECONDS_PER_HOUR) * scale,
        litres: litres * scale,
        kgCo2: litres * kgPerLitre * scale,
      }));
  }
}

/** The class of the speed limit of each road. */
function limitClasses({ map }: Geography): Uint8Array {
  return Uint8Array.from({ length: map.roads.count }, (_, road) => {
    const kmh = 3.6 * (map.lanes.maxSpeed[middleLane(map, road)] ?? 0);
    const at = LIMITS.findIndex((limit) => kmh <= limit + 0.5);
    return at < 0 ? LIMITS.length : at;
  });
}

function limitName(at: number): string {
  return at < LIMITS.length ? `up to ${LIMITS[at]} km/h` : `above ${LIMITS.at(-1)} km/h`;
}

const USE = { km: 'real', hours: 'real', litres: 'real', kg_co2: 'real' } as const;
const cells = ({ km, hours, litres, kgCo2 }: CarUse) => ({ km, hours, litres, kg_co2: kgCo2 });

/** A table of the emissions of a run; roads are lines. */
export function emissionTable({ geography, ...emissions }: RunEmissions, name: EmissionTableName): ExportTable {
  const { map } = geography;
  if (name === 'roads')
    return tableOfItems(
      name,
      { road: 'whole', name: 'text', vehicles: 'real', ...USE },
      'line',
      emissions.roads,
      ({ row, vehicles, ...use }) => {
        const coordinates = geography.road(row);
        const own = { road: map.roads.id[row]!, name: map.text(map.roads.name[row]!), vehicles, ...cells(use) };
        return { row: own, geometry: coordinates.length > 1 ? { type: 'LineString', coordinates } : null };
      },
    );
  if (name === 'hours')
    return tableOfItems(name, { hour: 'whole', ...USE }, null, emissions.hours, ({ hour, ...use }) => ({
      row: { hour, ...cells(use) },
      geometry: null,
    }));
  return tableOfItems(name, { id: 'whole', ...USE }, null, emissions.persons, ({ id, ...use }) => ({
    row: { id, ...cells(use) },
    geometry: null,
  }));
}
