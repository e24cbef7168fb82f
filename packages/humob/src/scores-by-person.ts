import { asUserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import type { DayScores, PersonScores } from './score.js';

/** Writes `uid,geobleu,dtw`, one line per person, all digits. @throws UserError when the file cannot be written */
export function writeScoresByPerson(path: string, { uid, geobleu, dtw }: PersonScores): void {
  writeLines(
    path,
    'uid,geobleu,dtw',
    Array.from(uid, (person, i) => `${person},${geobleu[i]},${dtw[i]}`),
  );
}

/** Writes `uid,d,geobleu,dtw`, one line per person and day, all digits. @throws UserError when it cannot be written */
export function writeScoresByDay(path: string, { uid, d, geobleu, dtw }: DayScores): void {
  writeLines(
    path,
    'uid,d,geobleu,dtw',
    Array.from(uid, (person, i) => `${person},${d[i]},${geobleu[i]},${dtw[i]}`),
  );
}

function writeLines(path: string, header: string, lines: readonly string[]): void {
  try {
    writeDurably(path, [`${[header, ...lines].join('\n')}\n`]);
  } catch (error) {
    throw asUserError(error);
  }
}
