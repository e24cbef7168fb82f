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
const DIRECTIONS = ['forward', 'backward'] as const;
const MAX_LANES = 8;

/** Values of `busway` and its sides. */
const BUSWAY = /^(lane|yes|designated|opposite_lane|opposite|separate_lane)$/;
/** Tags that list the users of each lane: in the first, buses have a lane where it says so; in the others, cars have none. */
const FOR_BUSES = ['bus', 'psv'];
const FOR_CARS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'];

/**
 * Counts the lanes of a street that has cars.
 *
 * @param oneway 1 along the way, -1 against it, 0 both ways
 * @param usual lanes of cars if none are tagged, of both directions together
 * @see https://wiki.openstreetmap.org/wiki/Key:lanes, https://wiki.openstreetmap.org/wiki/Bus_lanes
 */
export function countLanes(tags: Tags, oneway: -1 | 0 | 1, usual: number): LaneCounts {
  const total = parseCount(tags.get('lanes'));
  const middle =
    oneway !== 0
      ? 0
      : (parseCount(tags.get('lanes:both_ways')) ??
        parseCount(tags.get('lanes:reversible')) ??
        (tags.get('centre_turn_lane') === 'yes' || tags.get('center_turn_lane') === 'yes' ? 1 : 0));
  const buses = [busLanes(tags, 'forward', oneway), busLanes(tags, 'backward', oneway)] as [number, number];
  if (oneway !== 0) {
    const [own, other] = oneway === 1 ? [0, 1] : [1, 0];
    const tagged = total ?? listed(tags, DIRECTIONS[own], oneway);
    const cars: [number, number] = [0, 0];
    cars[own] = tagged === undefined ? usual : Math.max(1, tagged - buses[own] - buses[other]);
    return { cars, buses, middle, shared: false };
  }
  const counted = DIRECTIONS.map(
    (direction) => parseCount(tags.get(`lanes:${direction}`)) ?? listed(tags, direction, 0),
  );
  const [forward, backward] = counted;
  const shared = total === 1 && middle === 0 && forward === undefined && backward === undefined;
  if (shared) return { cars: [1, 1], buses: [0, 0], middle, shared: buses[0] + buses[1] === 0 };
  const isTagged = total !== undefined || forward !== undefined || backward !== undefined;
  const all = Math.max(2, total === undefined ? usual : total - middle);
  const rest = (one: number) => Math.max(1, all - one);
  const lanes =
    forward !== undefined
      ? [forward, backward ?? rest(forward)]
      : backward !== undefined
        ? [rest(backward), backward]
        : split(all, buses, isTagged);
  const cars = lanes.map((count, d) => (isTagged ? Math.max(1, count - buses[d]) : count)) as [number, number];
  return { cars, buses, middle, shared: false };
}

/** Lanes of each direction: half of them, buses apart. */
function split(all: number, buses: readonly [number, number], isTagged: boolean): [number, number] {
  const cars = isTagged ? Math.max(2, all - buses[0] - buses[1]) : all;
  const own = isTagged ? buses : [0, 0];
  return [Math.ceil(cars / 2) + own[0], Math.floor(cars / 2) + own[1]];
}

/** The turns painted on the lanes of cars. */
export function carMarks(tags: Tags, direction: Direction, oneway: -1 | 0 | 1, { buses }: LaneCounts) {
  const marks = turnLanes(tags, direction, oneway);
  const own = buses[direction === 'forward' ? 0 : 1];
  if (!marks || own === 0) return marks;
  const isBus = lists(tags, direction, oneway, FOR_BUSES)
    .map((users) => users.map((user) => user === 'designated'))
    .find((list) => list.length === marks.length && list.includes(true));
  // Unless told otherwise, the lanes at the kerb; where traffic drives on the left, they are on the other side.
  return isBus ? marks.filter((_, lane) => !isBus[lane]) : marks.slice(0, Math.max(1, marks.length - own));
}

function busLanes(tags: Tags, direction: Direction, oneway: -1 | 0 | 1): number {
  const isOwn = oneway === (direction === 'forward' ? 1 : -1);
  const isOther = oneway !== 0 && !isOwn;
  const number = (key: string) => parseCount(tags.get(key)) ?? 0;
  const half = (lanes: number) => (direction === 'forward' ? Math.ceil(lanes / 2) : Math.floor(lanes / 2));
  const counts = FOR_BUSES.flatMap((user) => [
    number(`lanes:${user}:${direction}`),
    isOther ? 0 : isOwn ? number(`lanes:${user}`) : half(number(`lanes:${user}`)),
  ]);
  const forBuses = lists(tags, direction, oneway, FOR_BUSES).map(
    (users) => users.filter((user) => user === 'designated').length,
  );
  const notForCars = lists(tags, direction, oneway, FOR_CARS).map(
    (users) => users.filter((user) => user === 'no' || user === 'psv' || user === 'bus').length,
  );
  // Cars are banned from lanes of bicycles too, so these count only if there are buses.
  const hasBuses = forBuses.length > 0 || [...tags.keys()].some((key) => /(^|:)(bus|psv|busway)(:|$)/.test(key));
  return Math.min(
    MAX_LANES - 1,
    Math.max(...counts, ...forBuses, ...(hasBuses ? notForCars : []), busways(tags, direction, oneway)),
  );
}

function busways(tags: Tags, direction: Direction, oneway: -1 | 0 | 1): number {
  const has = (key: string, opposite: boolean) => {
    const value = tags.get(key) ?? '';
    return BUSWAY.test(value) && value.startsWith('opposite') === opposite;
  };
  const isOwn = oneway === (direction === 'forward' ? 1 : -1);
  if (oneway !== 0) {
    const keys = ['busway', 'busway:left', 'busway:right', 'busway:both'];
    return keys.some((key) => has(key, !isOwn)) ? 1 : 0;
  }
  const side = direction === 'forward' ? 'right' : 'left';
  return ['busway', 'busway:both', `busway:${side}`].some((key) => has(key, false)) ? 1 : 0;
}

/** The users of each lane of a direction, by the tags of some keys. */
function lists(tags: Tags, direction: Direction, oneway: -1 | 0 | 1, keys: readonly string[]): string[][] {
  const isOwn = oneway === (direction === 'forward' ? 1 : -1);
  return keys.flatMap((key) => {
    const text = tags.get(`${key}:lanes:${direction}`) ?? (isOwn ? tags.get(`${key}:lanes`) : undefined);
    return text === undefined ? [] : [text.split('|').map((user) => user.trim())];
  });
}

/** Number of lanes of a direction, by a list of their turns or users. */
function listed(tags: Tags, direction: Direction, oneway: -1 | 0 | 1): number | undefined {
  const users = lists(tags, direction, oneway, [...FOR_BUSES, ...FOR_CARS]);
  const count = turnLanes(tags, direction, oneway)?.length ?? users[0]?.length;
  return count === undefined ? undefined : parseCount(count.toString());
}

/** A number of lanes; the first of several, at most 8. */
function parseCount(text: string | undefined): number | undefined {
  const value = Math.floor(Number.parseFloat(text ?? ''));
  return value >= 1 ? Math.min(value, MAX_LANES) : undefined;
}
