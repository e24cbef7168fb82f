import { counted, grouped, momentOf, SECONDS_PER_DAY, SECONDS_PER_HOUR, UserError } from '@itinera/base';
import { MotionStatus, type MovementSettings, pointNames, streetNames } from '@itinera/city';
import { type RunFolder, readManifest, readRoutes, requireFinished } from '@itinera/run';
import { drivenRoads, slotShares } from './emissions.js';
import { openGeography } from './export-run.js';
import type { ExportTable } from './export-table.js';
import type { Geography } from './geography.js';
import { requireRoutes } from './tables.js';
import { tableOfItems } from './write-table.js';

/**
 * A road is jammed in a quarter of an hour if the cars that are on it have at most 30 % of the speed limit and lose more than 80 s each:
 * level of service F of urban streets and of signalised junctions (Highway Capacity Manual, 6th edition, exhibits 18-1 and 19-8).
 */
const [JAM_SPEED, JAM_SECONDS] = [0.3, 80];
/** Cars below which waits are those of single cars, such as at lights: real ones, and simulated ones, which may stand for many. */
const [LEAST_CARS, LEAST_SIMULATED] = [5, 2];
const QUARTER = 900;
/** Quarters of an hour without cars that do not end a jam. */
const GAP = 1;
/** Roads of one street whose ends are nearer than a short block are in one jam. */
const JOINED_METRES = 150;
const MOST_JAMS = 100;
const LISTED_JAMS = 20;

/** Cars in a jam of a street: those of its connected roads that are jammed at the same time. */
export interface TrafficJam {
  readonly name: string;
  /** Row and id of the road where it begins. */
  readonly row: number;
  readonly road: number;
  /** The nearest place to it, such as `600 m north of Maindee`. */
  readonly near: string;
  /** Seconds since the first midnight. */
  readonly begins: number;
  readonly ends: number;
  /** Hour since the first midnight in which cars lose most time. */
  readonly worstHour: number;
  /** When this hour begins, not before the jam. */
  readonly worstFrom: number;
  readonly roads: number;
  readonly cars: number;
  /** Hours that all cars lose, and seconds that a car loses on a road. */
  readonly lostHours: number;
  readonly lostSeconds: number;
}

/** Driving in an hour since the first midnight. */
export interface TrafficHour {
  readonly hour: number;
  /** Cars on each road in it, summed over the roads. */
  readonly cars: number;
  readonly km: number;
  readonly kmh: number;
  /** Without other cars, turns and lights: by the limits. */
  readonly freeKmh: number;
  readonly lostHours: number;
}

/** Speed and delay of the cars of a run, by road and hour. */
export interface RunTrafficReport {
  readonly says: readonly string[];
  readonly method: readonly string[];
  readonly days: number;
  /** Real vehicles per simulated one; numbers of cars are of simulated ones. */
  readonly scale: number;
  readonly congestion: string;
  readonly hours: readonly TrafficHour[];
  /** Jams of a list for readers, and a sentence about which these are; null if they are all. */
  readonly jamsListed: number;
  readonly jamsNote: string | null;
  /** At most 100 of them, those in which cars lose most time first. */
  readonly jams: readonly TrafficJam[];
  /** Of each road and hour in which cars are on it, flat and equally long. */
  readonly cells: {
    readonly row: readonly number[];
    readonly hour: readonly number[];
    readonly cars: readonly number[];
    /** Mean seconds on the road in the hour, and without delay. */
    readonly seconds: readonly number[];
    readonly freeSeconds: readonly number[];
  };
}

/** The same with the map, for tables. */
export interface RunTraffic extends RunTrafficReport {
  readonly geography: Geography;
}

export const TRAFFIC_TABLES = ['roads', 'hours', 'jams'] as const;
export type TrafficTableName = (typeof TRAFFIC_TABLES)[number];

/** Driving on a road in an hour. */
export interface RoadHour {
  readonly road: number;
  readonly name: string;
  readonly hour: number;
  readonly cars: number;
  /** Mean seconds on the road in the hour, and at the speed limits. */
  readonly seconds: number;
  readonly freeSeconds: number;
}

/** Driving on a road in a slot of time. */
export interface RoadSum {
  /** Cars on the road when it begins, and those that enter it then. */
  standing: number;
  entered: number;
  /** Shares of drives along the road; the sum over all slots is the number of drives. */
  drives: number;
  seconds: number;
  free: number;
  metres: number;
}

/**
 * Speed and delay by road and hour, and the jams of a run, from the times at which its cars entered each road.
 * @throws UserError if the run is not finished or has no routes
 */
export async function trafficOfRun(
  folder: RunFolder,
  options: { readonly home?: string; readonly map?: string } = {},
): Promise<RunTraffic> {
  const manifest = readManifest(folder);
  requireFinished(folder, manifest.state === 'finished');
  requireRoutes({ folder, manifest });
  const geography = await openGeography(folder, options);
  const quarters = new Map<number, Map<number, RoadSum>>();
  let [trips, cars] = [0, 0];
  for (const route of readRoutes(folder, manifest)) {
    if (route.status !== MotionStatus.DRIVING) continue;
    trips++;
    for (const passage of drivenRoads(route, geography)) {
      const { road, metres, seconds, freeSeconds } = passage;
      if (road < 0) continue;
      cars++;
      const own = quarters.get(road) ?? new Map<number, RoadSum>();
      quarters.set(road, own);
      let isFirst = true;
      for (const [quarter, share] of slotShares(passage, QUARTER)) {
        add(own, quarter, {
          standing: isFirst ? 0 : 1,
          entered: isFirst ? 1 : 0,
          drives: share,
          seconds: share * seconds,
          free: share * freeSeconds,
          metres: share * metres,
        });
        isFirst = false;
      }
    }
  }
  const rows = [...quarters.keys()].sort((a, b) => a - b);
  const all = new Map<number, RoadSum>();
  const cells: Record<keyof RunTrafficReport['cells'], number[]> = {
    row: [],
    hour: [],
    cars: [],
    seconds: [],
    freeSeconds: [],
  };
  for (const row of rows) {
    const hours = new Map<number, RoadSum>();
    for (const [quarter, sum] of quarters.get(row)!)
      add(hours, Math.floor(quarter / 4), quarter % 4 === 0 ? sum : { ...sum, standing: 0 });
    for (const [hour, sum] of [...hours].sort(([a], [b]) => a - b)) {
      add(all, hour, sum);
      cells.row.push(row);
      cells.hour.push(hour);
      cells.cars.push(carsOf(sum));
      cells.seconds.push(tenths(sum.seconds / carsOf(sum)));
      cells.freeSeconds.push(tenths(sum.free / carsOf(sum)));
    }
  }
  const hours = [...all].sort(([a], [b]) => a - b).map(([hour, sum]) => hourOf(hour, sum));
  const { sampleFactor = 1 } = (manifest.movement ?? {}) as MovementSettings;
  const jams = jamsOf(quarters, geography).filter(
    (jam) => jam.cars >= Math.max(LEAST_SIMULATED, LEAST_CARS * sampleFactor),
  );
  const days = (manifest.clock.steps * manifest.clock.stepSeconds) / SECONDS_PER_DAY;
  return {
    says: [
      ...saysOf(hours, jams, trips, days),
      ...(manifest.congestion === 'off'
        ? [
            'Cars did not queue in this run (--congestion off): their delays are due to turns and lights, not to other cars.',
          ]
        : []),
      ...(sampleFactor === 1
        ? []
        : [`Each simulated car is ${Number((1 / sampleFactor).toFixed(1))} cars; all numbers are of simulated ones.`]),
    ],
    method: [
      `Speeds are means of ${counted(cars, 'drive')} along roads, from entering a road until entering the next one; the reference is the speed limit. The cars of an hour are those on the road in it, entering or standing; distance, time and delay count in the hours in which a car is on the road.`,
      `A road is jammed in a quarter of an hour in which the cars on it drive at no more than ${100 * JAM_SPEED} % of the limit and lose more than ${JAM_SECONDS} s each until they leave it: level of service F of the Highway Capacity Manual, both for streets and for junctions. Jams of one street at the same time are one if their roads meet, or are at most ${JOINED_METRES} m apart; those of fewer than ${LEAST_CARS} real cars, or of one simulated car, are left out.`,
    ],
    days,
    scale: 1 / sampleFactor,
    congestion: manifest.congestion,
    hours,
    jamsListed: Math.min(LISTED_JAMS, jams.length),
    jamsNote: noteOf(jams),
    jams: jams.slice(0, MOST_JAMS),
    cells,
    geography,
  };
}

/**
 * The roads of a run by hour. @param road id of the only one
 * @throws UserError if the map has no such road
 */
export function roadHours({ cells, geography: { map } }: RunTraffic, road?: number): RoadHour[] {
  const only = road === undefined ? null : map.roadIndex(road);
  if (only !== null && only < 0)
    throw new UserError(
      `Road ${road} is not on the map of this run. Expected the id of a road: --table roads -o roads.csv lists those with cars.`,
    );
  return cells.row.flatMap((row, i) =>
    only !== null && row !== only
      ? []
      : [
          {
            road: map.roads.id[row]!,
            name: map.text(map.roads.name[row]!),
            hour: cells.hour[i]!,
            cars: cells.cars[i]!,
            seconds: cells.seconds[i]!,
            freeSeconds: cells.freeSeconds[i]!,
          },
        ],
  );
}

const JAM_COLUMNS = {
  name: 'text',
  road: 'whole',
  near: 'text',
  begins: 'whole',
  ends: 'whole',
  worst_hour: 'whole',
  roads: 'whole',
  cars: 'whole',
  lost_hours: 'real',
  lost_seconds: 'real',
} as const;

/** A table of the traffic of a run; roads by hour and jams are lines, a jam where it begins. */
export function trafficTable(traffic: RunTraffic, name: TrafficTableName): ExportTable {
  const { geography } = traffic;
  const line = (row: number) => {
    const coordinates = geography.road(row);
    return coordinates.length > 1 ? ({ type: 'LineString', coordinates } as const) : null;
  };
  if (name === 'hours') {
    const columns = {
      hour: 'whole',
      cars: 'whole',
      km: 'real',
      kmh: 'real',
      free_kmh: 'real',
      lost_hours: 'real',
    } as const;
    return tableOfItems(name, columns, null, traffic.hours, ({ freeKmh, lostHours, ...hour }) => ({
      row: { ...hour, free_kmh: freeKmh, lost_hours: lostHours },
      geometry: null,
    }));
  }
  if (name === 'jams')
    return tableOfItems(
      name,
      JAM_COLUMNS,
      'line',
      traffic.jams,
      ({ row, worstHour, worstFrom: _, lostHours, lostSeconds, ...jam }) => ({
        row: { ...jam, worst_hour: worstHour, lost_hours: lostHours, lost_seconds: lostSeconds },
        geometry: line(row),
      }),
    );
  const columns = {
    road: 'whole',
    name: 'text',
    hour: 'whole',
    cars: 'whole',
    seconds: 'real',
    free_seconds: 'real',
  } as const;
  return tableOfItems(name, columns, 'line', roadHours(traffic), ({ freeSeconds, ...hour }) => ({
    row: { ...hour, free_seconds: freeSeconds },
    geometry: line(geography.map.roadIndex(hour.road)),
  }));
}

const tenths = (value: number) => Math.round(10 * value) / 10;

const carsOf = ({ standing, entered }: RoadSum) => standing + entered;

function add(
  to: Map<number, RoadSum>,
  key: number,
  { standing, entered, drives, seconds, free, metres }: RoadSum,
): void {
  const sum = to.get(key) ?? { standing: 0, entered: 0, drives: 0, seconds: 0, free: 0, metres: 0 };
  to.set(key, sum);
  sum.standing += standing;
  sum.entered += entered;
  sum.drives += drives;
  sum.seconds += seconds;
  sum.free += free;
  sum.metres += metres;
}

function hourOf(hour: number, sum: RoadSum): TrafficHour {
  const { seconds, free, metres } = sum;
  return {
    hour,
    cars: carsOf(sum),
    km: metres / 1000,
    kmh: (3.6 * metres) / Math.max(1, seconds),
    freeKmh: (3.6 * metres) / Math.max(1, free),
    lostHours: Math.max(0, seconds - free) / SECONDS_PER_HOUR,
  };
}

const isJammed = ({ drives, seconds, free }: RoadSum) =>
  free <= JAM_SPEED * seconds && seconds - free > JAM_SECONDS * drives;

interface RoadJam {
  readonly row: number;
  /** Its first and last point, metres. */
  readonly ends: readonly (readonly [x: number, y: number])[];
  readonly first: number;
  last: number;
  readonly hours: Map<number, RoadSum>;
}

/**
 * The jams of streets: those of their roads, as one where they are connected and overlap in time. A road without a name is a
 * street of its own.
 * @param quarters driving by row of the road and quarter of an hour since the first midnight
 */
export function jamsOf(
  quarters: ReadonlyMap<number, ReadonlyMap<number, RoadSum>>,
  geography: Geography,
): TrafficJam[] {
  const { map } = geography;
  const [whereabouts, nameOf] = [pointNames(map), streetNames(map)];
  const endsOf = (row: number) =>
    [geography.road(row).at(0)!, geography.road(row).at(-1)!].map((end) => geography.metres(end));
  const streets = new Map<number | string, RoadJam[]>();
  for (const [row, own] of quarters) {
    let jam: RoadJam | null = null;
    for (const [quarter, sum] of [...own].sort(([a], [b]) => a - b)) {
      if (!isJammed(sum)) continue;
      if (jam === null || quarter > jam.last + 1 + GAP) {
        const street = map.text(map.roads.name[row]!) || row;
        jam = { row, ends: endsOf(row), first: quarter, last: quarter, hours: new Map() };
        streets.set(street, [...(streets.get(street) ?? []), jam]);
      }
      const isNext = quarter === jam.last + 1;
      jam.last = quarter;
      // Cars that stand on from the quarter before are in the jam already.
      add(jam.hours, Math.floor(quarter / 4), isNext ? { ...sum, standing: 0 } : sum);
    }
  }
  return [...streets.values()]
    .flatMap(connected)
    .map((parts) => {
      const [{ row, ends }] = parts as [RoadJam];
      return {
        name: nameOf(row),
        row,
        road: map.roads.id[row]!,
        near: whereabouts(...ends[0]!),
        ...sumsOf(parts, quarters),
      };
    })
    .sort((a, b) => b.lostHours - a.lostHours || a.begins - b.begins || a.row - b.row);
}

/** The jams of a street in groups: of roads that meet, or nearly, while both are jammed or one after the other. */
function connected(jams: readonly RoadJam[]): RoadJam[][] {
  let groups: RoadJam[][] = [];
  for (const one of [...jams].sort((a, b) => a.first - b.first || a.row - b.row)) {
    const joins = (other: RoadJam) => one.first <= other.last + 1 && metresApart(one, other) <= JOINED_METRES;
    const joined = groups.filter((group) => group.some(joins));
    const first = joined.flat().sort((a, b) => a.first - b.first || a.row - b.row);
    groups = [...groups.filter((group) => !joined.includes(group)), [...first, one]];
  }
  return groups;
}

const metresApart = (one: RoadJam, other: RoadJam) =>
  Math.min(...one.ends.flatMap(([x, y]) => other.ends.map((end) => Math.hypot(end[0] - x, end[1] - y))));

function sumsOf(
  parts: readonly RoadJam[],
  quarters: ReadonlyMap<number, ReadonlyMap<number, RoadSum>>,
): Omit<TrafficJam, 'name' | 'row' | 'road' | 'near'> {
  const hours = new Map<number, RoadSum>();
  for (const part of parts) for (const [hour, sum] of part.hours) add(hours, hour, sum);
  const lost = ({ seconds, free }: RoadSum) => seconds - free;
  const rows = new Set(parts.map(({ row }) => row));
  // Of the whole hour, also before and after the jam, as maps show it.
  const lostIn = (hour: number) => {
    let all = 0;
    for (const row of rows)
      for (let quarter = 4 * hour; quarter < 4 * hour + 4; quarter++) {
        const sum = quarters.get(row)!.get(quarter);
        if (sum !== undefined) all += lost(sum);
      }
    return all;
  };
  const [worstHour] = [...hours.keys()].sort((a, b) => lostIn(b) - lostIn(a) || a - b) as [number];
  const sums = [...hours.values()];
  const [seconds, cars] = [
    sums.reduce((all, sum) => all + lost(sum), 0),
    sums.reduce((all, sum) => all + carsOf(sum), 0),
  ];
  const begins = parts[0]!.first * QUARTER;
  return {
    begins,
    ends: (Math.max(...parts.map(({ last }) => last)) + 1) * QUARTER,
    worstHour,
    worstFrom: Math.max(begins, worstHour * SECONDS_PER_HOUR),
    roads: rows.size,
    cars,
    lostHours: seconds / SECONDS_PER_HOUR,
    lostSeconds: seconds / cars,
  };
}

function saysOf(hours: readonly TrafficHour[], jams: readonly TrafficJam[], trips: number, days: number): string[] {
  if (trips === 0) return ['Nobody drives.'];
  const sum = (of: (hour: TrafficHour) => number) => hours.reduce((all, hour) => all + of(hour), 0);
  const [km, lost] = [sum((hour) => hour.km), sum(({ lostHours }) => lostHours)];
  const timeAt = (speed: 'kmh' | 'freeKmh') => sum((hour) => (hour.km === 0 ? 0 : hour.km / hour[speed]));
  const [kmh, free] = [km / timeAt('kmh'), km / timeAt('freeKmh')];
  const worst = [...hours].sort((a, b) => b.lostHours - a.lostHours)[0]!;
  const first = [...jams].sort((a, b) => a.begins - b.begins || b.lostHours - a.lostHours)[0];
  const [most] = jams;
  const when = (seconds: number) => momentOf(seconds, days);
  return [
    first === undefined || most === undefined
      ? `No road is jammed: nowhere do ${LEAST_CARS} or more cars drive at no more than ${100 * JAM_SPEED} % of the limit and lose more than ${JAM_SECONDS} s each.`
      : jams.length === 1
        ? `1 jam: on ${most.name}, ${when(most.begins)} to ${when(most.ends)}: ${grouped(Math.round(most.lostSeconds))} s per car and road.`
        : `${counted(jams.length, 'jam')}: the first begins at ${when(first.begins)} on ${first.name}; the one with the largest delay is on ${most.name}, ${when(most.begins)} to ${when(most.ends)}, worst from ${when(most.worstFrom)}: ${grouped(Math.round(most.lostSeconds))} s per car and road.`,
    `Cars drive ${grouped(Math.round(km))} km at ${kmh.toFixed(1)} km/h, ${Math.round((100 * kmh) / free)} % of the limits, and lose ${((60 * lost) / trips).toFixed(1)} min per trip (${counted(trips, 'trip')}). They lose most from ${when(worst.hour * SECONDS_PER_HOUR)}, at ${worst.kmh.toFixed(1)} km/h.`,
  ];
}

function noteOf(jams: readonly TrafficJam[]): string | null {
  const last = jams[LISTED_JAMS - 1];
  if (last === undefined || jams.length === LISTED_JAMS) return null;
  const { lostHours } = last;
  const delay = lostHours < 0.1 ? `${(60 * lostHours).toFixed(1)} minutes` : `${lostHours.toFixed(1)} hours`;
  return `${LISTED_JAMS} of ${counted(jams.length, 'jam')}, those with the largest delay: cars lose ${delay} or more in each.`;
}
