import { closeSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asUserError, UserError, withPath } from '@itinera/base';
import { writeSet } from '@itinera/base/node';
import { flowFileAt } from '../on-disk.js';
import { readDayOf } from './official.js';
import { DayScanner } from './scan-day.js';
import { forEachDay, isMissingFlow } from './tsv.js';

export interface OdHoldout {
  readonly files: {
    /** The data set with `NA` on the hidden days. */
    readonly known: string;
    /** The hidden days that are scored and have data. */
    readonly truth: string;
  };
  readonly counts: { readonly known: number; readonly truth: number; readonly withoutData: number };
}

/**
 * Hides days of a data set, to predict and score them. Lines are copied as they are.
 *
 * @param scored the hidden days to score
 * @throws UserError if a file cannot be read or written, no scored day has data, or an output would replace the file read
 */
export async function holdOutDays(
  path: string,
  hidden: readonly string[],
  scored: readonly string[],
  folder: string,
): Promise<OdHoldout> {
  const files = { known: join(folder, 'known.tsv'), truth: join(folder, 'truth.tsv') };
  const counts = { known: 0, truth: 0, withoutData: 0 };
  const isHidden = new Set(hidden);
  const isScored = new Set(scored);
  const scanner = new DayScanner();
  const open: number[] = [];
  const fill = (stage: string) => {
    const [known, truth] = [files.known, files.truth].map((file) => {
      open.push(openSync(join(stage, basename(file)), 'w'));
      return open.at(-1)!;
    }) as [number, number];
    forEachDay(flowFileAt(path), (line) => {
      const { date } = line;
      const copy = (file: number) => writeAll(file, Buffer.concat([line.bytes, Buffer.from('\n')]));
      if (isMissingFlow(line)) {
        if (isScored.has(date)) counts.withoutData++;
        copy(known);
        return;
      }
      readDayOf(line, path, scanner, { isLenient: true, takes: () => false });
      if (!isHidden.has(date)) {
        counts.known++;
        copy(known);
        return;
      }
      writeAll(known, Buffer.from(`${date}\tNA\n`));
      if (!isScored.has(date)) return;
      counts.truth++;
      copy(truth);
    });
    if (counts.truth === 0 || counts.known === 0)
      throw new UserError(
        `${path}: no day with data ${counts.truth === 0 ? 'is hidden' : 'remains'}. Choose other days.`,
      );
  };
  await writeSet(
    folder,
    'humob-holdout',
    (stage) => {
      try {
        fill(stage);
      } catch (error) {
        throw asUserError(withPath(error, folder));
      } finally {
        for (const file of open.splice(0)) closeSync(file);
      }
    },
    [path],
  );
  return { files, counts };
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
