import { UserError } from '@itinera/base';
import type { SameProblems } from '@itinera/benchmarks';
import { mostDifferentPeople, type PeopleNumbers, type PersonDifference } from '@itinera/studies';
import type { CallText, Library, PersonDetail } from '@itinera/viewer';

/** A run by name, with the library that has it. */
export interface SideOfComparison {
  readonly library: Library;
  readonly name: string;
}

/** The people of two runs, those who differ most first, without those who do not differ, and the errors of each run by kind and message. */
export interface ComparedPeople {
  readonly names: readonly string[];
  readonly people: readonly PersonDifference[];
  readonly problems: readonly (readonly SameProblems[])[];
}

/** @throws UserError if a run cannot be read, or the runs have no people in common */
export async function comparePeople(sides: readonly [SideOfComparison, SideOfComparison]): Promise<ComparedPeople> {
  const tables = [];
  const problems = [];
  for (const { library, name } of sides) {
    await library.prepare(name);
    const table = await library.peopleWithCosts(name);
    if (table === null)
      throw new UserError(`${name}: its people cannot be read. Is the run finished? Try: asbench runs resume ${name}`);
    tables.push(table);
    problems.push(library.detail(name)?.problems ?? []);
  }
  const people = mostDifferentPeople(tables[0]!, tables[1]!);
  const names = sides.map(({ name }) => name);
  if (people === null)
    throw new UserError(`${names.join(' and ')} have no people in common. Compare runs of the same people.`);
  return { names, people, problems };
}

/** A person in two runs: the day and the calls with their texts. */
export interface ComparedPerson {
  readonly name: string;
  readonly person: PersonDetail;
  readonly calls: readonly CallText[];
}

/** @throws UserError if a run does not have the person */
export async function comparePerson(sides: readonly SideOfComparison[], id: number): Promise<ComparedPerson[]> {
  const found: ComparedPerson[] = [];
  for (const { library, name } of sides) {
    await library.prepare(name);
    const table = await library.peopleWithCosts(name);
    const person = await library.person(name, id);
    if (person === null) throw new UserError(`${name} has no person ${id}.${idsOf(table)}`);
    const folder = library.folderOf(name)!;
    const page = await library.calls.page(folder, new URLSearchParams({ person: String(id) }));
    const calls: CallText[] = [];
    for (const { number } of page?.rows ?? []) {
      const text = await library.calls.text(folder, number);
      if (text) calls.push(text);
    }
    found.push({ name, person, calls });
  }
  return found;
}

/** The range of ids, for a message. */
function idsOf(table: Pick<PeopleNumbers, 'rowOf'> | null): string {
  if (table === null || table.rowOf.size === 0) return '';
  let [low, high] = [Infinity, -Infinity];
  for (const id of table.rowOf.keys()) [low, high] = [Math.min(low, id), Math.max(high, id)];
  return ` Its people have ids from ${low} to ${high}.`;
}
