import type { NetworkLink, RoadClass } from '../../layout/network.js';
import type { Tags } from './elements.js';
import { speedsOf } from './speed-tags.js';
import { turnLanes } from './turn-lanes.js';

/** Attributes of a street from the tags of a way. */
export interface RoadTags {
  readonly class: RoadClass;
  readonly ramp: boolean;
  readonly roundabout: boolean;
  readonly ferry: boolean;
  /** A sidewalk or a crossing, mapped beside or across a street which may already have sidewalks. */
  readonly pavement: boolean;
  readonly name: string;
  /** Driving lanes along the way and against it; none for pedestrians. */
  readonly lanes: readonly [forward: number, backward: number];
  /** m/s along the way and against it. */
  readonly speed: readonly [forward: number, backward: number];
  readonly sidewalks: { readonly left: boolean; readonly right: boolean };
  /** Whether the sidewalk is on the outer side of a divided street: the opposite side in left-hand traffic. */
  readonly outerSidewalk: boolean;
  /** Turns painted on the lanes along the way and against it. */
  readonly marks: NonNullable<NetworkLink['marks']>;
}

/** A way that is a street, a path, or a ferry. */
export interface ExtractedRoad {
  readonly id: number;
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
  | 'ferries that land nowhere';

interface Defaults {
  readonly class: RoadClass;
  /** km/h */
  readonly speed: number;
  /** Lanes of both directions of a two-way street together, and of a one-way street. */
  readonly lanes: readonly [twoWay: number, oneWay: number];
}

/** Speed of ferries, including the wait, km/h. */
const FERRY_SPEED = 15;
const DRIVEN: Readonly<Record<string, Defaults>> = {
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

/** Ways for pedestrians; marked ones require a tag that allows walking. */
const WALKED: Readonly<Record<string, { readonly needsFoot: boolean }>> = {
  footway: { needsFoot: false },
  path: { needsFoot: false },
  pedestrian: { needsFoot: false },
  steps: { needsFoot: false },
  track: { needsFoot: false },
  cycleway: { needsFoot: true },
  bridleway: { needsFoot: true },
};

const PATH: RoadTags = {
  class: 'path',
  ramp: false,
  roundabout: false,
  ferry: false,
  pavement: false,
  name: '',
  lanes: [0, 0],
  speed: [0, 0],
  sidewalks: { left: false, right: false },
  outerSidewalk: false,
  marks: [undefined, undefined],
};

const NOT_BUILT = new Set(['construction', 'proposed', 'planned', 'abandoned', 'razed', 'disused', 'demolished']);
const NOT_THROUGH = new Set(['driveway', 'parking_aisle', 'drive-through', 'emergency_access', 'parking', 'slipway']);
const CLOSED = new Set(['no', 'private', 'agricultural', 'forestry', 'agricultural;forestry', 'military', 'emergency']);
const MAX_LANES = 8;

/** Reads the tags of a way that has `highway`, or `route=ferry`. */
export function parseRoad(tags: Tags): RoadTags | RoadRefusal {
  const highway = tags.get('highway');
  if (highway === undefined) return ferry(tags);
  if (NOT_BUILT.has(highway)) return 'not built';
  const defaults = Object.hasOwn(DRIVEN, highway) ? DRIVEN[highway] : undefined;
  const walked = Object.hasOwn(WALKED, highway) ? WALKED[highway] : undefined;
  if (!defaults && !walked) return 'not a road';
  // People walk across a square; walking around it is nearly as far.
  if (tags.get('area') === 'yes' && !walked) return 'areas';
  if (defaults && NOT_THROUGH.has(tags.get('service') ?? '')) return 'driveways and parking aisles';
  if (defaults && carAccess(tags) !== false) return drivenRoad(tags, highway, defaults);
  return walkedRoad(tags, walked?.needsFoot ?? false);
}

/** Reads the tags of a driveway or parking aisle as those of a street; undefined for other ways, or if closed to cars. */
export function parseDriveway(tags: Tags): RoadTags | undefined {
  const highway = tags.get('highway') ?? '';
  const isOne = DRIVEN[highway] === DRIVEN.service && NOT_THROUGH.has(tags.get('service') ?? '');
  return isOne && carAccess(tags) !== false ? drivenRoad(tags, highway, DRIVEN.service) : undefined;
}

function drivenRoad(tags: Tags, highway: string, defaults: Defaults): RoadTags {
  const roundabout = tags.get('junction') === 'roundabout' || tags.get('junction') === 'circular';
  const ramp = highway.endsWith('_link');
  const oneway = onewayOf(tags, roundabout || highway === 'motorway');
  return {
    class: defaults.class,
    ramp,
    roundabout,
    ferry: false,
    pavement: false,
    name: nameOf(tags),
    lanes: lanesOf(tags, oneway, defaults.lanes),
    speed: speedsOf(tags, defaults.speed / 3.6),
    ...sidewalksOf(tags, defaults.class, ramp, oneway),
    marks: [turnLanes(tags, 'forward', oneway), turnLanes(tags, 'backward', oneway)],
  };
}

function walkedRoad(tags: Tags, needsFoot: boolean): RoadTags | RoadRefusal {
  const foot = tags.get('foot');
  const open = foot !== undefined ? !CLOSED.has(foot) : !needsFoot && !CLOSED.has(tags.get('access') ?? '');
  if (!open) return 'no access';
  if (tags.has('indoor')) return 'indoors';
  const pavement = /^(sidewalk|crossing|traffic_island|link)$/.test(tags.get('footway') ?? '');
  return { ...PATH, pavement, name: nameOf(tags) };
}

/** A ferry with access tags that do not mention cars carries none. Pedestrians may always board, unless a tag says no. */
function ferry(tags: Tags): RoadTags | RoadRefusal {
  const onFoot = !CLOSED.has(tags.get('foot') ?? tags.get('access') ?? '');
  // No place has its gates on water.
  const onBoard = { ...PATH, ramp: true, ferry: true, name: nameOf(tags) };
  const cars = carAccess(tags) ?? !(tags.has('foot') || tags.has('bicycle'));
  if (!cars) return onFoot ? onBoard : 'no access';
  const speed = FERRY_SPEED / 3.6;
  return {
    ...onBoard,
    class: 'service',
    lanes: [1, 1],
    speed: [speed, speed],
    sidewalks: { left: onFoot, right: onFoot },
  };
}

/** Whether cars are allowed, by the most specific access tag; undefined if there is none. */
export function carAccess(tags: Tags): boolean | undefined {
  for (const key of ['motorcar', 'motor_vehicle', 'vehicle', 'access']) {
    const value = tags.get(key);
    if (value !== undefined) return !CLOSED.has(value);
  }
  return undefined;
}

/** 1 along the way only, -1 against it only, 0 both ways. Reversible lanes count as open both ways. */
function onewayOf(tags: Tags, implied: boolean): -1 | 0 | 1 {
  const value = tags.get('oneway:motor_vehicle') ?? tags.get('oneway') ?? '';
  if (value === '-1' || value === 'reverse') return -1;
  if (value === 'yes' || value === 'true' || value === '1') return 1;
  if (value === 'no' || value === 'false' || value === '0') return 0;
  return implied ? 1 : 0;
}

function lanesOf(
  tags: Tags,
  oneway: -1 | 0 | 1,
  [twoWay, oneWay]: Defaults['lanes'],
): [forward: number, backward: number] {
  const total = parseCount(tags.get('lanes'));
  if (oneway !== 0) {
    const lanes = total ?? oneWay;
    return oneway === 1 ? [lanes, 0] : [0, lanes];
  }
  const counted = (direction: 'forward' | 'backward') =>
    parseCount(tags.get(`lanes:${direction}`) ?? turnLanes(tags, direction, oneway)?.length.toString());
  const forward = counted('forward');
  const backward = counted('backward');
  const all = Math.max(2, total ?? twoWay);
  const rest = (one: number) => Math.max(1, all - one);
  if (forward !== undefined) return [forward, backward ?? rest(forward)];
  if (backward !== undefined) return [rest(backward), backward];
  return [Math.ceil(all / 2), Math.floor(all / 2)];
}

/** A number of lanes; the first of several, at most 8. */
function parseCount(text: string | undefined): number | undefined {
  const value = Math.floor(Number.parseFloat(text ?? ''));
  return value >= 1 ? Math.min(value, MAX_LANES) : undefined;
}

/**
 * People walk beside every street except motorways and trunk roads, even without a sidewalk; if a sidewalk is tagged on one
 * side, only there. The side towards the opposite carriageway of a divided street is excluded, as in right-hand traffic.
 */
function sidewalksOf(
  tags: Tags,
  roadClass: RoadClass,
  ramp: boolean,
  oneway: -1 | 0 | 1,
): Pick<RoadTags, 'sidewalks' | 'outerSidewalk'> {
  const tagged = tags.get('sidewalk') ?? '';
  const both = tagged === 'both' || tagged === 'yes';
  const side = (name: 'left' | 'right', values: readonly string[]) =>
    values.includes(tags.get(`sidewalk:${name}`) ?? tags.get('sidewalk:both') ?? '');
  const on = (left: boolean, right: boolean) => ({ sidewalks: { left, right }, outerSidewalk: false });
  const foot = tags.get('foot');
  if (roadClass === 'motorway') return on(false, false);
  if ((foot !== undefined && CLOSED.has(foot)) || (tags.get('motorroad') === 'yes' && foot === undefined)) {
    // No one walks on it, but beside it if the sidewalk is mapped separately.
    const separate = (name: 'left' | 'right') => tagged === 'separate' || side(name, ['separate']);
    return on(separate('left'), separate('right'));
  }
  const left = both || tagged === 'left' || side('left', ['yes', 'separate']);
  const right = both || tagged === 'right' || side('right', ['yes', 'separate']);
  if (left || right) return on(left, right);
  const walkable = foot !== undefined || tagged === 'separate';
  if (!walkable && (ramp || roadClass === 'trunk')) return on(false, false);
  const divided = oneway !== 0 && (roadClass === 'trunk' || roadClass === 'primary' || roadClass === 'secondary');
  return divided ? { ...on(oneway === -1, oneway === 1), outerSidewalk: true } : on(true, true);
}

function nameOf(tags: Tags): string {
  return tags.get('name') ?? tags.get('ref') ?? '';
}
