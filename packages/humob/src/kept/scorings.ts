import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { makeFolder, readWithin, writeDurably } from '@itinera/base/node';
import type { Rules } from '@itinera/metrics';
import type { MeanScore } from '../score-people.js';

/** The record of a scoring: its files and results. The files are read again to be shown. */
export interface KeptScoring {
  readonly format: 1;
  readonly rules: Rules;
  /** Null for the bundled sample. */
  readonly files: { readonly generated: string; readonly reference: string; readonly compare: string | null } | null;
  /** Whether the people of any file do not exist; absent in earlier records. */
  readonly synthetic?: boolean;
  /** Doubts about the files, as pages show them; absent in earlier records. */
  readonly warnings?: readonly string[];
  readonly users: number;
  readonly geobleu: MeanScore;
  readonly dtw: MeanScore;
}

/** A HuMob scoring in the list. */
export interface ListedScoring {
  readonly name: string;
  readonly trouble: string | null;
  readonly rules: Rules | null;
  readonly users: number | null;
  readonly geobleu: MeanScore | null;
  readonly dtw: MeanScore | null;
  readonly synthetic: boolean;
}

const FILE = 'scoring.json';
const folderOf = (home: string) => join(home, 'humob');
const isName = (name: string) => /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*$/u.test(name);

/** Creates the folder of a scoring. @throws UserError if the name is not valid for a folder */
export function makeScoringFolder(home: string, name: string): string {
  if (!isName(name))
    throw new UserError(`${name} is not a valid name of a scoring. Expected letters, digits, ".", "_" or "-".`);
  const folder = join(folderOf(home), name);
  makeFolder(folder);
  return folder;
}

/** The names of all scorings, in order. */
export function scoringNames(home: string): string[] {
  if (!existsSync(folderOf(home))) return [];
  return readdirSync(folderOf(home), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isName(entry.name))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Keeps a scoring under a name. @throws UserError if the name is not valid for a folder */
export function keepScoring(home: string, name: string, scoring: Omit<KeptScoring, 'format'>): void {
  const folder = makeScoringFolder(home, name);
  const { files } = scoring;
  const kept: KeptScoring = {
    format: 1,
    ...scoring,
    files: files && {
      generated: resolve(files.generated),
      reference: resolve(files.reference),
      compare: files.compare && resolve(files.compare),
    },
  };
  writeDurably(join(folder, FILE), [`${JSON.stringify(kept, null, 2)}\n`]);
}

/** The scorings of a home, including damaged ones. */
export function listScorings(home: string): ListedScoring[] {
  return scoringNames(home)
    .filter((name) => !existsSync(join(folderOf(home), name, 'flows.json')))
    .map((name) => listed(home, name));
}

function listed(home: string, name: string): ListedScoring {
  const nothing = { name, rules: null, users: null, geobleu: null, dtw: null, synthetic: false };
  try {
    const { rules, users, geobleu, dtw, ...kept } = readScoring(home, name);
    return { name, trouble: null, rules, users, geobleu, dtw, synthetic: isOfSynthetic(kept) };
  } catch (error) {
    return { ...nothing, trouble: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether the people of a scoring do not exist: those of the sample, or of files that said so. */
export const isOfSynthetic = ({ files, synthetic = false }: Pick<KeptScoring, 'files' | 'synthetic'>): boolean =>
  files === null || synthetic;

/** @throws UserError if it is damaged or missing */
export function readScoring(home: string, name: string): KeptScoring {
  const path = join(folderOf(home), name, FILE);
  if (!isName(name) || !existsSync(path)) throw new UserError(`${name}: scoring not found.`);
  const value = parseJson(readWithin(path).toString(), `${name}/${FILE}`) as Partial<KeptScoring> | null;
  if (value?.format !== 1 || typeof value.rules !== 'string' || typeof value.geobleu !== 'object')
    throw new UserError(`${FILE} is not a scoring of this version. Score again with --keep ${name}`);
  return value as KeptScoring;
}
