import type { Cause } from './explain-trips.js';
import type { Means } from './valhalla.js';

/** A reason for which routes differ: the rule here, that of Valhalla, and who follows the tags. */
export interface DifferenceKind {
  readonly name: string;
  readonly right: 'here' | 'Valhalla' | 'either';
}

interface Rule extends DifferenceKind {
  readonly holds: (cause: Cause, by: Means) => boolean;
}

const value = ({ tags }: Cause, key: string) => tags.get(key) ?? '';

/** The first that holds counts. @see https://wiki.openstreetmap.org/wiki/Key:access, Key:barrier, Tag:highway=steps */
const RULES: readonly Rule[] = [
  {
    name: 'the sidewalks around junctions here are longer than the streets through them',
    right: 'Valhalla',
    holds: ({ kind }) => kind === 'around junctions',
  },
  {
    name: 'a merged junction here joins ways that do not meet in the file',
    right: 'Valhalla',
    holds: ({ kind }) => kind === 'joined by the map',
  },
  {
    name: 'a way is not in the map: a short dead end, a piece within a junction, or a part that leads nowhere',
    right: 'Valhalla',
    holds: ({ kind }) => kind === 'not in the map',
  },
  {
    name: 'ways that meet in the file are not connected here: by a track longer than 1 km, a removed piece, or a merged junction',
    right: 'Valhalla',
    holds: ({ kind }) => kind === 'not through on the map',
  },
  {
    name: 'nobody passes through here on tracks that no tag opens to cars, if they are longer than 1 km or slow',
    right: 'either',
    holds: ({ why }) => why === 'a track without a tag for cars',
  },
  {
    name: 'the search of Valhalla is not exact: over this way, its own two halves are shorter than its route',
    right: 'here',
    holds: ({ kind }) => kind === 'search',
  },
  {
    name: 'Valhalla leaves out ways with nodes beyond the extract',
    right: 'here',
    holds: ({ by, isCut }) => by === 'ours' && isCut,
  },
  {
    name: 'Valhalla leaves out squares (`area=yes`); here people walk along their outline',
    right: 'here',
    holds: (cause) => cause.by === 'ours' && value(cause, 'area') === 'yes',
  },
  {
    name: 'Valhalla rides on steps; here bicycles are carried there where nothing else leads on',
    right: 'here',
    holds: (cause) => cause.by === 'theirs' && value(cause, 'highway') === 'steps',
  },
  {
    name: 'Valhalla passes ways for destination traffic and private ones',
    right: 'here',
    holds: ({ by, kind, why }) => by === 'theirs' && kind === 'way' && /destination|private/.test(why),
  },
  {
    name: 'Valhalla passes private and locked gates',
    right: 'here',
    holds: ({ by, kind, why }) => by === 'theirs' && kind === 'node' && why !== '' && !/turn/.test(why),
  },
  {
    name: 'bicycles are pushed here against one-way streets',
    right: 'here',
    holds: ({ by, why }) => by === 'ours' && why === 'pushed against the one-way street',
  },
  {
    name: 'bicycles are pushed here on ways for pedestrians, or carried over steps',
    right: 'here',
    holds: ({ by, why }) => by === 'ours' && (why === 'pushed' || why === 'carried'),
  },
  {
    name: 'Valhalla uses ways for pedestrians and those with `bicycle=no`; here bicycles are pushed there where nothing else leads on',
    right: 'here',
    holds: ({ by, why }) => by === 'theirs' && why === 'pushed',
  },
  {
    name: 'Valhalla uses driveways and parking aisles without `foot=yes`',
    right: 'Valhalla',
    holds: ({ by, why }) => by === 'theirs' && why === 'driveways and parking aisles',
  },
  {
    name: 'Valhalla walks along one-way pedestrian streets only',
    right: 'here',
    holds: (cause, by) =>
      by !== 'car' &&
      cause.by === 'ours' &&
      value(cause, 'oneway') === 'yes' &&
      /pedestrian|footway|path/.test(value(cause, 'highway')),
  },
  {
    name: 'Valhalla does not turn where several ways or lanes meet, or bans the turn',
    right: 'either',
    holds: ({ kind, by }) => kind === 'turn' && by === 'ours',
  },
  {
    name: 'Valhalla turns where a restriction bans it here, or turns back',
    right: 'either',
    holds: ({ by, why }) => by === 'theirs' && /turn/.test(why),
  },
  {
    name: 'Valhalla drives where a tag closes the way (`vehicle=agricultural`, `motor_vehicle=no` …)',
    right: 'here',
    holds: ({ by, why, tags }) =>
      by === 'theirs' &&
      why === 'not for cars' &&
      /^(residential|unclassified|service|tertiary)$/.test(tags.get('highway') ?? ''),
  },
  {
    name: 'Valhalla uses tracks and paths that no tag opens to cars',
    right: 'either',
    holds: ({ by, why }) => by === 'theirs' && why === 'not for cars',
  },
];

/** The kind of a difference; one that is named after its way if no rule is known. */
export function kindOf(cause: Cause, by: Means): DifferenceKind {
  const rule = RULES.find(({ holds }) => holds(cause, by));
  if (rule) return rule;
  const who = cause.by === 'ours' ? 'only used here' : 'only used by Valhalla';
  const what = value(cause, 'highway') || value(cause, 'barrier') || cause.kind;
  return { name: `${who}: ${what}${cause.why && ` (here: ${cause.why})`}`, right: 'either' };
}
