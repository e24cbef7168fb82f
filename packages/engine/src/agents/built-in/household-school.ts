import { escortHours } from './dated-days.js';
import { tripHours } from './day-pattern-figures.js';
import type { DayPlanner, DayTerms, PlacedPart } from './day-planner.js';
import { withTour } from './household-tours.js';

/** Children below this age go nowhere alone. */
export const ACCOMPANIED_BELOW = 10;
export const ADULT = 18;
/** How much later than on their way, in hours, a person who has to go for it is preferred (assumption). */
const FROM_HOME = 0.5;
/** Steps in which people look for time to fetch children, hours. */
const STEP = 0.25;

/**
 * The days of the members of a household. On school days an adult takes children below ten to their schools: who passes at about that
 * time, else who is at home. The first who can fetches them, if need be on the way home from work.
 */
export function draftsOf(planners: readonly DayPlanner[], terms: DayTerms): PlacedPart[][] {
  const drafts: PlacedPart[][] = [];
  planners.forEach((planner, i) => {
    if (planner.age < ACCOMPANIED_BELOW) drafts[i] = planner.draw({ ...terms, goesOutAlone: false });
  });
  const pupils = [...planners.keys()].filter((i) => drafts[i]?.some(({ at }) => at === 'school'));
  const schools = [...new Set(pupils.map((i) => planners[i]!.dutyPlace!))];
  const at = Math.min(...pupils.map((i) => drafts[i]!.find((part) => part.at === 'school')!.begins));
  const adults = [...planners.keys()].filter((i) => planners[i]!.age >= ADULT);
  const guardian = pupils.length === 0 ? undefined : guardianOf(planners, adults, terms, at);
  planners.forEach((planner, i) => {
    drafts[i] ??= planner.draw(i === guardian ? { ...terms, children: { at, schools: schools.length } } : terms);
  });
  if (guardian !== undefined) takeThem(drafts, { guardian, id: planners[guardian]!.id, pupils, schools });
  if (pupils.length > 0) fetchThem(drafts, { planners, adults, pupils, schools });
  return drafts;
}

/** The adult who takes children to school: the one whose own way is the closest in time. */
function guardianOf(
  planners: readonly DayPlanner[],
  adults: readonly number[],
  terms: DayTerms,
  at: number,
): number | undefined {
  const costs = adults.flatMap((i) => {
    if (planners[i]!.isStillAtWork) return [];
    const begins = planners[i]!.dutyBegins(terms);
    const passes = begins === null ? null : begins - escortHours.before;
    return [{ i, cost: passes === null ? FROM_HOME : Math.abs(passes - at) }];
  });
  return costs.sort((a, b) => a.cost - b.cost)[0]?.i;
}

interface Run {
  readonly guardian: number;
  readonly id: number;
  readonly pupils: readonly number[];
  readonly schools: readonly number[];
}

/** From one school to the next; younger children come along. */
function takeThem(drafts: PlacedPart[][], { guardian, id, pupils, schools }: Run): void {
  const own = drafts[guardian]!;
  const first = own.findIndex(({ at }) => at === 'child');
  if (first < 0) return;
  const stops = stopsOf(own[first]!.begins, schools);
  drafts[guardian] = own.toSpliced(first, 1, ...stops);
  for (const i of pupils) {
    const parts = drafts[i]!;
    const school = parts.findIndex(({ at }) => at === 'school');
    const last = stops.findIndex(({ place }) => place === parts[school]!.place);
    const way = stops.slice(0, last + 1).map((stop) => ({ ...stop, with: id }));
    way[last] = { ...way[last]!, at: 'school' };
    const before = parts.slice(0, school).filter(({ begins }) => begins < stops[0]!.begins);
    drafts[i] = [...before, ...way, ...parts.slice(school + 1)];
  }
}

function fetchThem(
  drafts: PlacedPart[][],
  {
    planners,
    adults,
    pupils,
    schools,
  }: Omit<Run, 'guardian' | 'id'> & { readonly planners: readonly DayPlanner[]; readonly adults: readonly number[] },
): void {
  const at = Math.max(...pupils.map((i) => afterSchool(drafts[i]!)?.begins ?? 0));
  const found = adults.flatMap((i) => {
    const fetched = fetchedBy(drafts[i]!, at, schools);
    return fetched === null ? [] : [{ i, ...fetched }];
  });
  const best = found.sort((a, b) => a.begins - b.begins)[0];
  if (best === undefined) return;
  drafts[best.i] = best.parts;
  const { id } = planners[best.i]!;
  for (const i of pupils) {
    const parts = drafts[i]!;
    const school = parts.findIndex(({ at: place }) => place === 'school');
    const home = parts[school + 1];
    if (home === undefined) continue;
    const from = best.way.findIndex(({ place }) => place === parts[school]!.place);
    const way = best.way.slice(from + 1).map((part) => ({ ...part, with: id }));
    const later = parts.slice(school + 2).filter(({ begins }) => begins > way.at(-1)!.begins);
    drafts[i] = [...parts.slice(0, school + 1), ...way, ...later];
  }
}

/** Where a child goes from school. */
function afterSchool(parts: readonly PlacedPart[]): PlacedPart | undefined {
  return parts[parts.findIndex(({ at }) => at === 'school') + 1];
}

/** The day of an adult who fetches children at an hour or as soon as possible after it, and their way home; null if there is no time. */
function fetchedBy(
  parts: readonly PlacedPart[],
  at: number,
  schools: readonly number[],
): { readonly begins: number; readonly parts: PlacedPart[]; readonly way: readonly PlacedPart[] } | null {
  const lasts = tripHours + escortHours.stay + (schools.length - 1) * escortHours.between;
  const home = parts[0]!.place;
  const wayAt = (begins: number): PlacedPart[] => [
    ...stopsOf(begins, schools),
    { begins: begins + lasts, activity: 'home activity', at: 'home', place: home },
  ];
  const returns = parts.findIndex(
    ({ at: place, activity, begins }, i) =>
      i > 0 && place === 'home' && activity === 'home activity' && parts[i - 1]!.at !== 'home' && begins >= at,
  );
  for (let begins = at; begins < escortHours.latest; begins += STEP) {
    if (returns >= 0 && parts[returns]!.begins <= begins) {
      const way = wayAt(parts[returns]!.begins);
      if (way.at(-1)!.begins + tripHours <= (parts[returns + 1]?.begins ?? Infinity))
        return { begins: way[0]!.begins, parts: parts.toSpliced(returns, 1, ...way), way };
    }
    const way = wayAt(begins);
    const day = withTour(parts, way);
    if (day !== null) return { begins, parts: day, way };
  }
  return null;
}

/** The stops at schools, one after another. */
function stopsOf(begins: number, schools: readonly number[]): PlacedPart[] {
  return schools.map((place, i) => ({
    begins: begins + i * escortHours.between,
    activity: 'other',
    at: 'child',
    place,
  }));
}
