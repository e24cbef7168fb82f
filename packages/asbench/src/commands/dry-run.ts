import { counted, printable } from '@itinera/base';
import { assumptions, type Range } from '@itinera/engine';
import type { ScriptedAnswers, TrialEstimate } from '@itinera/runner';
import { dollars } from './call-summary.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

/** Prints the expected calls, cost and time of a run. */
export function printDryRun(estimate: TrialEstimate, json = false): void {
  process.stdout.write(`${json ? JSON.stringify(estimate, null, 2) : describeDryRun(estimate)}\n`);
}

function describeDryRun({ people, sampled, estimate, scripted, measured }: TrialEstimate): string {
  if (estimate === null) return `The agent calls no language model (tested with ${sampled} of ${people} people).`;
  const isKnown = scripted?.areUsable !== false;
  const row = (name: string, range: Range | null, show: (value: number) => string): string[] => {
    if (range === null) return [name, '–', '–', '–'];
    const isClose = range.high <= CLOSE * range.low;
    return [name, show(range.low), isKnown || isClose ? show(range.expected) : 'unknown', show(range.high)];
  };
  const whole = (value: number): string => String(Math.round(value));
  const { outputTokens, secondsToFirstToken, tokensPerSecond } = assumptions;
  return [
    `Estimate for ${counted(people, 'person', 'people')} ${describeSample(sampled, measured)}`,
    textTable([
      ['', 'at least', 'expected', 'at most'],
      row('calls', estimate.calls, whole),
      row('tokens in', estimate.inputTokens, whole),
      row('tokens out', estimate.outputTokens, whole),
      row('cost', estimate.cost, dollars),
      row('time', estimate.seconds, duration),
    ]),
    ...(estimate.cost === null ? ['A model has no known price. Set it with --prices FILE.'] : []),
    ...(scripted === null
      ? ['The range is a 95 % interval over the choice of people.']
      : [
          `Assumed: ${outputTokens} tokens per answer, ${secondsToFirstToken} s to the first token, ${tokensPerSecond} tokens/s. ` +
            'The range reflects which people were sampled; models with longer answers cost more.',
          ...describeScripted(scripted),
          ...(isKnown ? [] : [`${certainty(estimate.calls)} ${NEXT}`]),
        ]),
  ].join('\n');
}

/** Bounds this close to each other are an estimate. */
const CLOSE = 1.1;

/** What is known of an agent that cannot use scripted answers. */
function certainty({ low, high }: Range): string {
  return high <= CLOSE * low
    ? 'The number of calls is exact; the length of the answers is estimated.'
    : 'Only the lower bound is certain: the first call of each person.';
}

/** How to learn the calls of an agent that cannot use scripted answers. */
const NEXT =
  'For a price, call the model for three people with --pilot 3, or use a finished small run with --estimate-from RUN.';

function describeSample(sampled: number, measured: TrialEstimate['measured']): string {
  if (measured === null) return `from ${sampled} of them with scripted answers; no model was called.`;
  const calls = `${measured.calls} calls, ${dollars(measured.cost)}`;
  return measured.run === null
    ? `from ${sampled} of them, for whom the model was called (${calls}).`
    : `from the ${counted(sampled, 'person', 'people')} of ${measured.run} (${calls}); no model was called.`;
}

/** Describes where the agent could not use scripted answers, so that its calls are at best a bound. */
function describeScripted({ answers, sentences, steps, people, example }: ScriptedAnswers): string[] {
  const lines: string[] = [];
  if (steps > 0) {
    // An agent with several failures per person continues to call after a failure.
    const bound =
      steps > people
        ? 'The agent continued to call the model, so the number of calls is an upper bound.'
        : 'The agent stopped calling the model, so the number of calls is a lower bound.';
    lines.push(
      `The agent could not use the scripted answers: at least ${counted(steps, 'step')} of ${counted(people, 'person', 'people')} failed or fell back. Example: ${printable(example ?? '', 200)}. ${bound}`,
    );
  }
  if (sentences > 0)
    lines.push(
      `${sentences} of ${answers} scripted answers were a fixed sentence because their requests have no schema. An agent that cannot parse it may call a real model more or less often.`,
    );
  return lines;
}
