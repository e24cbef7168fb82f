import { counted, printable } from '@itinera/base';
import { openRun } from '@itinera/run';
import { comparePeople, comparePerson, describePerson, Library, type SideOfComparison } from '@itinera/viewer';
import { noticeOf } from './run-table.js';
import { print } from './terminal.js';
import { textTable } from './text-table.js';
import { vouchedBenchmark } from './vouched-benchmark.js';

/** Characters of the message of a problem. */
const MOST_OF_MESSAGE = 300;

export interface ComparePeopleOptions {
  readonly home: string;
  readonly datasets?: string | undefined;
  readonly map?: string | undefined;
  /** One person, with prompts and answers; default: the people who differ most. */
  readonly person?: number | undefined;
  readonly json?: boolean | undefined;
}

/** Prints the people of two runs who differ most, or one of them with prompts and answers. */
export async function printPeople(
  a: string,
  b: string,
  { home, datasets, map, person, json }: ComparePeopleOptions,
): Promise<void> {
  const notices = new Set<string>();
  const open = async (run: string): Promise<SideOfComparison> => {
    const folder = await openRun(home, run);
    const benchmarkFiles = vouchedBenchmark(folder, home);
    if (!json && noticeOf(folder) !== '') notices.add(noticeOf(folder));
    return { name: folder.name, library: new Library({ runs: folder.path, home, datasets, map, benchmarkFiles }) };
  };
  const sides = [await open(a), await open(b)] as const;
  for (const notice of notices) print(notice);
  try {
    if (person !== undefined) {
      const compared = await comparePerson(sides, person);
      print(json ? JSON.stringify(compared, null, 2) : describePerson(person, compared));
      return;
    }
    const compared = await comparePeople(sides);
    print(json ? JSON.stringify(compared, null, 2) : describePeople(compared));
  } finally {
    for (const { library } of sides) await library.close();
  }
}

function describePeople({ people, problems, ...compared }: Awaited<ReturnType<typeof comparePeople>>): string {
  const names = compared.names.map((name) => printable(name));
  const both = (values: readonly (number | null)[], digits = 0) =>
    values.map((value) => value?.toFixed(digits) ?? '–').join(' / ');
  const rows = people.map(({ id, points, trips, places, kilometres, radius }) => [
    String(id),
    both(points, 2),
    both(trips),
    both(places),
    both(kilometres, 1),
    radius === null ? '–' : both(radius),
  ]);
  const errors = names.flatMap((name, i) => [
    `Errors of ${name}: ${problems[i]!.length === 0 ? 'none' : ''}`.trimEnd(),
    ...problems[i]!.map(
      ({ count, kind, message, people: many }) =>
        `  ${count} × ${kind}: ${printable(message, MOST_OF_MESSAGE)} (${counted(many, 'person', 'people')})`,
    ),
  ]);
  const [first] = people;
  if (first === undefined)
    return [`Nobody differs in points, trips, places, distance or radius: ${names.join(' / ')}`, ...errors].join('\n');
  return [
    `People who differ most: ${names.join(' / ')}`,
    textTable([['person', 'points lost', 'trips', 'places', 'km', 'radius, m'], ...rows]),
    ...errors,
    `Prompts, answers and days of one of them: --person ${first.id}`,
  ].join('\n');
}
