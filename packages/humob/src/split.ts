import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { writeSet } from '@itinera/base/node';
import { streamSteps } from './on-disk.js';
import type { OnProgress } from './progress.js';
import { MASKED } from './step-file.js';
import { writeSteps } from './step-writer.js';

export interface SplitFiles {
  /** Steps before the day, for training. */
  readonly train: string;
  /** Steps from that day: the truth to predict. */
  readonly truth: string;
  /** The same steps with x = y = 999, as in the files of the challenge. */
  readonly template: string;
}

export interface SplitCounts {
  readonly train: number;
  readonly truth: number;
  /** Steps that are already masked; they are in none of the files. */
  readonly masked: number;
}

/**
 * Holds out the last days of a data set as the challenge does, into three files of a folder. Streams: memory does not
 * grow with the file.
 *
 * @param fromDay the first day held out
 * @throws UserError when a file cannot be read or written, one of the two sides would be empty, or the file read is `train.csv`
 *   or another output of the folder
 */
export async function splitAtDay(
  path: string,
  fromDay: number,
  folder: string,
  onProgress?: OnProgress,
): Promise<{ readonly files: SplitFiles; readonly counts: SplitCounts }> {
  const gz = /\.gz$/i.test(path) ? '.gz' : '';
  const names = { train: `train.csv${gz}`, truth: `truth.csv${gz}`, template: `template.csv${gz}` };
  let masked = 0;
  let [first, last] = [Infinity, -Infinity];
  let counts = { train: 0, truth: 0 };
  await writeSet(
    folder,
    'humob-split',
    (stage) =>
      writeSteps(join(stage, names.train), (trainWriter) =>
        writeSteps(join(stage, names.truth), (truthWriter) =>
          writeSteps(join(stage, names.template), async (templateWriter) => {
            await streamSteps(path, { masked: true, onProgress }, ({ length, uid, d, t, x, y }) => {
              for (let i = 0; i < length; i++) {
                const step = [uid[i], d[i], t[i], x[i], y[i]] as [number, number, number, number, number];
                if (step[3] === MASKED) {
                  masked++;
                  continue;
                }
                [first, last] = [Math.min(first, step[1]), Math.max(last, step[1])];
                if (step[1] < fromDay) trainWriter.write(...step);
                else {
                  truthWriter.write(...step);
                  templateWriter.write(step[0], step[1], step[2], MASKED, MASKED);
                }
              }
            });
            counts = { train: trainWriter.rows, truth: truthWriter.rows };
            if (counts.train === 0 || counts.truth === 0) {
              const side = counts.train === 0 ? `before day ${fromDay}` : `from day ${fromDay} on`;
              throw new UserError(`${path}: no steps ${side}${choiceOf(first, last)}.`);
            }
          }),
        ),
      ),
    [path],
  );
  const files = {
    train: join(folder, names.train),
    truth: join(folder, names.truth),
    template: join(folder, names.template),
  };
  return { files, counts: { ...counts, masked } };
}

/** The days that a file has, and which of them can be the first held out. */
function choiceOf(first: number, last: number): string {
  if (first > last) return ': all are masked. Pass a file with known cells';
  if (first === last) return `: all are on day ${first}. Pass a file with several days`;
  return `: its days are ${first} to ${last}. Choose a day from ${first + 1} to ${last}`;
}
