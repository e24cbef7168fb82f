import { realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type Hunk, lineDiff, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import type { RunFolder, RunManifest } from '@itinera/run';
import type { CodeChanges, FileChange } from '../wire/code.js';

/** Bytes; longer files are data rather than code. */
const LARGEST_FILE = 2 ** 20;
/** Limits per comparison. */
const MOST_FILES = 50;
const MOST_LINES = 1000;
const LONGEST_LINE = 300;

interface Side {
  readonly folder: RunFolder;
  readonly manifest: Pick<RunManifest, 'agent'>;
}

/** The changes of the agent's files between two runs, from the copies in their folders. */
export function codeChanges(first: Side, second: Side): CodeChanges {
  const [a, b] = [first.manifest.agent, second.manifest.agent];
  const [files, others] = [a.files ?? {}, b.files ?? {}];
  const haveFiles = a.files !== undefined && b.files !== undefined;
  const [main, otherMain] = [a, b].map(({ source }) => ('file' in source ? basename(source.file) : null));
  // The agents themselves are compared even if their names differ.
  const partner = (name: string) => (name === main ? otherMain! : name);
  const differing: FileChange['names'][] = [];
  if (haveFiles) {
    for (const [name, hash] of Object.entries(files)) {
      const other = partner(name);
      if (others[other] !== hash) differing.push([name, other in others ? other : null]);
    }
    const known = new Set(Object.keys(files).map(partner));
    for (const name of Object.keys(others)) if (!known.has(name)) differing.push([null, name]);
  }
  let left = MOST_LINES;
  const changes = differing.slice(0, MOST_FILES).map((names): FileChange => {
    const [hunks, trouble] = hunksOf(names, first.folder, second.folder);
    const shown: Hunk[] = [];
    let omitted = 0;
    for (const { from, lines } of hunks) {
      const kept = lines.slice(0, left).map((line) => line.slice(0, LONGEST_LINE));
      left -= kept.length;
      omitted += lines.length - kept.length;
      if (kept.length > 0) shown.push({ from, lines: kept });
    }
    return { names, hunks: shown, omitted, trouble };
  });
  return { isSame: haveFiles ? differing.length === 0 : a.hash === b.hash, haveFiles, files: changes };
}

function hunksOf([one, other]: FileChange['names'], first: RunFolder, second: RunFolder): [Hunk[], string | null] {
  try {
    return [lineDiff(one === null ? '' : textOf(first, one), other === null ? '' : textOf(second, other)), null];
  } catch (error) {
    return [[], error instanceof UserError ? error.message : 'A copy of this file is missing or damaged.'];
  }
}

/** The copy of a file of the agent. A run from elsewhere may name files outside its folder, or link to them. */
function textOf({ agentFolder }: RunFolder, name: string): string {
  const path = realpathSync(join(agentFolder, name));
  if (!path.startsWith(realpathSync(agentFolder) + sep)) throw new UserError('The file is outside the run folder.');
  const bytes = readWithin(path, LARGEST_FILE, name);
  if (bytes.includes(0)) throw new UserError('The file is not text.');
  return bytes.toString('utf8');
}
