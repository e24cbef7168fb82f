import { asUserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import type { DayScores, PersonScores } from './score.js';

/** Writes `uid,geobleu,dtw`, one line per person, all digits. @throws UserError when the file cannot be written */
export function writeScoresByPerson(path: string, { uid, geobleu, dtw }: PersonScores): void {
  writeLines(path, 'uid,geobleu,dtw', uid.length, (i) => `${uid[i]},${geobleu[i]},${dtw[i]}`);
}

/** Writes `uid,d,geobleu,dtw`, one line per person and day, all digits. @throws UserError when it cannot be written */
export function writeScoresByDay(path: string, { uid, d, geobleu, dtw }: DayScores): void {
  writeLines(path, 'uid,d,geobleu,dtw', uid.length, (i) => `${uid[i]},${d[i]},${geobleu[i]},${dtw[i]}`);
}

/** Lines that are in memory at one time. */
const BLOCK = 10_000;

function writeLines(path: string, header: string, count: number, line: (i: number) => string): void {
  function* blocks() {
    yield `${header}\n`;
    for (let from = 0; from < count; from += BLOCK) {
      let text = '';
      for (let i = from; i < Math.min(count, from + BLOCK); i++) text += `${line(i)}\n`;
      yield text;
    }
  }
  try {
    writeDurably(path, blocks());
  } catch (error) {
    throw asUserError(error);
  }
}
