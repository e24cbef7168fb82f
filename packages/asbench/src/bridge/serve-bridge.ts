import { UserError } from '@itinera/base';
import type { Year } from '@itinera/humob';
import { readFrame, writeFrame } from './frames.js';
import { intervalsOf, scoreSteps } from './score-steps.js';

const STDIN = 0;
const STDOUT = 1;

/** Answers the requests on standard input one by one until it ends. */
export async function serveBridge(): Promise<void> {
  // Ctrl+C is for the program at the other end, which may go on.
  process.on('SIGINT', () => {});
  for (let frame = readFrame(STDIN); frame !== null; frame = readFrame(STDIN)) {
    try {
      if (frame.head.ask === 'score' || frame.head.ask === 'intervals') {
        const answer = frame.head.ask === 'score' ? scoreSteps(frame) : { numbers: intervalsOf(frame), warnings: [] };
        if (answer === null) {
          writeFrame(STDOUT, { differ: true });
          continue;
        }
        const { numbers, warnings } = answer;
        writeFrame(
          STDOUT,
          warnings.length > 0 ? { warnings } : {},
          new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
        );
      } else if (frame.head.ask === 'days') {
        const { otherDaysWarning } = await import('@itinera/humob');
        const { days, year } = frame.head as { readonly days: readonly number[]; readonly year: Year };
        writeFrame(STDOUT, { warnings: otherDaysWarning({ path: 'truth', d: days, length: days.length }, year) });
      } else if (frame.head.ask === 'agents') {
        const [{ PYTHON_FOLDER }, { pythonBases }] = await Promise.all([
          import('@itinera/engine'),
          import('@itinera/benchmarks'),
        ]);
        writeFrame(STDOUT, { folder: PYTHON_FOLDER, bases: pythonBases() });
      } else if (frame.head.ask === 'mobility') {
        const { runMobility } = await import('./mobility.js');
        const { head, body } = runMobility(frame);
        writeFrame(STDOUT, head, body);
      } else {
        // Imported late, because scores do not need maps and runs.
        const { runTable } = await import('./read-table.js');
        const { head, body } = await runTable(frame);
        writeFrame(STDOUT, head, body);
      }
    } catch (error) {
      writeFrame(STDOUT, { error: { kind: kindOf(error), message: (error as Error).message } });
    }
  }
}

/** The name of the error in Python. */
function kindOf(error: unknown): string {
  if (error instanceof RangeError)
    return error.message === 'float division by zero' ? 'ZeroDivisionError' : 'ValueError';
  if (error instanceof TypeError) return 'TypeError';
  return error instanceof UserError ? 'ItineraError' : 'RuntimeError';
}
