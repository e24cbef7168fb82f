import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { counted } from '@itinera/base';
import { type Grouping, type RunFolder, readCall, readProblems, scanCallFile } from '@itinera/run';

/** Number of failed requests and problems that are read, enough to see which limits were reached. */
const MOST_LOOKED_AT = 10_000;
/** Errors of Python agents whose step took too long. */
const TOO_LONG = /^StepTimeout\b|--step-timeout/;

/** Describes the limits that a run reached, each with the setting that changes it. */
export function limitsReached(folder: RunFolder, run: Grouping, problemCount: number): string[] {
  // All tables are read for the problems.
  return [...(problemCount === 0 ? [] : slowSteps(folder, run)), ...slowAnswers(folder)];
}

function slowSteps(folder: RunFolder, run: Grouping): string[] {
  const people = new Set<number | null>();
  let steps = 0;
  let looked = 0;
  for (const problems of readProblems(folder, run)) {
    for (const { person, kind, message } of problems) {
      if (kind !== 'timed-out' && kind !== 'blocked' && !TOO_LONG.test(message)) continue;
      steps++;
      people.add(person);
    }
    looked += problems.length;
    if (looked >= MOST_LOOKED_AT) break;
  }
  if (steps === 0) return [];
  const what = `${counted(steps, 'step')} of ${counted(people.size, 'person', 'people')}`;
  return [`${what} timed out: --step-timeout SECONDS sets the limit.`];
}

function slowAnswers(folder: RunFolder): string[] {
  if (!existsSync(folder.callsPath)) return [];
  const messages: string[] = [];
  const fd = openSync(folder.callsPath, 'r');
  try {
    let looked = 0;
    scanCallFile(fd, ({ failed }, offset, length) => {
      if (!failed || looked++ >= MOST_LOOKED_AT) return;
      const line = Buffer.alloc(length);
      readSync(fd, line, 0, length, offset);
      const outcome = readCall(line)?.outcome;
      if (outcome && 'error' in outcome && outcome.error.reason === 'timeout') messages.push(outcome.error.message);
    });
  } finally {
    closeSync(fd);
  }
  if (messages.length === 0) return [];
  return [`${counted(messages.length, 'request')} got no answer in time, the last: ${messages.at(-1)}`];
}
