import type { BusStreets } from '@itinera/city';
import type { LonLatBox } from '@itinera/city/browser';
import { Access, onewayBy, stopsCars, tagged, type WayHeading, withPlainKeys } from './access.js';
import { barrierAccess } from './barriers.js';
import { DEGREE, type Tags } from './elements.js';
import { openOsm } from './open-osm.js';
import { DRIVEN, NOT_BUILT, parseRoad } from './road-tags.js';
import { parseSpeed } from './speed-tags.js';

/** Speed of buses where none is tagged, m/s. */
const USUAL_SPEED = 30 / 3.6;
const HEADINGS: readonly WayHeading[] = ['forward', 'backward'];
/** Kinds of ways for buses, and those for others on which a tag may admit them. */
const BUS_WAYS = ['busway', 'bus_guideway'];
const ADMITTING = ['pedestrian', 'track'];
/** Keys and values of ways that may be open to buses and not to cars. */
const BUS_KEY = /(^|:)(bus|psv|busway)(:|$)/;
const ACCESS_KEY = /^(access|vehicle|motor_vehicle)(:|$)/;
const BUS_VALUE = /\b(bus|psv)\b/;

interface BusWay {
  readonly refs: readonly number[];
  /** Whether only buses use it along the way and against it. */
  readonly isOpen: readonly boolean[];
  /** m/s */
  readonly speed: number;
}

/**
 * The streets of a file that buses use and through traffic by car does not, at least in one direction, and those at barriers that
 * only buses pass.
 *
 * @param box excludes everything outside
 * @throws UserError if the file is damaged
 */
export async function readBusStreets(path: string, box?: LonLatBox): Promise<BusStreets> {
  const file = await openOsm(path);
  const gates = new Set<number>();
  await file.visit({
    node: (id, _lon, _lat, tags) => {
      if (isBusGate(tags)) gates.add(id);
    },
  });
  const ways: BusWay[] = [];
  const own = new Set<number>();
  await file.visit({
    way: (id, refs, plain) => {
      if (!plain.has('highway')) return;
      const tags = withPlainKeys(plain);
      const speed = parseSpeed(tags.get('maxspeed')) ?? USUAL_SPEED;
      const isOpen = busesOnly(tags);
      if (isOpen.includes(true)) {
        own.add(id);
        ways.push({ refs: Array.from(refs), isOpen, speed });
      }
      if (gates.size === 0) return;
      const nodes = Array.from(refs);
      nodes.forEach((node, i) => {
        if (gates.has(node)) ways.push({ refs: nodes.slice(Math.max(0, i - 1), i + 2), isOpen: drivenOn(tags), speed });
      });
    },
  });
  const places = new Map<number, readonly [lon: number, lat: number]>();
  // The street itself, one-way for cars, is not another one.
  const others = new Map<number, number>();
  if (ways.length > 0) {
    const wanted = new Set(ways.flatMap(({ refs }) => refs));
    await file.visit({
      way: (id, refs, tags) => {
        const there = Array.from(refs).filter((ref) => wanted.has(ref));
        if (there.length === 0 || !drivenOn(withPlainKeys(tags)).includes(true)) return;
        for (const ref of there) others.set(ref, (others.get(ref) ?? (own.has(id) ? -1 : 0)) + 1);
      },
    });
    await file.visit({
      node: (id, x, y) => {
        const [lon, lat] = [x / DEGREE, y / DEGREE];
        const isInside = !box || (lon >= box.west && lon <= box.east && lat >= box.south && lat <= box.north);
        if (isInside && wanted.has(id)) places.set(id, [lon, lat]);
      },
    });
  }
  const steps = ways.flatMap(({ refs, isOpen: [along, against], speed }) =>
    refs.slice(1).flatMap((to, i) => {
      const from = refs[i]!;
      if (from === to || !places.has(from) || !places.has(to)) return [];
      return [...(along ? [{ from, to, speed }] : []), ...(against ? [{ from: to, to: from, speed }] : [])];
    }),
  );
  const nodes = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  const index = new Map(nodes.map((ref, node) => [ref, node]));
  return {
    lon: Float64Array.from(nodes, (ref) => places.get(ref)![0]),
    lat: Float64Array.from(nodes, (ref) => places.get(ref)![1]),
    meets: Uint8Array.from(nodes, (ref) => ((others.get(ref) ?? 0) > 0 ? 1 : 0)),
    from: Int32Array.from(steps, ({ from }) => index.get(from)!),
    to: Int32Array.from(steps, ({ to }) => index.get(to)!),
    speed: Float64Array.from(steps, ({ speed }) => speed),
  };
}

/** Whether buses pass along a way and against it, where cars do not, or only those with a destination there. */
function busesOnly(tags: Tags): boolean[] {
  const highway = tags.get('highway') ?? '';
  const isStreet = Object.hasOwn(DRIVEN, highway) || BUS_WAYS.includes(highway);
  const isNamed = BUS_WAYS.includes(highway) || [...tags].some(([key, value]) => isForBuses(key, value));
  if (!isNamed || NOT_BUILT.has(highway) || (!isStreet && !ADMITTING.includes(highway))) return [];
  const road = parseRoad(tags);
  const junction = tags.get('junction');
  const implied = junction === 'roundabout' || junction === 'circular' || highway === 'motorway';
  const keys = ['oneway:bus', 'oneway:psv', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'];
  const oneway = onewayBy(tags, keys, implied);
  return HEADINGS.map((heading, d) => {
    const areCarsThere = typeof road !== 'string' && road.lanes[d]! > 0 && road.access[d] === Access.OPEN;
    if (areCarsThere || stopsCars(tags, heading)) return false;
    if (oneway === (d === 0 ? -1 : 1)) return hasLaneAgainst(tags, heading);
    const level = isStreet ? tagged(tags, 'bus', heading) : tagged(tags, 'bus', heading, ['bus', 'psv']);
    return (level ?? (isStreet ? Access.OPEN : Access.CLOSED)) === Access.OPEN;
  });
}

function isForBuses(key: string, value: string): boolean {
  return BUS_KEY.test(key) || (ACCESS_KEY.test(key) && BUS_VALUE.test(value));
}

/** Whether buses drive against the direction of a one-way street. @see https://wiki.openstreetmap.org/wiki/Bus_lanes */
function hasLaneAgainst(tags: Tags, heading: WayHeading): boolean {
  const sides = ['busway', 'busway:left', 'busway:right', 'busway:both'];
  if (sides.some((key) => tags.get(key)?.startsWith('opposite'))) return true;
  return ['bus', 'psv'].some(
    (user) =>
      /^(yes|designated|official|permissive)$/.test(tags.get(`${user}:${heading}`) ?? '') ||
      Number(tags.get(`lanes:${user}:${heading}`) ?? 0) >= 1 ||
      /yes|designated/.test(tags.get(`${user}:lanes:${heading}`) ?? ''),
  );
}

/** Whether cars drive along a way and against it. */
function drivenOn(tags: Tags): boolean[] {
  const road = parseRoad(tags);
  return typeof road === 'string' ? [] : road.lanes.map((lanes) => lanes > 0);
}

/** Whether a barrier, or a sign at a node, stops cars and lets buses through. */
function isBusGate(tags: Tags): boolean {
  if (tags.size === 0 || barrierAccess(tags, 'car') === Access.OPEN) return false;
  return tags.get('barrier') === 'bus_trap' || tagged(tags, 'bus', undefined, ['bus', 'psv']) === Access.OPEN;
}
