import { Access, limitOf, onewayBy, tagged } from './access.js';
import type { Tags } from './elements.js';

/** Speed of cyclists in percent of their speed on a good street, along a way and against it; 0 if they may not. */
export type CyclePaces = readonly [along: number, against: number];

export const NO_RIDE: CyclePaces = [0, 0];
export const FULL_RIDE: CyclePaces = [100, 100];
/** Pushing a bicycle, 1.2 of 4.2 m/s, and carrying it up or down steps. */
const PUSH = 28;
const STEPS = 8;
/** Surfaces that slow cyclists down. */
const SURFACES: Readonly<Record<string, number>> = {
  compacted: 85,
  fine_gravel: 85,
  gravel: 65,
  unpaved: 70,
  pebblestone: 60,
  ground: 65,
  dirt: 65,
  earth: 65,
  grass: 50,
  mud: 30,
  sand: 30,
  rock: 40,
  cobblestone: 90,
  unhewn_cobblestone: 60,
  woodchips: 60,
};
/** The speed on ways without a surface. */
const UNPAVED: Readonly<Record<string, number>> = { track: 70, path: 75, bridleway: 60 };

/** How cyclists use each kind of way for other people, unless tags say otherwise: ride, push, or not at all. */
const KINDS: Readonly<Record<string, number>> = {
  motorway: 0,
  motorway_link: 0,
  busway: 0,
  bus_guideway: 0,
  footway: 0,
  pedestrian: 0,
  bridleway: 0,
  corridor: 0,
  elevator: 0,
  steps: STEPS,
};

const SIDES = ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'];

/** How cyclists ride along a way and against it, by its tags. */
export function rideOf(tags: Tags, highway: string): CyclePaces {
  const isMotorRoad = tags.get('motorroad') === 'yes';
  const usual = isMotorRoad ? 0 : Object.hasOwn(KINDS, highway) ? KINDS[highway] : 100;
  const surface = tags.get('surface') ?? '';
  const rolling = Object.hasOwn(SURFACES, surface)
    ? SURFACES[surface]
    : surface === '' && Object.hasOwn(UNPAVED, highway)
      ? UNPAVED[highway]
      : 100;
  const oneway = onewayBy(tags, ['oneway:bicycle', 'oneway:vehicle', 'oneway'], impliesOneway(tags));
  const contraflow = allowsContraflow(tags);
  // Not passable on wheels.
  if (tags.get('smoothness') === 'impassable') return NO_RIDE;
  const percent = (heading: 'forward' | 'backward'): number => {
    const against = oneway === (heading === 'forward' ? -1 : 1);
    if (against && !contraflow && tagged(tags, 'bike', heading, [`bicycle:${heading}`]) !== Access.OPEN) return 0;
    const own = tags.get(`bicycle:${heading}`) ?? tags.get('bicycle');
    // A cycleway runs beside it, which may not be mapped.
    if (own === 'use_sidepath') return rolling;
    if (own === 'dismount') return highway === 'steps' ? STEPS : PUSH;
    const level = tagged(tags, 'bike', heading);
    if (level === Access.CLOSED) return hasTrack(tags) ? rolling : 0;
    // A way for others, or private grounds, by access=yes is not yet one for bicycles; by a rule for all vehicles it is.
    const isOpen =
      own !== undefined ||
      usual === 100 ||
      (tagged(tags, 'bike', heading, ['vehicle']) ?? Access.CLOSED) <= Access.DESTINATION;
    if (level === Access.PRIVATE && highway !== 'steps' && !isOpen) return 0;
    if (highway === 'steps') return tags.get('ramp:bicycle') === 'yes' ? PUSH : STEPS;
    return isOpen ? rolling : usual;
  };
  return [percent('forward'), percent('backward')];
}

/** Who may cycle along a way and against it, where anyone may. */
export function rideAccessOf(tags: Tags): readonly [along: Access, against: Access] {
  return [limitOf(tagged(tags, 'bike', 'forward')), limitOf(tagged(tags, 'bike', 'backward'))];
}

function impliesOneway(tags: Tags): boolean {
  const junction = tags.get('junction');
  return junction === 'roundabout' || junction === 'circular';
}

/** Whether cyclists ride against the traffic of a one-way street. */
function allowsContraflow(tags: Tags): boolean {
  if (tags.get('oneway:bicycle') === 'no') return true;
  return SIDES.some((key) => {
    const oneway = tags.get(`${key}:oneway`);
    const kind = tags.get(key) ?? '';
    return kind.startsWith('opposite') || ((oneway === 'no' || oneway === '-1') && !/^(no|none)$/.test(kind));
  });
}

/** Whether a path for bicycles runs beside a street on which they are banned. */
function hasTrack(tags: Tags): boolean {
  return SIDES.some((key) => /^(track|lane|opposite_track|opposite_lane|shared_lane)$/.test(tags.get(key) ?? ''));
}
