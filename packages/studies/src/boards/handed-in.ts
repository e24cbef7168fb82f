import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { asUserError, UserError, withoutFolders } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { openRun, type RunFolder } from '@itinera/run';
import {
  type ReopenPlace,
  type ReproductionTerms,
  sha256,
  type Verification,
  verifyAndReproduce,
  verifyRun,
} from '@itinera/runner';
import { type BoardEntry, boardsOf } from './boards.js';
import { recordOfFolder, writtenScores } from './records-of-home.js';

/** A run that a team handed in. */
export interface HandedInRun {
  readonly team: string;
  /** Its path below the folder of the board. */
  readonly place: string;
  /** Null if it cannot be read. */
  readonly folder: RunFolder | null;
  readonly state: 'reproduced' | 'verified' | 'not reproduced' | 'not verified' | 'edited' | 'unreadable';
  /** Why it is neither reproduced nor verified; empty if it is. */
  readonly reason: string;
  /** What was edited after its end. */
  readonly edited: readonly string[];
  /** SHA-256 of its results file, with which a judgement can be compared; null without one. */
  readonly results: string | null;
  /** Places of other runs with the same results file: copies, or the same agent and seed. */
  readonly sameAs: readonly string[];
  /** Its scores on public data; null without any. */
  readonly scored: ScoredEntry | null;
}

export interface ScoredEntry extends BoardEntry {
  readonly task: string;
  readonly task_version: string;
  readonly synthetic: boolean;
}

export interface HandedInOptions {
  readonly home: string;
  readonly place: ReopenPlace;
  /** What to rerun runs with; null to check them without running their agents. */
  readonly reproduce: ReproductionTerms | null;
  readonly onRun?: (place: string, done: number, total: number) => void;
}

/**
 * Checks the runs below a folder, each a run folder or a packed run, as `run`, `team/run` or `team.zip`: whether it was edited
 * and, if requested, whether rerunning it produces the same bytes.
 * @throws UserError if the folder contains no run at all
 */
export async function readHandedIn(folder: string, options: HandedInOptions): Promise<HandedInRun[]> {
  const places = runsBelow(folder);
  const isRun = (place: string) => place.endsWith('.zip') || existsSync(join(folder, place, 'run.json'));
  if (!places.some(isRun))
    throw new UserError(`${folder} contains no runs. Expected run folders or packed runs (.zip), such as TEAM/RUN.`);
  const runs: Omit<HandedInRun, 'sameAs'>[] = [];
  const byResults = new Map<string, string[]>();
  for (const [done, place] of places.entries()) {
    options.onRun?.(place, done, places.length);
    const run = await readOne(folder, place, options);
    runs.push(run);
    if (run.results !== null) byResults.set(run.results, [...(byResults.get(run.results) ?? []), place]);
  }
  return runs.map((run) => ({
    ...run,
    sameAs: (run.results === null ? [] : byResults.get(run.results)!).filter((place) => place !== run.place),
  }));
}

/**
 * Paths of runs, one or two levels deep. A folder without a run and a link, which may lead out of the folder, are included:
 * a board has a row for everything that was handed in.
 */
function runsBelow(folder: string, prefix = '', depth = 2): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .flatMap((entry) => {
      const place = join(prefix, entry.name);
      if (entry.isFile()) return entry.name.endsWith('.zip') ? [place] : [];
      if (entry.name.startsWith('.')) return [];
      if (entry.isSymbolicLink()) return [place];
      if (!entry.isDirectory()) return [];
      if (existsSync(join(folder, place, 'run.json'))) return [place];
      const inside = depth > 1 ? runsBelow(folder, place, depth - 1) : [];
      return inside.length > 0 ? inside : [place];
    });
}

async function readOne(root: string, place: string, options: HandedInOptions): Promise<Omit<HandedInRun, 'sameAs'>> {
  const team = place.split(/[\\/]/)[0]!.replace(/\.zip$/i, '');
  let folder: RunFolder | null = null;
  try {
    requireRun(join(root, place));
    folder = await openRun(options.home, join(root, place));
    const record = await recordOfFolder(folder, writtenScores);
    const board = boardsOf([record], () => {})[0];
    const scored = board ? { ...board.entries[0]!, ...pick(board) } : null;
    const own = { ...options.place, home: options.home };
    const found =
      options.reproduce === null
        ? await verifyRun(folder, own)
        : await verifyAndReproduce(folder, options.home, options.place, options.reproduce);
    const path = folder.resultsPicklePath;
    const results = existsSync(path) ? sha256(readWithin(path)) : null;
    const { edited } = found;
    const { state, reason } = stateOf(found, options.reproduce !== null);
    return { team, place, folder, edited, results, scored, state, reason: publicText(reason, root) };
  } catch (thrown) {
    const error = asUserError(thrown);
    if (!(error instanceof UserError)) throw error;
    const reason = publicText(error.message, root);
    return { team, place, folder: null, state: 'unreadable', reason, edited: [], results: null, scored: null };
  }
}

/** @throws UserError for a link, and for a folder without a run */
function requireRun(path: string): void {
  if (lstatSync(path).isSymbolicLink())
    throw new UserError(`${path} is a link, which may lead out of the folder. Copy the run.`);
  if (!path.endsWith('.zip') && !existsSync(join(path, 'run.json')))
    throw new UserError(`${path} has no run.json, so it is not a run. Expected TEAM/RUN or TEAM.zip.`);
}

/** Boards are published: they do not name folders of this machine. */
function publicText(text: string, root: string): string {
  const [path, given] = [resolve(root), join(root, '/')];
  return withoutFolders(text.replaceAll(path + sep, '').replaceAll(given, ''), [dirname(path), tmpdir()]);
}

const pick = ({ task, task_version, synthetic }: Omit<ScoredEntry, keyof BoardEntry>) => ({
  task,
  task_version,
  synthetic,
});

function stateOf({ verdict, checks }: Verification, isRerun: boolean): Pick<HandedInRun, 'state' | 'reason'> {
  if (verdict === 'verified') return { state: isRerun ? 'reproduced' : 'verified', reason: '' };
  const open = checks.filter(({ state, isBeyond }) => state !== 'ok' && !isBeyond);
  const reason = open.map(({ what, found }) => `${what}: ${found}`).join('; ');
  if (verdict === 'edited') return { state: 'edited', reason };
  return { state: open.some(({ what }) => what === 'reproduced') ? 'not reproduced' : 'not verified', reason };
}
