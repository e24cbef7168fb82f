import type { NetworkLink, RoadClass } from '../../layout/network.js';
import { Access, explicitCarAccess, isForCarpools, onewayBy, stopsCars, tagged, type WayHeading } from './access.js';
import { FULL_RIDE, NO_RIDE, rideAccessOf, rideOf } from './cycling.js';
import type { Tags } from './elements.js';
import { carMarks, countLanes, excludesCars } from './lane-tags.js';
import { needsCountry, speedsOf } from './speed-tags.js';
import type { WorkKind } from './work-graph.js';

/** Attributes of a street from the tags of a way, except for its name: ways with the same tags share one object. */
export interface RoadTags extends WorkKind {
  /** m/s along the way and against it. */
  readonly speed: readonly [forward: number, backward: number];
  /** Turns painted on the lanes along the way and against it. */
  readonly marks: NonNullable<NetworkLink['marks']>;
  /** The tags, if what they say depends on the place. */
  readonly local: Tags | undefined;
}

/** What the meaning of some tags depends on: the code of the country, '' if unknown, and the driving side. */
export interface RoadPlace {
  readonly country: string;
  readonly drivingSide: 'right' | 'left';
}

/** A way that is a street, a path, or a ferry. */
export interface ExtractedRoad {
  readonly id: number;
  /** Its name, else its number, else ''. */
  readonly name: string;
  readonly tags: RoadTags;
  /** Indices of the nodes in the store. */
  readonly nodes: Int32Array;
}

/** Reason why a way with a `highway` tag is not used as a street. */
export type RoadRefusal =
  | 'not a road'
  | 'not built'
  | 'no access'
  | 'driveways and parking aisles'
  | 'indoors'
  | 'areas'
  | 'without nodes'
  | 'with nodes farther apart than 50 km'
  | 'ferries without a connection on land';

interface Defaults {
  readonly class: RoadClass;
  /** km/h */
  readonly speed: number;
  /** Lanes of both directions of a two-way street together, and of a one-way street. */
  readonly lanes: readonly [twoWay: number, oneWay: number];
}

/** Speed of ferries, including the wait, km/h. */
const FERRY_SPEED = 15;
export const DRIVEN: Readonly<Record<string, Defaults>> = {
  motorway: { class: 'motorway', speed: 120, lanes: [4, 2] },
  trunk: { class: 'trunk', speed: 90, lanes: [4, 2] },
  primary: { class: 'primary', speed: 60, lanes: [4, 2] },
  secondary: { class: 'secondary', speed: 50, lanes: [2, 2] },
  tertiary: { class: 'tertiary', speed: 40, lanes: [2, 1] },
  motorway_link: { class: 'motorway', speed: 60, lanes: [2, 1] },
  trunk_link: { class: 'trunk', speed: 55, lanes: [3, 2] },
  primary_link: { class: 'primary', speed: 45, lanes: [3, 2] },
  secondary_link: { class: 'secondary', speed: 40, lanes: [2, 1] },
  tertiary_link: { class: 'tertiary', speed: 30, lanes: [2, 1] },
  unclassified: { class: 'unclassified', speed: 40, lanes: [2, 1] },
  road: { class: 'unclassified', speed: 40, lanes: [2, 1] },
  residential: { class: 'residential', speed: 30, lanes: [2, 1] },
  living_street: { class: 'living_street', speed: 15, lanes: [2, 1] },
  service: { class: 'service', speed: 20, lanes: [2, 1] },
};

/** Ways for pedestrians and cyclists; marked ones require a tag that allows walking. Some are open to cars by explicit tags. */
const WALKED: Readonly<Record<string, { readonly needsFoot: boolean }>> = {
  footway: { needsFoot: false },
  path: { needsFoot: false },
  pedestrian: { needsFoot: false },
  steps: { needsFoot: false },
  track: { needsFoot: false },
  cycleway: { needsFoot: true },
  bridleway: { needsFoot: true },
  corridor: { needsFoot: false },
  elevator: { needsFoot: false },
  busway: { needsFoot: true },
};
/** Where cars may drive if tags say so: their speed is that of a track. */
const DRIVEN_IF_TAGGED: Readonly<Record<string, Defaults>> = {
  track: { class: 'service', speed: 20, lanes: [1, 1] },
  pedestrian: { class: 'living_street', speed: 10, lanes: [2, 1] },
  path: { class: 'service', speed: 15, lanes: [1, 1] },
  cycleway: { class: 'service', speed: 15, lanes: [1, 1] },
  footway: { class: 'service', speed: 10, lanes: [1, 1] },
  bridleway: { class: 'service', speed: 15, lanes: [1, 1] },
};

const HEADINGS: readonly WayHeading[] = ['forward', 'backward'];
const TRACK_SPEEDS: Readonly<Record<string, number>> = { grade1: 20, grade2: 15, grade3: 12, grade4: 10 };
/** km/h */
export const SLOWEST = 5;
const PAVED = /^(paved|asphalt|concrete|chipseal|paving_stones|metal)/;

const PATH: RoadTags = {
  class: 'path',
  ramp: false,
  roundabout: false,
  ferry: false,
  untagged: false,
  pavement: false,
  offGround: false,
  lanes: [0, 0],
  busLanes: [0, 0],
  middleLanes: 0,
  shared: false,
  access: [Access.OPEN, Access.OPEN],
  ride: NO_RIDE,
  rideAccess: [Access.OPEN, Access.OPEN],
  walkAccess: [Access.OPEN, Access.OPEN],
  walkable: true,
  speed: [0, 0],
  sidewalks: { left: false, right: false },
  outerSidewalk: false,
  marks: [undefined, undefined],
  local: undefined,
};

export const NOT_BUILT: ReadonlySet<string> = new Set([
  'construction',
  'proposed',
  'planned',
  'abandoned',
  'razed',
  'disused',
  'demolished',
]);
const NOT_THROUGH = new Set(['driveway', 'parking_aisle', 'drive-through', 'emergency_access', 'parking', 'slipway']);

/** Whether a way is a ferry, or a train that carries cars, and no street. */
export function isFerry(tags: Tags): boolean {
  const route = tags.get('route');
  return (tags.get('highway') ?? 'ferry') === 'ferry' && (route === 'ferry' || route === 'shuttle_train');
}

/** Reads the tags of a street, path or ferry. */
export function parseRoad(tags: Tags): RoadTags | RoadRefusal {
  if (isFerry(tags)) return ferry(tags);
  const highway = tags.get('highway') ?? '';
  if (NOT_BUILT.has(highway)) return 'not built';
  const defaults = Object.hasOwn(DRIVEN, highway) ? DRIVEN[highway] : undefined;
  const walked = Object.hasOwn(WALKED, highway) ? WALKED[highway] : undefined;
  if (!defaults && !walked) return 'not a road';
  // People walk across a square; walking around it is nearly as far.
  if (tags.get('area') === 'yes' && !walked) return 'areas';
  if (isDriveway(tags)) {
    // People walk through if a tag says so: there are too many to keep all of them.
    const isWalked = (tagged(tags, 'foot') ?? Access.CLOSED) <= Access.DESTINATION;
    return isWalked ? walkedRoad(tags, highway) : 'driveways and parking aisles';
  }
  const driven = drivenRoad(tags, highway, defaults);
  return driven ?? walkedRoad(tags, highway);
}

/** Whether a way is a driveway, a parking aisle or the like. On other streets, `service` is a remainder of an earlier tag. */
export function isDriveway(tags: Tags): boolean {
  return tags.get('highway') === 'service' && NOT_THROUGH.has(tags.get('service') ?? '');
}

/** Reads the tags of a driveway as those of a street; undefined if closed to cars. */
export function parseDriveway(tags: Tags): RoadTags | undefined {
  return drivenRoad(tags, 'service', DRIVEN.service);
}

const ANYWHERE: RoadPlace = { country: '', drivingSide: 'right' };

/** @returns undefined if cars may drive in neither direction */
function drivenRoad(
  tags: Tags,
  highway: string,
  defaults: Defaults | undefined,
  { country, drivingSide } = ANYWHERE,
): RoadTags | undefined {
  const usual = defaults ?? (Object.hasOwn(DRIVEN_IF_TAGGED, highway) ? DRIVEN_IF_TAGGED[highway] : undefined);
  if (usual === undefined) return undefined;
  const isTrack = highway === 'track';
  const untagged = isTrack && HEADINGS.every((heading) => tagged(tags, 'car', heading) === undefined);
  const levelOf = (heading: WayHeading) => {
    if (stopsCars(tags, heading) || excludesCars(tags, heading) || isForCarpools(tags, heading)) return Access.CLOSED;
    return defaults || untagged
      ? (tagged(tags, 'car', heading) ?? Access.OPEN)
      : explicitCarAccess(tags, highway, heading);
  };
  const levels = HEADINGS.map(levelOf) as [Access, Access];
  const roundabout = tags.get('junction') === 'roundabout' || tags.get('junction') === 'circular';
  const oneway = onewayOf(tags, roundabout || highway === 'motorway');
  if (oneway === 1) levels[1] = Access.CLOSED;
  if (oneway === -1) levels[0] = Access.CLOSED;
  const [forward, backward] = levels.map((level) => level !== Access.CLOSED);
  if (!forward && !backward) return undefined;
  const direction = forward === backward ? 0 : forward ? 1 : -1;
  const counts = countLanes(tags, direction, usual.lanes[direction === 0 ? 0 : 1], {
    contraflow: hasBusesAgainst(tags, direction),
    drivingSide,
  });
  const hasBusLanes = counts.buses[0] + counts.buses[1] > 0;
  const ramp = highway.endsWith('_link');
  const lanes = counts.cars;
  const forOthers = isForOthers(tags, highway);
  const onFoot = footLevels(tags, highway, forOthers ? Access.CLOSED : Access.OPEN);
  return {
    ...PATH,
    class: usual.class,
    ramp,
    roundabout,
    untagged,
    lanes,
    busLanes: counts.buses,
    middleLanes: counts.middle,
    shared: counts.shared,
    access: [forward ? levels[0] : Access.OPEN, backward ? levels[1] : Access.OPEN],
    ride: rideOf(tags, highway),
    rideAccess: rideAccessOf(tags),
    walkAccess: walkAccessOf(onFoot),
    speed: speedsOf(tags, (untagged ? trackSpeed(tags) : usual.speed) / 3.6, country),
    local: hasBusLanes || needsCountry(tags) ? tags : undefined,
    ...(forOthers && Math.min(...onFoot) === Access.CLOSED
      ? { sidewalks: PATH.sidewalks, outerSidewalk: false }
      : sidewalksOf(tags, usual.class, lanes[1] === 0 ? 1 : lanes[0] === 0 ? -1 : 0)),
    marks: [
      forward ? carMarks(tags, 'forward', direction, counts, drivingSide) : undefined,
      backward ? carMarks(tags, 'backward', direction, counts, drivingSide) : undefined,
    ],
  };
}

/** A street as a path. */
export function asWalked({ ride, rideAccess, walkAccess, sidewalks }: RoadTags): RoadTags {
  return { ...PATH, ride, rideAccess, walkAccess, walkable: sidewalks.left || sidewalks.right };
}

/**
 * km/h on a track without a tag for cars, by its type and surface, so that few pass through.
 * @see Valhalla, which has these speeds, and lower ones without a type
 */
function trackSpeed(tags: Tags): number {
  const type = tags.get('tracktype') ?? '';
  const speed = Object.hasOwn(TRACK_SPEEDS, type) ? TRACK_SPEEDS[type]! : SLOWEST;
  return PAVED.test(tags.get('surface') ?? '') ? speed : Math.max(SLOWEST, speed / 2);
}

/** The roads as their tags are meant at the place: the limits of the country, and bus lanes on the left or right. */
export function withLocalRules(roads: readonly ExtractedRoad[], place: RoadPlace): readonly ExtractedRoad[] {
  const known = new Map<Tags, RoadTags | undefined>();
  const read = (local: Tags) => {
    if (!known.has(local)) {
      const highway = local.get('highway') ?? '';
      const usual = Object.hasOwn(DRIVEN, highway) ? DRIVEN[highway] : undefined;
      known.set(local, drivenRoad(local, highway, usual, place));
    }
    return known.get(local);
  };
  return roads.map((road) => {
    const tags = road.tags.local && read(road.tags.local);
    return tags ? { ...road, tags } : road;
  });
}

/** Whether a way for cyclists, riders or buses has no place for people on foot unless a tag about feet says so. */
function isForOthers(tags: Tags, highway: string): boolean {
  const needsFoot = Object.hasOwn(WALKED, highway) && WALKED[highway].needsFoot;
  if (!needsFoot || /^(both|left|right|yes)$/.test(tags.get('sidewalk') ?? '')) return false;
  return !['both', 'left', 'right'].some((side) => tags.get(`sidewalk:${side}`) === 'yes');
}

function walkedRoad(tags: Tags, highway: string): RoadTags | RoadRefusal {
  const usual = isForOthers(tags, highway) ? Access.CLOSED : Access.OPEN;
  const levels = footLevels(tags, highway, usual);
  const walkable = Math.min(...levels) <= Access.DESTINATION;
  const ride = rideOf(tags, highway);
  if (!walkable && ride[0] === 0 && ride[1] === 0) return 'no access';
  // Passages through buildings, but not rooms.
  if (ROOMS.test(tags.get('indoor') ?? '')) return 'indoors';
  const pavement = walkable && /^(sidewalk|crossing|traffic_island|link)$/.test(tags.get('footway') ?? '');
  const limits = { rideAccess: rideAccessOf(tags), walkAccess: walkAccessOf(levels) };
  return { ...PATH, ...limits, pavement, ride, walkable, offGround: isOffGround(tags) };
}

const ROOMS = /^(room|level|wall|door)$/;

/** Whether a way is in a tunnel or on a bridge. */
function isOffGround(tags: Tags): boolean {
  return Number(tags.get('layer') ?? 0) !== 0 || ['tunnel', 'bridge'].some((key) => (tags.get(key) ?? 'no') !== 'no');
}

/** A ferry with access tags that do not mention cars carries none. Pedestrians may always board, unless a tag says no. */
function ferry(tags: Tags): RoadTags | RoadRefusal {
  const oneway = onewayOf(tags, false);
  const isAgainst = (heading: WayHeading) => oneway === (heading === 'forward' ? -1 : 1);
  const levelsOf = (mode: 'car' | 'bike', usual: Access) =>
    HEADINGS.map((heading) => (isAgainst(heading) ? Access.CLOSED : (tagged(tags, mode, heading) ?? usual)));
  const isOpen = (level: Access) => level <= Access.DESTINATION;
  const onFoot = footLevels(tags, 'ferry', Access.OPEN);
  const walkable = onFoot.some(isOpen);
  const ride = levelsOf('bike', Access.OPEN).map((level) => (isOpen(level) ? FULL_RIDE[0] : 0)) as [number, number];
  const cars = levelsOf('car', tags.has('foot') || tags.has('bicycle') ? Access.CLOSED : Access.OPEN);
  // No place has its gates on water.
  const onBoard = { ...PATH, ramp: true, ferry: true, ride, walkAccess: walkAccessOf(onFoot) };
  if (!cars.some(isOpen)) return walkable ? onBoard : 'no access';
  const speed = FERRY_SPEED / 3.6;
  return {
    ...onBoard,
    class: 'service',
    lanes: cars.map((level) => (isOpen(level) ? 1 : 0)) as [number, number],
    access: cars.map((level) => (isOpen(level) ? level : Access.OPEN)) as [Access, Access],
    speed: [speed, speed],
    sidewalks: { left: walkable, right: walkable },
  };
}

/** Whether buses drive against the direction of cars. */
function hasBusesAgainst(tags: Tags, direction: -1 | 0 | 1): boolean {
  if (direction === 0) return false;
  const against = direction === 1 ? 'backward' : 'forward';
  if (tagged(tags, 'bus', against, [`bus:${against}`, `psv:${against}`]) === Access.OPEN) return true;
  return onewayBy(tags, ['oneway:bus', 'oneway:psv'], true) === 0;
}

/** 1 along the way only, -1 against it only, 0 both ways. Reversible lanes count as open both ways. */
function onewayOf(tags: Tags, implied: boolean): -1 | 0 | 1 {
  return onewayBy(tags, ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'], implied);
}

/** Who may walk along a way and against it, where nothing is tagged about feet by its general access, else as usual. */
function footLevels(tags: Tags, highway: string, usual: Access): [forward: Access, backward: Access] {
  const general = usual === Access.CLOSED ? usual : (tagged(tags, 'foot', undefined, ['access']) ?? usual);
  const levels = HEADINGS.map((heading) => tagged(tags, 'foot', heading, ['foot']) ?? general) as [Access, Access];
  const oneway = onewayOnFoot(tags, highway);
  if (oneway !== 0) levels[oneway === 1 ? 1 : 0] = Access.CLOSED;
  return levels;
}

/**
 * By `oneway:foot`, and on moving walkways. A plain `oneway` is one for vehicles, unless only people on foot use the way, or it is a ferry.
 * @see https://wiki.openstreetmap.org/wiki/Key:oneway, https://wiki.openstreetmap.org/wiki/Key:conveying
 */
function onewayOnFoot(tags: Tags, highway: string): -1 | 0 | 1 {
  const moving = tags.get('conveying');
  const isTheirs = highway === 'ferry' || ((highway === 'footway' || highway === 'steps') && !tags.has('bicycle'));
  const implied =
    moving === 'forward' ? 1 : moving === 'backward' ? -1 : isTheirs ? onewayBy(tags, ['oneway'], false) : 0;
  return tags.has('oneway:foot') ? onewayBy(tags, ['oneway:foot'], false) : implied;
}

/** Levels of a way on which people walk in either direction; where they walk in none, nobody is asked. */
function walkAccessOf(levels: readonly [Access, Access]): [forward: Access, backward: Access] {
  const isClosed = Math.min(...levels) === Access.CLOSED;
  return isClosed ? [Access.OPEN, Access.OPEN] : [levels[0], levels[1]];
}

/**
 * People walk beside every street except motorways, even without a sidewalk; if a sidewalk is tagged on one
 * side, only there. The side towards the opposite carriageway of a divided street is excluded, as in right-hand traffic.
 */
function sidewalksOf(
  tags: Tags,
  roadClass: RoadClass,
  oneway: -1 | 0 | 1,
): Pick<RoadTags, 'sidewalks' | 'outerSidewalk'> {
  const sidewalk = tags.get('sidewalk') ?? '';
  const both = sidewalk === 'both' || sidewalk === 'yes';
  const side = (name: 'left' | 'right', values: readonly string[]) =>
    values.includes(tags.get(`sidewalk:${name}`) ?? tags.get('sidewalk:both') ?? '');
  const on = (left: boolean, right: boolean) => ({ sidewalks: { left, right }, outerSidewalk: false });
  if (roadClass === 'motorway') return on(false, false);
  // A rule for everyone is one for the street; those who have a sidewalk walk there.
  const hasSidewalk = both || sidewalk === 'left' || sidewalk === 'right';
  const general = hasSidewalk ? undefined : tagged(tags, 'foot', undefined, ['access']);
  const usual = tags.get('motorroad') === 'yes' ? Access.CLOSED : general;
  const isClosed = HEADINGS.every((heading) => (tagged(tags, 'foot', heading, ['foot']) ?? usual) === Access.CLOSED);
  if (isClosed) {
    // No one walks on it, but beside it if the sidewalk is mapped separately.
    const separate = (name: 'left' | 'right') => sidewalk === 'separate' || side(name, ['separate']);
    return on(separate('left'), separate('right'));
  }
  const left = both || sidewalk === 'left' || side('left', ['yes', 'separate']);
  const right = both || sidewalk === 'right' || side('right', ['yes', 'separate']);
  if (left || right) return on(left, right);
  const divided = oneway !== 0 && (roadClass === 'trunk' || roadClass === 'primary' || roadClass === 'secondary');
  return divided ? { ...on(oneway === -1, oneway === 1), outerSidewalk: true } : on(true, true);
}

/** The name of a street, else its number, else ''. */
export function nameOf(tags: Tags): string {
  return tags.get('name') ?? tags.get('ref') ?? '';
}
