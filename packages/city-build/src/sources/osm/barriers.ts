import type { NetworkLink, TurnBan } from '../../layout/network.js';
import { Access, stopsCars, tagged } from './access.js';
import type { Tags } from './elements.js';

/** Barriers that stop cars unless tags say otherwise. Gates of all kinds, toll booths and cattle grids let cars through. */
const BLOCKING = new Set(
  (
    'bollard block chain jersey_barrier log debris planter bus_trap sump_buster cycle_barrier motorcycle_barrier ' +
    'bicycle_barrier stile kissing_gate horse_stile turnstile full-height_turnstile wall fence hedge guard_rail ' +
    'city_wall retaining_wall ditch'
  ).split(' '),
);

const VEHICLES = ['motorcar', 'motor_vehicle', 'vehicle'];

/**
 * Who passes the barrier at a node by car: by its access tags, otherwise no one if it is locked, too narrow or too low, otherwise
 * by its kind. Without a barrier, everyone unless a tag closes the node to cars.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:barrier
 */
export function barrierAccess(tags: Tags): Access {
  const barrier = tags.get('barrier');
  if (barrier === 'no') return Access.OPEN;
  // A sign of vehicles on the node; `access` alone describes an entrance or a stop beside the street.
  if (barrier === undefined)
    return tagged(tags, 'car', undefined, VEHICLES) === Access.CLOSED ? Access.CLOSED : Access.OPEN;
  if (stopsCars(tags)) return Access.CLOSED;
  const level = tagged(tags, 'car');
  if (level !== undefined) return level;
  if (tags.get('locked') === 'yes') return Access.CLOSED;
  return BLOCKING.has(barrier) && tags.get('bollard') !== 'rising' ? Access.CLOSED : Access.OPEN;
}

/**
 * Bans that close a street to cars at a node: they turn back on either side, while pedestrians continue. At a node where
 * three or more streets meet, the closed street is unknown, so none is closed.
 *
 * @param there the links that end at the node
 * @param access who passes nevertheless; no one if it is closed
 */
export function barrierBans(
  links: readonly NetworkLink[],
  node: number,
  there: readonly number[],
  access: Access,
): TurnBan[] {
  const [a, b] = there;
  if (there.length !== 2 || a === b || links[a].class === 'path') return [];
  const open = access === Access.CLOSED ? {} : { access };
  return [
    { from: a, via: node, to: b, ...open },
    { from: b, via: node, to: a, ...open },
  ];
}
