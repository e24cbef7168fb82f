import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import { API, PAGES, pathParts } from '../wire/addresses.js';
import type { Differences } from '../wire/comparison.js';
import type { RunDetail } from '../wire/runs.js';
import { comparisonOf } from './comparison.js';
import type { Library } from './library.js';
import { ADDRESSES, type Kind, type Limits, type Published, publishedAt, publishedRun } from './published.js';
import { Held, reportHtml } from './report-page.js';
import { readScores } from './run-list.js';

/** Reports of larger runs contain neither people nor a replay, because the file would be too large to send. */
const LIMITS: Limits = { people: 500, calls: 500, bins: 96 * 3 + 4 };
const REPLAY: readonly Kind[] = ['replay', 'replayFile', 'replayBin', 'replayAttribute'];

export type ReportOptions = Pick<Published, 'withCalls'>;

/**
 * Returns one HTML file that shows a run without a server: charts, and for small runs people and replay.
 * @throws UserError if the run cannot be read
 */
export async function runReport(library: Library, name: string, options: ReportOptions): Promise<string> {
  const folder = library.folderOf(name);
  if (folder) readScores(folder);
  await library.prepare(name);
  const detail = library.detail(name);
  if (detail === null) throw new UserError(`${name}: run not found.`);
  const held = new Held(pathParts(PAGES.run, { run: name }));
  const isSmall = (detail.run.people ?? 0) <= LIMITS.people;
  const kinds: Kind[] = ['run', 'costs', 'calls', 'call'];
  if (!detail.isScored) kinds.push('summary', 'traffic', 'presence');
  if (isSmall || !detail.isScored) kinds.push('city');
  if (isSmall) kinds.push(...REPLAY, 'peopleIndex', 'person');
  await addRun(held, library, name, kinds, options.withCalls);
  return reportHtml(name, held);
}

/**
 * Returns one HTML file that compares two runs without a server: what changed, the map, and the people who differ most; of small
 * runs also both replays.
 * @param differences of the runs; default: as on the page
 * @throws UserError if a run cannot be read, or they belong to different benchmarks
 */
export async function comparisonReport(
  library: Library,
  runs: readonly [a: string, b: string],
  differences?: Differences,
): Promise<string> {
  const [a, b] = runs;
  const page = await comparisonOf(library, a, b);
  const held = new Held(pathParts(PAGES.comparison, { a, b }));
  const [first, second] = [page.first, page.second].map((detail) =>
    publishedRun(detail, { runs: [a, b], withCalls: false }),
  ) as [RunDetail, RunDetail];
  held.put(API.comparison.at({ a, b }), { ...page, first, second });
  held.put(API.differences.at({ a, b }), { value: differences ?? (await library.differences(a, b)) });
  const answer = differences?.change?.answer;
  const named = new Set([...(page.people ?? []).map(({ id }) => id), ...(answer?.cutOff.ids ?? [])]);
  for (const [i, run] of runs.entries()) {
    const { isScored, run: item } = [first, second][i]!;
    // Once they are known, the pages of people have them.
    await library.costs(run);
    const kinds: Kind[] = ['run', 'traffic', 'city', 'presence'];
    if (!isScored) kinds.push('summary');
    if ((item.people ?? 0) <= LIMITS.people) kinds.push(...REPLAY);
    await addRun(held, library, run, kinds, false);
    for (const id of named) held.put(API.person.at({ run, person: id }), await library.person(run, id));
  }
  return reportHtml(page.names.join(' and '), held);
}

/** Adds the data of some kinds of a run. */
async function addRun(
  held: Held,
  library: Library,
  run: string,
  kinds: readonly Kind[],
  withCalls: boolean,
): Promise<void> {
  const chosen = { library, run, withCalls, runs: [run], scorings: [], measures: [], limits: LIMITS };
  for (const kind of kinds)
    for (const address of await ADDRESSES[kind](chosen)) {
      const found = await publishedAt(address, kind, chosen);
      if (found === null) continue;
      if ('value' in found) held.putValue(address, found.value);
      else held.putOnce(address, Buffer.from(found.packed ? found.bytes : gzipSync(found.bytes)));
    }
}
