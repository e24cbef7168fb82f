import type { NetworkLink, TurnBan } from '../../layout/network.js';
import { Access, stopsCars, tagged } from './access.js';
import type { Tags } from './elements.js';

/**
 * Barriers that stop each mode unless tags say otherwise. Gates of all kinds, entrances, toll booths and cattle grids let
 * everyone through.
 */
const WALLS =
  'wall fence hedge city_wall retaining_wall ditch cable_barrier barrier_board tank_trap full-height_turnstile wire_fence ' +
  'hedge_bank';
const STOPS_BIKES = `${WALLS} stile kissing_gate horse_stile turnstile guard_rail handrail log debris chain rope`;
const BLOCKING: Readonly<Record<'car' | 'bike' | 'foot', ReadonlySet<string>>> = {
  car: new Set(
    (
      `${STOPS_BIKES} yes bollard bollards block jersey_barrier planter bus_trap sump_buster cycle_barrier ` +
      'motorcycle_barrier bicycle_barrier delineators wicket_gate spikes tyres rubble boulder'
    ).split(' '),
  ),
  bike: new Set(STOPS_BIKES.split(' ')),
  foot: new Set(WALLS.split(' ')),
};

/** Keys by which a node without a barrier is a sign; others describe a crossing, an entrance or a stop beside the street. */
const SIGNED = { car: ['motorcar', 'motor_vehicle', 'vehicle'], bike: ['bicycle', 'vehicle'], foot: ['foot'] } as const;
const NO_SIGN = ['highway', 'crossing', 'entrance', 'railway', 'public_transport', 'amenity'];

/**
 * Who passes the barrier at a node: by its access tags, otherwise by its kind; no car if it is locked, too narrow or too low,
 * and others only with a key if it is locked. Without a barrier, everyone unless a tag closes the node.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:barrier
 */
export function barrierAccess(tags: Tags, mode: 'car' | 'bike' | 'foot'): Access {
  const barrier = tags.get('barrier');
  if (barrier === 'no') return Access.OPEN;
  if (mode === 'car' && stopsCars(tags)) return Access.CLOSED;
  if (barrier === undefined) {
    if (mode !== 'car' && NO_SIGN.some((key) => tags.has(key))) return Access.OPEN;
    return tagged(tags, mode, undefined, SIGNED[mode]) ?? Access.OPEN;
  }
  // Who dismounts passes on foot, at most a few metres.
  if (mode === 'bike' && tags.get('bicycle') === 'dismount') return barrierAccess(tags, 'foot');
  const level = tagged(tags, mode);
  if (level !== undefined) return level;
  if (tags.get('locked') === 'yes') return mode === 'car' ? Access.CLOSED : Access.PRIVATE;
  if (barrier === 'kerb' && mode === 'car') return tags.get('kerb') === 'raised' ? Access.CLOSED : Access.OPEN;
  return BLOCKING[mode].has(barrier) && tags.get('bollard') !== 'rising' ? Access.CLOSED : Access.OPEN;
}

/**
 * Bans that close a street to cars at a node: they turn back on either side, while pedestrians continue. Where three or more
 * streets meet, no car gets from one into another, as in OSRM and Valhalla: which one is closed is unknown.
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
  const streets = [...new Set(there)].filter((link) => links[link].kind.class !== 'path');
  const open = access === Access.CLOSED ? {} : { access };
  return streets.flatMap((from) => streets.filter((to) => to !== from).map((to) => ({ from, via: node, to, ...open })));
}
