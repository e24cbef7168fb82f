import type { ScriptedAnswers, TrialEstimate } from '@itinera/benchmarks';
import { assumptions, type Range } from '@itinera/engine';
import { printable } from '@itinera/run';
import { dollars } from './call-summary.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

/** Prints what a run is expected to ask, cost and take. */
export function printDryRun(estimate: TrialEstimate, json = false): void {
  process.stdout.write(`${json ? JSON.stringify(estimate, null, 2) : describeDryRun(estimate)}\n`);
}

/** What a run is expected to ask, cost and take. */
function describeDryRun({ people, sampled, estimate, scripted }: TrialEstimate): string {
  if (estimate === null || scripted === null)
    return `The agent asks no language model: ${sampled} of ${people} people were tried.`;
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
    ...describeScripted(scripted),
  ].join('\n');
}

/** Where the agent could not use scripted answers, in words: its calls are then a bound at best. */
function describeScripted({ answers, sentences, steps, people, example }: ScriptedAnswers): string[] {
  const lines: string[] = [];
  if (steps > 0) {
    // Who fails more than once goes on asking after a failure.
    const bound =
      steps > people
        ? 'It went on asking after that, so take the calls for an upper bound: a model whose answers it can use is asked less often.'
        : 'It asked no more after that, so take the calls for a lower bound: a model whose answers it can use is asked on.';
    lines.push(
      `The agent could not use the scripted answers: at least ${steps} steps of ${people} people failed or fell back, such as: ${printable(example ?? '', 200)}. ${bound}`,
    );
  }
  if (sentences > 0)
    lines.push(
      `${sentences} of ${answers} scripted answers were one fixed sentence, since their requests name no schema: an agent that asks again, or no more, when it cannot read one asks a model another number of times.`,
    );
  return lines;
}
