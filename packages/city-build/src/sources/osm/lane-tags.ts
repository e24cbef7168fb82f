import { Access, accessOf } from './access.js';
import type { Tags } from './elements.js';
import { turnLanes } from './turn-lanes.js';

/** Lanes of a street by user. */
export interface LaneCounts {
  /** For cars along the way and against it. */
  readonly cars: readonly [forward: number, backward: number];
  /** For buses only, at the kerb. */
  readonly buses: readonly [forward: number, backward: number];
  /** Between the directions, to turn from or for either direction in turn. */
  readonly middle: number;
  /** Whether both directions share one lane. */
  readonly shared: boolean;
}

type Direction = 'forward' | 'backward';
type DrivingSide = 'right' | 'left';
const DIRECTIONS = ['forward', 'backward'] as const;
const MAX_LANES = 8;

/** Values of `busway` and its sides. */
const BUSWAY = /^(lane|yes|designated|opposite_lane|opposite|separate_lane)$/;
const FOR_BUSES = ['bus', 'psv'];
/** Keys that list the access of each lane (`bus:lanes`), the most specific of a kind of user first. */
const FOR_CARS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'];
const LISTED = [...FOR_BUSES, ...FOR_CARS, 'bicycle'];

type LaneUser = 'car' | 'bus' | 'other';

/**
 * Counts the lanes of a street that has cars.
 *
 * @param oneway 1 along the way, -1 against it, 0 both ways
 * @param usual lanes of cars if none are tagged, of both directions together
 * @param rules whether buses drive against the direction of a one-way street, and the driving side
 * @see https://wiki.openstreetmap.org/wiki/Key:lanes, https://wiki.openstreetmap.org/wiki/Bus_lanes
 */
export function countLanes(
  tags: Tags,
  oneway: -1 | 0 | 1,
  usual: number,
  { contraflow, drivingSide }: { readonly contraflow: boolean; readonly drivingSide: DrivingSide },
): LaneCounts {
  const total = parseCount(tags.get('lanes'));
  // The only lane is one for both directions, and no other lies between them.
  const middle = oneway === 0 && total !== 1 ? middleLanes(tags) : 0;
  const users = DIRECTIONS.map((direction) => laneUsers(tags, direction, oneway));
  const buses = DIRECTIONS.map((direction, d) => busLanes(tags, direction, oneway, users[d], drivingSide)) as [
    number,
    number,
  ];
  // Lanes for taxis only, which buses share where both have some.
  const reserved = DIRECTIONS.map((direction, d) =>
    Math.max(buses[d], countedFor(tags, 'taxi', direction, oneway)),
  ) as [number, number];
  // No more than the lists of users admit: some also contain the lanes of bicycles, which `lanes` does not count.
  const forCars = (lanes: number, d: number) => Math.max(1, Math.min(lanes, numberOf(users[d], 'car') ?? lanes));
  const counted = DIRECTIONS.map(
    (direction, d) => parseCount(tags.get(`lanes:${direction}`)) ?? listed(tags, direction, oneway, users[d]),
  );
  const [forward, backward] = counted;
  if (oneway !== 0) {
    const [own, other] = oneway === 1 ? [0, 1] : [1, 0];
    if (contraflow) buses[other] = Math.max(1, buses[other]);
    const tagged = total === undefined ? counted[own] : total - buses[other];
    const cars: [number, number] = [0, 0];
    cars[own] = tagged === undefined ? usual : forCars(tagged - reserved[own], own);
    return { cars, buses, middle, shared: false };
  }
  const shared = total === 1 && forward === undefined && backward === undefined;
  if (shared) return { cars: [1, 1], buses: [0, 0], middle, shared: buses[0] + buses[1] === 0 };
  const isTagged = total !== undefined || forward !== undefined || backward !== undefined;
  const all = Math.max(2, total === undefined ? usual : total - middle);
  const rest = (one: number) => Math.max(1, all - one);
  const lanes =
    forward !== undefined
      ? [forward, backward ?? rest(forward)]
      : backward !== undefined
        ? [rest(backward), backward]
        : split(all, reserved, isTagged);
  const cars = lanes.map((count, d) => (isTagged ? forCars(count - reserved[d], d) : count)) as [number, number];
  return { cars, buses, middle, shared: false };
}

function middleLanes(tags: Tags): number {
  const tagged = parseCount(tags.get('lanes:both_ways')) ?? parseCount(tags.get('lanes:reversible'));
  if (tagged !== undefined) return tagged;
  const isMarked =
    tags.has('turn:lanes:both_ways') || ['centre', 'center'].some((name) => tags.get(`${name}_turn_lane`) === 'yes');
  return isMarked ? 1 : 0;
}

/** Lanes of each direction: half of them, buses apart. */
function split(all: number, buses: readonly [number, number], isTagged: boolean): [number, number] {
  const cars = isTagged ? Math.max(2, all - buses[0] - buses[1]) : all;
  const own = isTagged ? buses : [0, 0];
  return [Math.ceil(cars / 2) + own[0], Math.floor(cars / 2) + own[1]];
}

/** The turns painted on the lanes of cars. */
export function carMarks(
  tags: Tags,
  direction: Direction,
  oneway: -1 | 0 | 1,
  { buses }: LaneCounts,
  drivingSide: DrivingSide,
) {
  const marks = turnLanes(tags, direction, oneway);
  if (!marks) return undefined;
  const users = laneUsers(tags, direction, oneway);
  if (users?.length === marks.length && users.some((user) => user !== 'car'))
    return marks.filter((_, lane) => users[lane] === 'car');
  // Unless told otherwise, buses use the lanes at the kerb.
  const own = Math.min(buses[direction === 'forward' ? 0 : 1], marks.length - 1);
  return drivingSide === 'left' ? marks.slice(own) : marks.slice(0, marks.length - own);
}

function busLanes(
  tags: Tags,
  direction: Direction,
  oneway: -1 | 0 | 1,
  users: readonly LaneUser[] | undefined,
  drivingSide: DrivingSide,
): number {
  const counts = FOR_BUSES.map((user) => countedFor(tags, user, direction, oneway));
  const beside = busways(tags, direction, oneway, drivingSide);
  return Math.min(MAX_LANES - 1, Math.max(...counts, numberOf(users, 'bus') ?? 0, beside));
}

/** Lanes of a direction for some users only, by their number: `lanes:psv`, half of them each way on two-way streets. */
function countedFor(tags: Tags, user: string, direction: Direction, oneway: -1 | 0 | 1): number {
  const isOwn = oneway === (direction === 'forward' ? 1 : -1);
  const number = (key: string) => parseCount(tags.get(key)) ?? 0;
  const all = number(`lanes:${user}`);
  const half = direction === 'forward' ? Math.ceil(all / 2) : Math.floor(all / 2);
  return Math.max(number(`lanes:${user}:${direction}`), isOwn ? all : oneway === 0 ? half : 0);
}

function busways(tags: Tags, direction: Direction, oneway: -1 | 0 | 1, drivingSide: DrivingSide): number {
  const has = (key: string, opposite: boolean) => {
    const value = tags.get(key) ?? '';
    return BUSWAY.test(value) && value.startsWith('opposite') === opposite;
  };
  const isOwn = oneway === (direction === 'forward' ? 1 : -1);
  if (oneway !== 0) {
    const keys = ['busway', 'busway:left', 'busway:right', 'busway:both'];
    return keys.some((key) => has(key, !isOwn)) ? 1 : 0;
  }
  const side = direction === 'forward' ? drivingSide : drivingSide === 'right' ? 'left' : 'right';
  return ['busway', 'busway:both', `busway:${side}`].some((key) => has(key, false)) ? 1 : 0;
}

/** Who uses each lane of a direction, by the lists of access per lane; undefined without any. */
function laneUsers(tags: Tags, direction: Direction, oneway: -1 | 0 | 1): LaneUser[] | undefined {
  const isOwn = oneway === (direction === 'forward' ? 1 : -1);
  const lists = new Map<string, readonly string[]>();
  for (const key of LISTED) {
    const text = tags.get(`${key}:lanes:${direction}`) ?? (isOwn ? tags.get(`${key}:lanes`) : undefined);
    if (text !== undefined) lists.set(key, text.split('|'));
  }
  if (lists.size === 0) return undefined;
  const hasBuses = FOR_BUSES.some((key) => lists.has(key)) || [...tags.keys()].some((key) => BUS_KEY.test(key));
  const count = Math.min(MAX_LANES, Math.max(...Array.from(lists.values(), (list) => list.length)));
  return Array.from({ length: count }, (_, lane): LaneUser => {
    const listedFor = (key: string) => lists.get(key)?.[lane]?.trim() ?? '';
    const levelFor = (mode: 'car' | 'bus', keys: readonly string[]) =>
      keys.map((key) => accessOf(listedFor(key), mode)).find((level) => level !== undefined);
    const isFor = (keys: readonly string[]) => keys.some((key) => listedFor(key) === 'designated');
    const cars = levelFor('car', FOR_CARS);
    if (cars === undefined) return isFor(FOR_BUSES) ? 'bus' : isFor(['bicycle']) ? 'other' : 'car';
    if (cars !== Access.CLOSED) return 'car';
    const buses = levelFor('bus', [...FOR_BUSES, ...FOR_CARS]);
    return buses === Access.OPEN || (hasBuses && !isFor(['bicycle'])) ? 'bus' : 'other';
  });
}

/** Whether a direction has lanes, listed by user, and none of them is for cars. */
export function excludesCars(tags: Tags, direction: Direction): boolean {
  return laneUsers(tags, direction, 0)?.every((user) => user !== 'car') ?? false;
}

const BUS_KEY = /(^|:)(bus|psv|busway)(:|$)/;

function numberOf(users: readonly LaneUser[] | undefined, user: LaneUser): number | undefined {
  return users?.filter((one) => one === user).length;
}

/** Number of lanes of a direction for cars and buses, by a list of their turns or users. */
function listed(
  tags: Tags,
  direction: Direction,
  oneway: -1 | 0 | 1,
  users: readonly LaneUser[] | undefined,
): number | undefined {
  const count = users?.filter((user) => user !== 'other').length ?? turnLanes(tags, direction, oneway)?.length;
  return count === undefined ? undefined : parseCount(count.toString());
}

/** A number of lanes; the first of several, at most 8. */
function parseCount(text: string | undefined): number | undefined {
  const value = Math.floor(Number.parseFloat(text ?? ''));
  return value >= 1 ? Math.min(value, MAX_LANES) : undefined;
}
