import { counted, formatTime, grouped } from '@itinera/base';
import type { CallTotals, LiveUsage, Usage } from '@itinera/engine';
import type { CallRecord } from '@itinera/run';
import { textTable } from './text-table.js';

/** Describes the calls to language models in progress, for the progress line. */
export function describeLive({ calls, inFlight, queued, retries, tokensPerSecond, cost, replayed }: LiveUsage): string {
  const parts = [counted(calls, 'call'), `${inFlight} in flight`];
  if (queued > 0) parts.push(`${queued} waiting`);
  if (retries > 0) parts.push(counted(retries, 'retry', 'retries'));
  if (replayed > 0) parts.push(`${replayed} replayed`);
  if (tokensPerSecond > 0) parts.push(`${Math.round(tokensPerSecond)} tokens/s`);
  if (cost > 0) parts.push(dollars(cost));
  return parts.join(', ');
}

/** Describes the calls of a run by model. */
export function describeCalls(usage: Usage): string {
  const lines = usage.byModel.size > 0 ? [callTable('model', usage.byModel)] : [];
  if (usage.byModel.has('scripted'))
    lines.push('Scripted answers: no language model was called, so the scores say nothing about a language model.');
  if (usage.unpriced > 0)
    lines.push(`${counted(usage.unpriced, 'answer has', 'answers have')} no known price. Set it with --prices FILE.`);
  if (usage.refused > 0)
    lines.push(
      `${counted(usage.refused, 'request was', 'requests were')} refused by the model: the agent received "".`,
    );
  if (usage.filtered > 0)
    lines.push(`${counted(usage.filtered, 'answer was', 'answers were')} removed or cut by a content filter.`);
  if (usage.cut > 0) lines.push(`${counted(usage.cut, 'answer was', 'answers were')} cut off at max_tokens.`);
  if (usage.abandoned > 0)
    lines.push(
      `${counted(usage.abandoned, 'request was', 'requests were')} abandoned: the agent no longer waited for the answer.`,
    );
  if (usage.replayed > 0)
    lines.push(`${counted(usage.replayed, 'answer was', 'answers were')} replayed from another run.`);
  if (usage.cached > 0) lines.push(`${counted(usage.cached, 'answer')} came from the shared cache.`);
  return lines.join('\n');
}

/** People of the printed table, those with the most tokens; the others with `--all`. */
const SHOWN_PEOPLE = 20;

/** Describes the calls of a run by model, time step and person. @param all whether to list all people */
export function describeCallsInDetail(usage: Usage, all: boolean): string {
  const byTime = new Map(
    [...usage.byStep].sort(([a], [b]) => a - b).map(([t, totals]) => [formatTime(t).slice(0, 5), totals]),
  );
  const people = [...usage.byPerson].sort(([a], [b]) => a - b);
  const tokens = (totals: CallTotals) => totals.inputTokens + totals.outputTokens;
  const isCut = !all && people.length > SHOWN_PEOPLE;
  const shown = isCut ? people.toSorted(([, a], [, b]) => tokens(b) - tokens(a)).slice(0, SHOWN_PEOPLE) : people;
  return [
    describeCalls(usage),
    callTable('step', byTime),
    callTable('person', new Map(shown)) +
      (isCut
        ? `\nThe ${SHOWN_PEOPLE} of ${grouped(people.length)} people with the most tokens; all: --all or --json`
        : ''),
  ].join('\n\n');
}

/** Describes a recorded call and the new answer to it. */
export function describeCall(
  number: number,
  { head: { person, day, t, model }, request, outcome }: CallRecord,
  again: string,
): string {
  const { messages = [] } = (request ?? {}) as { readonly messages?: readonly { role?: unknown; content?: unknown }[] };
  const recorded =
    outcome === null
      ? 'damaged'
      : 'error' in outcome
        ? `${outcome.error.reason}: ${outcome.error.message}`
        : [
            outcome.answer.content || (outcome.answer.refusal ?? ''),
            ...outcome.answer.toolCalls.map((call) => JSON.stringify(call)),
          ].join('\n');
  const parts = [
    ...messages.map(({ role, content }) => [
      `${role}`,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]),
    ['recorded answer', recorded],
    ['new answer', again],
  ];
  const head = `Call ${number}: person ${person}, day ${day}, ${formatTime(t).slice(0, 5)}, ${model}`;
  return [head, ...parts.map(([title, text]) => `── ${title}\n${text!.trim()}`)].join('\n\n').concat('\n');
}

/** The calls of a run as JSON. */
export function callsAsJson({ byModel, byStep, byPerson, inFlight, queued, tokensPerSecond, ...total }: Usage): object {
  const known = <K>(totals: ReadonlyMap<K, CallTotals>) =>
    Object.fromEntries([...totals].map(([key, figures]) => [key, withKnownCost(figures)]));
  return {
    total: withKnownCost(total),
    by_model: known(byModel),
    by_step: known(byStep),
    by_person: known(byPerson),
  };
}

/** The cost is null if an answer has no known price. */
function withKnownCost<T extends { readonly cost: number; readonly unpriced: number }>(
  figures: T,
): Omit<T, 'cost'> & { cost: number | null } {
  return { ...figures, cost: figures.unpriced > 0 ? null : figures.cost };
}

function callTable(heading: string, totals: ReadonlyMap<string | number, CallTotals>): string {
  const rows = [...totals].map(
    ([name, { calls, answered, retries, failed, inputTokens, outputTokens, cost, unpriced, seconds }]) => [
      String(name),
      ...[calls, retries, failed, inputTokens, outputTokens].map(String),
      price(cost, unpriced),
      answered > 0 ? (seconds / answered).toFixed(2) : '–',
    ],
  );
  return textTable([
    [heading, 'calls', 'retries', 'failed', 'tokens in', 'tokens out', 'cost', 's per answer'],
    ...rows,
  ]);
}

/** The known cost; answers without a price are not free. */
function price(cost: number, unpriced: number): string {
  if (unpriced === 0) return dollars(cost);
  return cost === 0 ? 'unknown' : `over ${dollars(cost)}`;
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}
