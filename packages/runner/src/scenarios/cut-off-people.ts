import { counted } from '@itinera/base';
import { aoiWhereabouts, type CityMap } from '@itinera/city';
import type { Profile } from '@itinera/engine';

/** What people are cut off from: `by car`, the reason, and what becomes of them. */
export interface CutOff {
  readonly from: string;
  readonly where: string;
  readonly fate: string;
  /** What becomes of people who live elsewhere. */
  readonly others: string;
}

/**
 * Counts and names the people who live, work or go to school in places that are cut off.
 * @param marks by AOI of the map: 1 if it is cut off
 */
export function describeCutOff(
  map: CityMap,
  marks: Uint8Array,
  people: readonly Profile[],
  { from, where, fate, others: elsewhere }: CutOff,
): string[] {
  const places = marks.reduce((sum, is) => sum + is, 0);
  if (places === 0) return [];
  const placeOf = (aoi: number) => `AOI ${aoi} (${aoiWhereabouts(map)(map.aoiIndex(aoi))})`;
  const at = (aoi: unknown) => typeof aoi === 'number' && marks[map.aoiIndex(aoi)] === 1;
  const groups = [
    { is: ({ home }: Profile) => at(home), what: 'home', one: 'lives', many: 'live' },
    { is: ({ work }: Profile) => at(work), what: 'work', one: 'works', many: 'work' },
    {
      is: ({ attributes }: Profile) => at(attributes.school),
      what: 'school',
      one: 'goes to school',
      many: 'go to school',
    },
  ] as const;
  const cut = groups.map((group) => ({ ...group, people: [] as Profile[] }));
  for (const person of people) cut.find(({ is }) => is(person))?.people.push(person);
  const all = cut.reduce((sum, group) => sum + group.people.length, 0);
  const [group, ...others] = cut.filter((one) => one.people.length > 0);
  if (group === undefined)
    return [
      `close: ${counted(places, 'place is', 'places are')} cut off ${from}, such as ${placeOf(map.aois.id[marks.indexOf(1)]!)}. None of the ${counted(people.length, 'person', 'people')} lives, works or goes to school there; ${elsewhere}.`,
    ];
  const [first] = group.people as [Profile];
  const place = group.what === 'school' ? first.attributes.school : first[group.what];
  const parts = [
    counted(group.people.length, group.one, group.many),
    ...others.map(({ people: more, one, many }) => counted(more.length, `other ${one}`, `others ${many}`)),
  ];
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part !== '').join(' and ');
  return [
    `close: ${all} of ${counted(people.length, 'person', 'people')} ${all === 1 ? 'has' : 'have'} a home, workplace or school that is cut off ${from}, such as person ${first.id}, whose ${group.what} is ${placeOf(Number(place))}: ` +
      `${list} where ${where}. ${fate}.`,
  ];
}
