import type { OsmMember, Tags } from './elements.js';

/** A turn restriction as tagged, by ids of ways and nodes. */
export interface Restriction {
  /** Whether only this turn is allowed, or just this one is not. */
  readonly only: boolean;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The node of the turn, or the ways between, one of the two. */
  readonly viaNode: number | undefined;
  readonly viaWays: readonly number[];
}

/** Restrictions name a handful of ways; with thousands, as in a damaged file, the bans would grow with their square. */
const MAX_MEMBERS = 100;

/**
 * Reads a relation of type restriction. Restrictions for lorries or bicycles only, from which cars are excepted, or that
 * hold at certain times only (`restriction:conditional`) are no rule for cars.
 *
 * @returns undefined when it is no rule for cars, is not complete, or has more than 100 members
 */
export function parseRestriction(members: readonly OsmMember[], tags: Tags): Restriction | undefined {
  if (members.length > MAX_MEMBERS) return undefined;
  const rule =
    tags.get('restriction:motorcar') ?? tags.get('restriction:motor_vehicle') ?? tags.get('restriction') ?? '';
  if (!/^(no|only)_(left_turn|right_turn|straight_on|u_turn|entry|exit)$/.test(rule)) return undefined;
  if (/(^|;)\s*(motorcar|motor_vehicle)\s*(;|$)/.test(tags.get('except') ?? '')) return undefined;
  const ways = (role: string) => members.filter((m) => m.type === 'way' && m.role === role).map((m) => m.ref);
  const from = ways('from');
  const to = ways('to');
  const viaWays = ways('via');
  const viaNode = members.find((m) => m.type === 'node' && m.role === 'via')?.ref;
  if (from.length === 0 || to.length === 0 || (viaNode === undefined && viaWays.length === 0)) return undefined;
  return { only: rule.startsWith('only'), from, to, viaNode, viaWays };
}
