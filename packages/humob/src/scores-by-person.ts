import { writeFileSync } from 'node:fs';
import { fileError } from './line-blocks.js';
import type { PersonScores } from './score.js';

/** Writes `uid,geobleu,dtw`, one person a line, all digits. @throws UserError when the file cannot be written */
export function writeScoresByPerson(path: string, { uid, geobleu, dtw }: PersonScores): void {
  const lines = Array.from(uid, (person, i) => `${person},${geobleu[i]},${dtw[i]}\n`);
  try {
    writeFileSync(path, `uid,geobleu,dtw\n${lines.join('')}`);
  } catch (error) {
    throw fileError(path, error);
  }
}
