import { counted, formatTime, printable } from '@itinera/base';
import { openRun } from '@itinera/run';
import { Library } from '@itinera/viewer';
import { type ComparedPerson, comparePeople, comparePerson, type SideOfComparison } from '../people/compare-people.js';
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

/** Describes a person in two runs: both days, then the calls of both in turn. */
function describePerson(id: number, sides: readonly ComparedPerson[]): string {
  const lines = sides.flatMap(({ name, person: { row, stretches, problems } }) => [
    `Person ${id} in ${printable(name)}: ${row.cost === null ? '' : `${row.cost.toFixed(2)} points lost, `}${counted(row.trips, 'trip')}, ${row.kilometres.toFixed(1)} km, ${counted(row.places, 'place')}`,
    ...stretches.map(
      ({ kind, from, to, label }) => `  ${timeOf(from)}–${timeOf(to)} ${WORDS[kind]} ${printable(label)}`,
    ),
    ...problems.map(({ count, kind, message }) => `  ${count} × ${kind}: ${printable(message, MOST_OF_MESSAGE)}`),
    '',
  ]);
  const most = Math.max(...sides.map(({ calls }) => calls.length));
  for (let i = 0; i < most; i++)
    for (const { name, calls } of sides) {
      const call = calls[i];
      if (call === undefined) continue;
      lines.push(`Call ${i + 1} in ${printable(name)}, ${timeOf(call.row.t)}, ${printable(call.row.model)}`);
      for (const { role, content } of call.messages) lines.push(indented(role, content));
      lines.push(call.answer === null ? indented('failure', call.failure ?? '') : indented('answer', call.answer), '');
    }
  return lines.join('\n').trimEnd();
}

const WORDS = { stay: 'at', trip: 'travels to', failed: 'could not travel to' } as const;
const timeOf = (seconds: number) => formatTime(seconds % 86_400).slice(0, 5);
const indented = (title: string, text: string) => `  ${title}: ${text.replaceAll('\n', '\n    ')}`;
