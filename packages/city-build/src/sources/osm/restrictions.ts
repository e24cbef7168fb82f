import { lastingValue } from './access.js';
import type { OsmMember, Tags } from './elements.js';

/** A turn restriction as tagged, by ids of ways and nodes. */
export interface Restriction {
  /** Whether only this turn is allowed, or only this one is banned. */
  readonly only: boolean;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The node of the turn, or the intermediate ways; exactly one of the two. */
  readonly viaNode: number | undefined;
  readonly viaWays: readonly number[];
}

/** Why a restriction is not used. */
export type RestrictionRefusal =
  | 'for other vehicles'
  | 'at certain hours'
  | 'of an unknown kind'
  | 'with members missing'
  | 'with more than 100 members'
  | 'on ways or nodes that are not streets of the city'
  | 'without an exit';

/**
 * Restrictions have a handful of members; with thousands, as in a damaged file, the number of bans would grow quadratically.
 */
const MAX_MEMBERS = 100;
const RULE = /^(no|only)_(left_turn|right_turn|straight_on|u_turn|entry|exit)$/;
const HOURS = ['day_on', 'day_off', 'hour_on', 'hour_off'];
const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
const CAR_KEYS = ['motorcar', 'motor_vehicle', 'vehicle'];

/** Whether the type of a relation is that of restrictions: `restriction`, `restriction:motorcar`, in any case. */
export function isRestriction(type: string | undefined): boolean {
  return type !== undefined && /^restriction(:|$)/i.test(type);
}

/**
 * Reads the restriction of a relation. Those for lorries or bicycles only, with an exception for cars, or at
 * certain hours (`restriction:conditional`, `hour_on`) do not apply.
 *
 * @returns the restriction, or why there is none for cars
 */
export function parseRestriction(members: readonly OsmMember[], tags: Tags): Restriction | RestrictionRefusal {
  const [, vehicle] = (tags.get('type') ?? '').toLowerCase().split(':');
  if (vehicle !== undefined && vehicle !== 'conditional' && !CAR_KEYS.includes(vehicle)) return 'for other vehicles';
  const names = [...CAR_KEYS.map((key) => `restriction:${key}`), 'restriction'];
  const value = names.map((name) => lastingValue(tags, name)).find((text) => text !== undefined);
  if (value === undefined) {
    const conditions = names.flatMap((name) => tags.get(`${name}:conditional`) ?? []);
    if (conditions.some((text) => !isForLorries(text))) return 'at certain hours';
    return [...tags.keys()].some((key) => key.startsWith('restriction:')) ? 'for other vehicles' : 'of an unknown kind';
  }
  const except = (tags.get('except') ?? '').toLowerCase().split(/[;,]/);
  if (except.some((user) => CAR_KEYS.includes(user.trim()))) return 'for other vehicles';
  if (hasHours(tags)) return 'at certain hours';
  const rules = [
    ...new Set(
      value
        .toLowerCase()
        .split(/[;,]/)
        .map((rule) => rule.trim().replace(/[\s-]+/g, '_')),
    ),
  ];
  const known = rules.filter((rule) => RULE.test(rule));
  if (known.length === 0) return 'of an unknown kind';
  if (members.length > MAX_MEMBERS) return 'with more than 100 members';
  const ways = (role: string) => members.filter((m) => m.type === 'way' && roleOf(m) === role).map((m) => m.ref);
  const from = ways('from');
  const to = ways('to');
  const viaWays = ways('via');
  // A node beside ways is where they begin or end, and says nothing more.
  const viaNode = viaWays.length > 0 ? undefined : members.find((m) => m.type === 'node' && roleOf(m) === 'via')?.ref;
  if (from.length === 0 || to.length === 0 || (viaNode === undefined && viaWays.length === 0))
    return 'with members missing';
  // Of several values, one that names the only way on already bans all others.
  return { only: known.some((rule) => rule.startsWith('only')), from, to, viaNode, viaWays };
}

function roleOf({ role }: OsmMember): string {
  return role.trim().toLowerCase();
}

/** Whether every condition is one of the vehicle and not of time: `no_left_turn @ (weight>7.5)`. */
function isForLorries(conditions: string): boolean {
  return conditions.split(';').every((one) => /[<>=]/.test(one));
}

/** Whether a restriction holds at certain hours or on certain days: not from 0:00 to 24:00 of all days. */
function hasHours(tags: Tags): boolean {
  if (!HOURS.some((key) => tags.has(key))) return false;
  const [first, last] = ['day_on', 'day_off'].map((key) =>
    DAYS.indexOf(tags.get(key)?.trim().slice(0, 2).toLowerCase() ?? ''),
  );
  const isDaily =
    (!tags.has('day_on') && !tags.has('day_off')) || (first >= 0 && last >= 0 && (last - first + 7) % 7 === 6);
  const isWhole =
    /^0?0:00$/.test(tags.get('hour_on') ?? '00:00') && /^(24:00|23:59)$/.test(tags.get('hour_off') ?? '24:00');
  return !(isDaily && isWhole);
}
