import type { TrialEstimate } from '@itinera/benchmarks';
import { assumptions, type Range } from '@itinera/engine';
import { dollars } from './call-summary.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

/** Prints what a run is expected to ask, cost and take. */
export function printDryRun(estimate: TrialEstimate, json = false): void {
  process.stdout.write(`${json ? JSON.stringify(estimate, null, 2) : describeDryRun(estimate)}\n`);
}

/** What a run is expected to ask, cost and take. */
function describeDryRun({ people, sampled, estimate }: TrialEstimate): string {
  if (estimate === null) return `The agent asks no language model: ${sampled} of ${people} people were tried.`;
  const row = (name: string, range: Range | null, show: (value: number) => string): string[] =>
    range === null ? [name, '–', '–', '–'] : [name, show(range.low), show(range.expected), show(range.high)];
  const whole = (value: number): string => String(Math.round(value));
  const { outputTokens, secondsToFirstToken, tokensPerSecond } = assumptions;
  return [
    `Estimate for ${people} people, from ${sampled} of them with scripted answers; no model was asked.`,
    textTable([
      ['', 'at least', 'expected', 'at most'],
      row('calls', estimate.calls, whole),
      row('tokens in', estimate.inputTokens, whole),
      row('tokens out', estimate.outputTokens, whole),
      row('cost', estimate.cost, dollars),
      row('time', estimate.seconds, duration),
    ]),
    ...(estimate.cost === null ? ['The price of a model is not known: --prices FILE.'] : []),
    `Assumed: ${outputTokens} tokens an answer, ${secondsToFirstToken} s until it begins, ${tokensPerSecond} tokens/s. ` +
      'The range is for the choice of people; models that answer at more length cost more.',
  ].join('\n');
}
