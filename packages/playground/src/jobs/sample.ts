import {
  odLinesText,
  predictOd,
  type StepTrajectories,
  SUBMISSION_DAYS,
  sampleTrajectories,
  synthesizeOd,
} from '@itinera/humob/browser';
import type { TabFiles, TabJobName } from './job.js';

/** SYNTHETIC files for a tab. @param isFlows whether daily flows, as in 2026 */
export function sampleFiles(job: TabJobName, isFlows: boolean): TabFiles {
  const { submission, truth } = isFlows ? sampleFlows() : sampleSteps();
  const file = (name: string, text: string, ending: string) => new File([text], `synthetic-${name}.${ending}`);
  const ending = isFlows ? 'tsv' : 'csv';
  switch (job) {
    case 'score':
      return { submission: file('submission', submission, ending), truth: file('truth', truth, ending) };
    case 'validate':
      return {
        submission: file('submission', submission, ending),
        ...(!isFlows && { dataset: file('data', truth, ending) }),
      };
    case 'measure':
      return { real: file('real', truth, ending), generated: file('generated', submission, ending) };
  }
}

/** The sample of the command line: 200 people, predicted by weekday-slot-mode. */
function sampleSteps() {
  const { predicted, truth } = sampleTrajectories();
  return { submission: stepsText(predicted), truth: stepsText(truth) };
}

function stepsText({ uid, d, t, x, y, length }: StepTrajectories): string {
  const lines = Array.from({ length }, (_, i) => `${uid[i]},${d[i]},${t[i]},${x[i]},${y[i]}`);
  return `uid,d,t,x,y\n${lines.join('\n')}\n`;
}

/** The hidden days of a stand-in for the data of 2026, predicted by the means of weekdays. */
function sampleFlows() {
  const days = [...synthesizeOd({ seed: 1, elsewhere: 0 })];
  const known = new Map(days.flatMap(({ date, day, isInGap }) => (isInGap ? [] : [[date, day]])));
  const predicted = predictOd(known, SUBMISSION_DAYS, 'weekday-mean');
  const hidden = days.filter(({ day, isInGap }) => isInGap && day !== null);
  const text = (lines: Iterable<string>) => [...lines].join('');
  return {
    submission: text(
      odLinesText(
        'the sample',
        [...predicted].map(([date, day]) => ({ date, day })),
      ),
    ),
    truth: text(odLinesText('the sample', hidden)),
  };
}
