import { LaneAccess } from '@itinera/city/browser';
import type { Tags } from './elements.js';

/** Who may use a way: everyone, only those with a destination there, only residents and those they invite, no one. */
export const Access = { ...LaneAccess, CLOSED: 3 } as const;
export type Access = (typeof Access)[keyof typeof Access];

/** Kinds of travel that have rules. */
export type StreetUser = 'car' | 'bus' | 'bike' | 'foot';
export type WayHeading = 'forward' | 'backward';

/**
 * Keys of each mode, from the most specific.
 * @see https://wiki.openstreetmap.org/wiki/Key:access#Land-based_transportation
 */
const KEYS: Readonly<Record<StreetUser, readonly string[]>> = {
  car: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  bus: ['bus', 'psv', 'motor_vehicle', 'vehicle', 'access'],
  bike: ['bicycle', 'vehicle', 'access'],
  foot: ['foot', 'access'],
};

/** Values by level; those named after a kind of traveller are open to it and closed to others. */
const VALUES: ReadonlyMap<string, Access> = new Map(
  (
    [
      [Access.OPEN, 'yes permissive designated official public allowed true 1 unknown discouraged optional_sidepath'],
      [
        Access.DESTINATION,
        'destination customers customer permit permits delivery residents resident visitors visitor guests guest ' +
          'employees employee members students patients parents local business permission',
      ],
      [Access.PRIVATE, 'private privat staff owner'],
      [
        Access.CLOSED,
        'no none false 0 never agricultural forestry agriculture forest military emergency restricted closed hgv goods ' +
          'taxi tram use_sidepath dismount hov carpool carsharing motorcycle moped horse ski snowmobile atv tank service ' +
          'coach tourist_bus minibus disabled electric electric_vehicle electric_vehicles',
      ],
    ] as const
  ).flatMap(([level, names]) => names.split(' ').map((name): [string, Access] => [name, level])),
);
const TRAVELLERS: Readonly<Record<string, readonly StreetUser[]>> = {
  psv: ['bus'],
  bus: ['bus'],
  public_transport: ['bus'],
  bicycle: ['bike'],
  foot: ['foot'],
  pedestrian: ['foot'],
  motorcar: ['car'],
  motor_vehicle: ['car', 'bus'],
  vehicle: ['car', 'bus', 'bike'],
};

/** The level of a value; of several, the one that admits most. Undefined if none is known. */
export function accessOf(value: string, mode: StreetUser): Access | undefined {
  let least: Access | undefined;
  for (const part of value.toLowerCase().split(/[;,|]/)) {
    const name = part.trim();
    const level = Object.hasOwn(TRAVELLERS, name)
      ? TRAVELLERS[name].includes(mode)
        ? Access.OPEN
        : Access.CLOSED
      : VALUES.get(name);
    if (level !== undefined && (least === undefined || level < least)) least = level;
  }
  return least;
}

/**
 * The level of a mode by the most specific key with a known value. A key for one direction precedes the same key for both,
 * and a condition that always holds precedes the key without it.
 *
 * @param heading along the way or against it; without it, keys for directions are ignored
 * @returns undefined if no key says anything
 */
export function tagged(
  tags: Tags,
  mode: StreetUser,
  heading?: WayHeading,
  keys: readonly string[] = KEYS[mode],
): Access | undefined {
  for (const key of keys) {
    const names = heading === undefined ? [key] : [`${key}:${heading}`, key];
    for (const name of names) {
      const value = lastingValue(tags, name);
      const level = value === undefined ? undefined : accessOf(value, mode);
      if (level !== undefined) return level;
    }
  }
  return undefined;
}

/** Who of those who may use a way at all may do so: everyone unless a rule limits it. */
export function limitOf(level: Access | undefined): Access {
  return level === Access.DESTINATION || level === Access.PRIVATE ? level : Access.OPEN;
}

/**
 * The tags with the value of `motor_vehicle:both_ways` and the like under the plain key, which it precedes. Of lanes it says
 * something else: that either direction uses them.
 */
export function withPlainKeys(tags: Tags): Tags {
  let plain: Map<string, string> | undefined;
  for (const [key, value] of tags) {
    if (!key.includes(BOTH_WAYS) || /(^|:)lanes(:|$)/.test(key)) continue;
    plain ??= new Map(tags);
    plain.set(key.replace(BOTH_WAYS, ''), value);
    plain.delete(key);
  }
  return plain ?? tags;
}

const BOTH_WAYS = ':both_ways';

/** The value of a key, or that of its condition if it always holds. */
export function lastingValue(tags: Tags, key: string): string | undefined {
  return lasting(tags.get(conditionOf(key))) ?? tags.get(key);
}

const conditions = new Map<string, string>();

/** The key of conditions on a key; kept, because a new text is slow to look up. */
function conditionOf(key: string): string {
  let condition = conditions.get(key);
  if (condition === undefined) {
    condition = `${key}:conditional`;
    conditions.set(key, condition);
  }
  return condition;
}

/** The value of a condition that holds at all times: `no @ (24/7)`. */
function lasting(text: string | undefined): string | undefined {
  const found =
    text && /^\s*([^@;()]*[^@;()\s])\s*@\s*\(?\s*(24\/7|(?:Mo-Su(?:,PH)?\s+)?00:00-24:00|Mo-Su)\s*\)?\s*$/i.exec(text);
  return found ? found[1] : undefined;
}

/** Keys of cars that a way for pedestrians, cyclists or farmers needs to be open to cars. */
const EXPLICIT = ['motorcar', 'motor_vehicle'];
/** Those of ways wide enough for cars, which a rule for all vehicles concerns; on tracks, one for everyone too. */
const EXPLICIT_ON: ReadonlyMap<string, readonly string[]> = new Map([
  ['track', KEYS.car],
  ['pedestrian', [...EXPLICIT, 'vehicle']],
]);

/** Whether a way that is closed to cars by its kind admits them by an explicit tag, and how. */
export function explicitCarAccess(tags: Tags, highway: string, heading: WayHeading): Access {
  return tagged(tags, 'car', heading, EXPLICIT_ON.get(highway) ?? EXPLICIT) ?? Access.CLOSED;
}

/** A car's height, width, length, mass and load per axle: metres and tonnes. @see Valhalla, defaults of the costing `auto` */
const CAR = { height: 1.6, width: 1.9, length: 4, weight: 1.5, axleLoad: 0.75 } as const;
const LIMITS: readonly [key: string, least: number][] = [
  ['maxheight', CAR.height],
  ['maxheight:physical', CAR.height],
  ['maxwidth', CAR.width],
  ['maxwidth:physical', CAR.width],
  ['maxlength', CAR.length],
  ['maxweight', CAR.weight],
  ['maxweightrating', CAR.weight],
  ['maxaxleload', CAR.axleLoad],
];
const FEET = 0.3048;
/** Units of a number in metres or tonnes; `st`, `lt` and `lbs` are short tons, long tons and pounds. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1,
  cm: 0.01,
  '"': 0.0254,
  in: 0.0254,
  inches: 0.0254,
  t: 1,
  ton: 1,
  tons: 1,
  tonne: 1,
  tonnes: 1,
  kg: 0.001,
  st: 0.907,
  lt: 1.016,
  lbs: 0.000454,
  lb: 0.000454,
};

/**
 * Whether a car does not fit: a limit below its size, or an impassable surface.
 * @param heading along the way or against it; without it, limits of one direction are ignored
 */
export function stopsCars(tags: Tags, heading?: WayHeading): boolean {
  if (tags.get('impassable') === 'yes' || tags.get('smoothness') === 'impassable') return true;
  return LIMITS.some(([key, least]) => {
    const value = (heading && lastingValue(tags, `${key}:${heading}`)) ?? lastingValue(tags, key);
    return value !== undefined && (parseMeasure(value) ?? Infinity) < least;
  });
}

/** Metres or tonnes: `2.1`, `2.1 m`, `6'6"`, `6.5 ft`, `62"`, `180 cm`, `3.5 t`, `900 kg`, `2 st`; undefined for `default`, `none` … */
export function parseMeasure(text: string): number | undefined {
  const value = text
    .trim()
    .replace(/^(\d+),(\d+)/, '$1.$2')
    .replace(/''|[“”″]/g, '"')
    .replace(/[‘’′]/g, "'");
  const feet = /^(\d+(?:\.\d+)?)\s*(?:'|ft|feet)\s*(?:(\d+(?:\.\d+)?)\s*(?:"|in|inches)?)?$/.exec(value);
  if (feet) return (Number(feet[1]) + Number(feet[2] ?? 0) / 12) * FEET;
  const plain = /^(\d+(?:\.\d+)?)\s*(m|cm|"|in|inches|t|tons?|tonnes?|kg|st|lt|lbs?|)$/.exec(value);
  return plain ? Number(plain[1]) * UNITS[plain[2]] : undefined;
}

/**
 * Whether a way is for cars with several people only, which most have not. Where some lanes are, `hov:lanes` says so; a tag for all
 * cars precedes it.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:hov
 */
export function isForCarpools(tags: Tags, heading: WayHeading): boolean {
  const value = (key: string) => (tags.get(`${key}:${heading}`) ?? tags.get(key))?.toLowerCase();
  const isWhole = (value('hov:lanes') ?? 'designated').split('|').every((lane) => lane.trim() === 'designated');
  return value('hov') === 'designated' && isWhole && tagged(tags, 'car', heading, EXPLICIT) === undefined;
}

/** 1 along the way only, -1 against it only, 0 both ways; the first key that says something counts. */
export function onewayBy(tags: Tags, keys: readonly string[], implied: boolean): -1 | 0 | 1 {
  for (const key of keys) {
    const value = lastingValue(tags, key)?.toLowerCase();
    if (value === '-1' || value === 'reverse') return -1;
    if (value === 'yes' || value === 'true' || value === '1') return 1;
    // The direction of these alternates.
    if (value === 'no' || value === 'false' || value === '0' || value === 'reversible' || value === 'alternating')
      return 0;
  }
  return implied ? 1 : 0;
}

/** Conditions and values of a street that are not used, for the report: the key, or the key with the value. */
export function unusedRules(tags: Tags, found: (what: string) => void): void {
  for (const [key, value] of tags) {
    const [first, ...rest] = key.split(':');
    const mode = MODE_OF_KEY[first];
    if (mode === undefined && !CONDITIONAL.test(key)) continue;
    if (rest.at(-1) === 'conditional') {
      // Those for lorries and the like by weight or use do not concern cars.
      if (lasting(value) === undefined && TIMES.test(value)) found(`${key} (times)`);
    } else if (mode !== undefined && rest.every((part) => part === 'forward' || part === 'backward')) {
      if (accessOf(value, mode) === undefined) found(`${key}=${value.slice(0, 40)}`);
    }
  }
}

const MODE_OF_KEY: Readonly<Record<string, StreetUser | undefined>> = Object.assign(
  Object.create(null),
  Object.fromEntries(Object.entries(KEYS).flatMap(([mode, keys]) => keys.map((key) => [key, mode]))),
);
const CONDITIONAL = /^(oneway|maxspeed|lanes)(:.*)?:conditional$/;
const TIMES =
  /\d\d?:\d\d|\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|sunrise|sunset|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|winter|summer)\b/;
