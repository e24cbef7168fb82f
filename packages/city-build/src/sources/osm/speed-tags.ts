import type { Tags } from './elements.js';

const KMH = 1 / 3.6;
const UNITS: Readonly<Record<string, number>> = {
  '': KMH,
  'km/h': KMH,
  kmh: KMH,
  kph: KMH,
  mph: 0.44704,
  knots: 0.514444,
};

/** Legal speed limits by road type, as in `maxspeed=DE:urban`, km/h. Countries differ slightly. */
const ZONES: Readonly<Record<string, number>> = {
  urban: 50,
  nsl_restricted: 48,
  rural: 90,
  nsl_single: 97,
  nsl_dual: 113,
  trunk: 100,
  express: 110,
  motorway: 120,
  living_street: 15,
  pedestrian_zone: 7,
  walk: 7,
  bicycle_road: 30,
};

/** Limits outside this range are mistakes, m/s. */
const LEAST = 3 * KMH;
const MOST = 150 * KMH;

/**
 * Parses a speed limit: `50`, `30 mph`, `DE:urban`, `FR:zone30`, `walk`, `none`, `50;30` (the first counts).
 *
 * @returns m/s, or undefined if the value is not usable (`signals`, `variable`, `fast`)
 */
export function parseSpeed(text: string | undefined): number | undefined {
  const value = text?.split(/[;|,]/)[0].trim().toLowerCase();
  if (!value) return undefined;
  if (value === 'none') return 130 * KMH;
  const number = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots|)$/.exec(value);
  if (number) return within(Number(number[1]) * UNITS[number[2]]);
  const zone = value.replace(/^[a-z]{2}(-[a-z]+)?:/, '');
  const numbered = /^(?:zone:?)?(\d+)$/.exec(zone);
  if (numbered) return within(Number(numbered[1]) * KMH);
  return Object.hasOwn(ZONES, zone) ? ZONES[zone] * KMH : undefined;
}

function within(speed: number): number | undefined {
  return speed >= LEAST && speed <= MOST ? speed : undefined;
}

/** Keys of the limit, or otherwise of the legal road type. */
const KEYS = ['maxspeed', 'maxspeed:type', 'zone:maxspeed', 'source:maxspeed'];

/**
 * Speed limits along and against a way, m/s.
 * @param fallback if none is tagged
 */
export function speedsOf(tags: Tags, fallback: number): [forward: number, backward: number] {
  const tagged = KEYS.map((key) => parseSpeed(tags.get(key))).find((speed) => speed !== undefined);
  const both = tagged ?? fallback;
  return [parseSpeed(tags.get('maxspeed:forward')) ?? both, parseSpeed(tags.get('maxspeed:backward')) ?? both];
}
