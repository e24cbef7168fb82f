import { UserError } from '@itinera/metrics';
import { readFrame, writeFrame } from './frames.js';
import { scoreSteps } from './score-steps.js';

const STDIN = 0;
const STDOUT = 1;

/** Answers questions on standard input until it ends: one at a time, in the order in which they come. */
export async function serveBridge(): Promise<void> {
  for (let frame = readFrame(STDIN); frame !== null; frame = readFrame(STDIN)) {
    try {
      if (frame.head.ask === 'score') {
        const numbers = scoreSteps(frame);
        writeFrame(STDOUT, {}, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
      } else {
        // Maps and runs are loaded by those who ask for them.
        const { readTable } = await import('./read-table.js');
        const { head, body } = await readTable(frame);
        writeFrame(STDOUT, head, body);
      }
    } catch (error) {
      writeFrame(STDOUT, { error: { kind: kindOf(error), message: (error as Error).message } });
    }
  }
}

/** What Python calls it. */
function kindOf(error: unknown): string {
  if (error instanceof RangeError)
    return error.message === 'float division by zero' ? 'ZeroDivisionError' : 'ValueError';
  if (error instanceof TypeError) return 'TypeError';
  return error instanceof UserError ? 'ItineraError' : 'RuntimeError';
}
