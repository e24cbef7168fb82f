import type { NetworkLink, TurnBan } from '../../layout/network.js';
import type { Tags } from './elements.js';
import { carAccess } from './road-tags.js';

/** Barriers that stop cars unless tags say otherwise. Gates of all kinds, toll booths and cattle grids let cars through. */
const BLOCKING = new Set(
  (
    'bollard block chain jersey_barrier log debris planter bus_trap sump_buster cycle_barrier motorcycle_barrier ' +
    'bicycle_barrier stile kissing_gate horse_stile turnstile full-height_turnstile wall fence hedge guard_rail ' +
    'city_wall retaining_wall ditch'
  ).split(' '),
);

/**
 * Whether the barrier at a node stops cars: by its access tags, otherwise if it is locked, otherwise by its kind.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:barrier
 */
export function blocksCars(tags: Tags): boolean {
  const barrier = tags.get('barrier');
  if (barrier === undefined || barrier === 'no') return false;
  const access = carAccess(tags);
  if (access !== undefined) return !access;
  if (tags.get('locked') === 'yes') return true;
  return BLOCKING.has(barrier) && tags.get('bollard') !== 'rising';
}

/**
 * Bans that close a street to cars at a node: they turn back on either side, while pedestrians continue. At a node where
 * three or more streets meet, the closed street is unknown, so none is closed.
 *
 * @param there the links that end at the node
 */
export function barrierBans(links: readonly NetworkLink[], node: number, there: readonly number[]): TurnBan[] {
  const [a, b] = there;
  if (there.length !== 2 || a === b || links[a].class === 'path') return [];
  return [
    { from: a, via: node, to: b },
    { from: b, via: node, to: a },
  ];
}
