import { DIARY_ATTRIBUTES, type DiaryAttribute, type DiaryAttributes } from '@itinera/mobility';

/** The groups of a truth: everybody, and the values of each attribute that enough people have. */
export interface Groups {
  /** `''` for everybody, `status=student`. */
  readonly names: readonly string[];
  /** For each attribute, the numbers of its groups. */
  readonly byAttribute: readonly (readonly number[])[];
}

/** Groups with fewer people in the truth are not scored on their own. */
const LEAST_PEOPLE = 50;
const AGES = [5, 15, 18, 25, 35, 45, 55, 65, 75] as const;
/** Household sizes and cars from this number on are one group. */
const MOST: Readonly<Partial<Record<DiaryAttribute, number>>> = { hh_size: 5, cars: 2 };

/** Returns the group of a value; null for a missing one. A number of years becomes a range such as `25-34`. */
export function diaryGroup(attribute: DiaryAttribute, value: string): string | null {
  if (value === '') return null;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  if (attribute === 'age') {
    const at = AGES.findIndex((from) => number < from);
    if (at < 0) return `${AGES.at(-1)}+`;
    return `${at === 0 ? 0 : AGES[at - 1]}-${AGES[at]! - 1}`;
  }
  const most = MOST[attribute];
  return most !== undefined && number >= most ? `${most}+` : String(number);
}

/** Chooses the groups of people. */
export function diaryGroups(people: readonly DiaryAttributes[]): Groups {
  const names = [''];
  const byAttribute = DIARY_ATTRIBUTES.map((attribute) => {
    const counts = new Map<string, number>();
    for (const person of people) {
      const group = diaryGroup(attribute, person[attribute] ?? '');
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    const scored = [...counts].filter(([, count]) => count >= Math.min(LEAST_PEOPLE, people.length / 4));
    return scored
      .map(([group]) => group)
      .sort()
      .map((group) => names.push(`${attribute}=${group}`) - 1);
  });
  return { names, byAttribute };
}

/** Returns the numbers of a person's groups, of which 0 is everybody. */
export function membershipOf(groups: Groups, person: DiaryAttributes): number[] {
  return [
    0,
    ...DIARY_ATTRIBUTES.flatMap((attribute, i) => {
      const group = diaryGroup(attribute, person[attribute] ?? '');
      const found = groups.byAttribute[i]!.find((number) => groups.names[number] === `${attribute}=${group}`);
      return found ?? [];
    }),
  ];
}
