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

/**
 * Restrictions have a handful of members; with thousands, as in a damaged file, the number of bans would grow quadratically.
 */
const MAX_MEMBERS = 100;

/**
 * Reads a relation of type restriction. Restrictions for lorries or bicycles only, with an exception for cars, or with time
 * conditions (`restriction:conditional`) do not apply to cars.
 *
 * @returns undefined if it does not apply to cars, is incomplete, or has more than 100 members
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
