import { counted, grouped, nearest, printable } from '@itinera/base';
import type { Benchmark } from '@itinera/benchmarks';
import { readCallTotals } from '@itinera/engine';
import { NO_INTENTION, type RunFolder, type RunManifest, type RunTotals, readProblems } from '@itinera/run';
import { creditedModels } from './credited-models.js';
import { limitsReached } from './limits-reached.js';
import { whyNoTrips } from './why-no-trips.js';

/** Share of failed steps above which a result is invalid. */
const MOST_LOST = 0.5;
const MAX_SHOWN = 5;

/** Why the result of a run is invalid or limited. */
export interface Doubt {
  readonly message: string;
  /** True if the result is invalid, false if it is only partly affected. */
  readonly grave: boolean;
}

/** Returns warnings about a finished run that a user must see before its score; empty if there are none. */
export function doubtsOf(
  folder: RunFolder,
  manifest: RunManifest,
  { clock, intentions }: Pick<Benchmark, 'clock' | 'intentions'>,
  { people, trips, lostSteps, actions }: RunTotals,
): Doubt[] {
  const doubts: Doubt[] = [];
  const isVoid = (message: string) => doubts.push({ message, grave: true });
  const steps = people * clock.steps;
  const lost = `the agent failed in ${grouped(lostSteps)} of ${grouped(steps)} steps`;
  if (lostSteps > MOST_LOST * steps) isVoid(`${lost}, so the simulation does not show its behaviour.`);
  else if (lostSteps > 0) doubts.push({ message: `${lost}${amongWhom(folder, manifest, people)}.`, grave: false });
  if (trips === 0) isVoid(whyNoTrips(folder, manifest));
  const calls = manifest.models.length === 0 ? null : readCallTotals(folder.callsPath);
  if (calls !== null && calls.calls > 0 && calls.answered + calls.replayed + calls.cached === 0)
    isVoid(
      `${printable(manifest.models.join(', '))} answered none of ${grouped(calls.calls)} calls, so the result does not depend on it.`,
    );
  const withheld = calls === null ? 0 : calls.refused + calls.filtered;
  if (calls !== null && withheld > 0) {
    const share = `${grouped(withheld)} of ${grouped(calls.answered)} requests`;
    const message = `${manifest.models.join(', ')} refused ${share}, or a filter removed the answers`;
    const isAll = withheld === calls.answered && calls.replayed + calls.cached === 0;
    if (isAll) isVoid(`${message}, so the result does not depend on it.`);
    else doubts.push({ message: `${message}.`, grave: false });
  }
  if (manifest.models.length > 0 && creditedModels(folder, manifest).length === 0 && doubts.length === 0)
    doubts.push({
      message: `no model was called, so this is not the score of ${printable(manifest.models.join(', '))}.`,
      grave: false,
    });
  for (const message of limitsReached(folder, manifest)) doubts.push({ message, grave: false });
  const strange = intentions === undefined ? null : strangeIntentions(actions, intentions);
  if (strange !== null) doubts.push({ message: strange, grave: false });
  return doubts;
}

/** Describes the share of people with failed steps, unless it is everyone. */
function amongWhom(folder: RunFolder, manifest: RunManifest, people: number): string {
  const failing = new Set<number | null>();
  for (const problems of readProblems(folder, manifest))
    for (const { person, kind } of problems) if (kind !== 'fell-back' && kind !== 'not-awaited') failing.add(person);
  return failing.size < people ? `, all by ${grouped(failing.size)} of ${grouped(people)} people` : '';
}

/** Describes unknown intentions in one sentence; null if there are none. */
function strangeIntentions(rows: ReadonlyMap<string, number>, known: readonly string[]): string | null {
  const all = [...rows.values()].reduce((sum, n) => sum + n, 0);
  const strange = [...rows]
    .filter(([text, n]) => n > 0 && text !== NO_INTENTION && !known.includes(text))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (strange.length === 0) return null;
  const total = strange.reduce((sum, [, n]) => sum + n, 0);
  const shown = strange.slice(0, MAX_SHOWN).map(([text, n]) => {
    const near = nearest(text, known) ?? kindred(text, known);
    return `"${printable(text, 40)}" (${counted(n, 'row')}${near === null ? '' : `; did you mean "${near}"?`})`;
  });
  const more = strange.length > MAX_SHOWN ? ` and ${grouped(strange.length - MAX_SHOWN)} more` : '';
  return (
    `${grouped(total)} of ${grouped(all)} rows have an unknown intention, which counts as "other": ` +
    `${shown.join(', ')}${more}. Known: ${known.join(', ')}.`
  );
}

/** Returns a name that shares a word with a text, as `home activity` does with `At home`. */
function kindred(text: string, names: readonly string[]): string | null {
  const words = wordsOf(text);
  const isAlike = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  return names.find((name) => wordsOf(name).some((word) => words.some((other) => isAlike(word, other)))) ?? null;
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/\p{L}{3,}/gu)
      ?.filter((word) => word !== 'and') ?? []
  );
}
