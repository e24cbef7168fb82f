import { appendFileSync, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { parseJson, UserError, withPath } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { type Benchmark, requireScored } from '@itinera/benchmarks';
import { lockRun, readResults } from '@itinera/run';
import { isSynthetic, SYNTHETIC_DATA, sha256 } from '@itinera/runner';
import { teamKey } from './team-key.js';

/** The terms of a challenge with a hidden truth. */
export interface JudgeTerms {
  /** Folder of the hidden truth. */
  readonly truth: string;
  /** File that records every judgement, one JSON object per line; only the organiser reads it. */
  readonly audit: string;
  /** The team. */
  readonly team: string;
  /** Steps of the score that teams see, points. */
  readonly precision: number;
  /** Number of judgements of a team. */
  readonly most: number;
}

/** What a team sees. */
export interface Judgement {
  readonly team: string;
  /** The team's best score so far, rounded to the precision; null if these results cannot be scored and none were before. */
  readonly best: number | null;
  /** True if these results raised it. */
  readonly isBetter: boolean;
  /** Judgements left. */
  readonly left: number;
  /** Why the results cannot be scored, in words about the results alone; null if they can. */
  readonly fault: string | null;
  /** True if the truth or the results are marked as synthetic. */
  readonly synthetic: boolean;
  /** Names of the teams judged before if this one was not among them, for the organiser alone; null for a known team. */
  readonly otherTeams: readonly string[] | null;
}

/** What an audit file is about: scores of other terms say nothing about each other. Absent in files of older versions. */
interface Challenge {
  /** Name and version of the task. */
  readonly task: string;
  /** SHA-256 of the hidden truth. */
  readonly truth: string;
}

/** A line of the audit file. */
interface AuditLine extends Partial<Challenge> {
  readonly time: string;
  readonly team: string;
  readonly results: string;
  readonly sha256: string;
  readonly score: number | null;
  readonly scores: object;
  /** What the organiser must know, such as that days are copies of training data. */
  readonly remarks?: readonly string[];
  readonly shown: number | null;
  /** True if the truth or the results are marked as synthetic; absent otherwise. */
  readonly synthetic?: boolean;
}

/**
 * Scores results against a hidden truth, for the organiser of a challenge. Teams see their best score only, in steps, and a
 * new one only if it is better by a step, so that many submissions reveal little about the truth: the ladder of A. Blum, M.
 * Hardt (2015), arXiv:1502.04585. The same file again costs nothing, also if several processes judge it at once. Errors never
 * show the truth.
 * @param clock the time of the judgement
 * @throws UserError when the results file is missing or damaged, the team has used up its judgements, the truth or the
 *   audit file cannot be read, or the audit file is about another task or truth
 */
export async function judge(
  benchmark: Benchmark,
  path: string,
  { truth: folder, audit, team, precision, most }: JudgeTerms,
  clock: () => Date = () => new Date(),
): Promise<Judgement> {
  requireScored(benchmark);
  const key = teamKey(team);
  if (key === '') throw new UserError(`--team ${JSON.stringify(team)}: expected the name of the team.`);
  const hash = sha256(readWithin(path));
  const truth = readSilently(benchmark, folder);
  const challenge = { task: `${benchmark.name} ${benchmark.version}`, truth: sha256(JSON.stringify(truth, plainly)) };
  const before = stateOf(audit, key, challenge);
  const seen = before.judged.get(hash);
  if (seen !== undefined) return again(seen);
  const [score, line] = await scored();
  // Judgements of other processes may have been added meanwhile.
  const unlock = lockRun(`${audit}.lock`, audit, { isPatient: () => true });
  try {
    const now = stateOf(audit, key, challenge);
    const twin = now.judged.get(hash);
    if (twin !== undefined) return again(twin);
    requireLeft(now.count);
    const step = score === null ? null : Number((Math.round(score / precision) * precision).toFixed(6));
    const isBetter = step !== null && (now.best === null || score! >= now.best + precision);
    const shown = isBetter ? step : now.best;
    appendLine(audit, { ...line, shown });
    const synthetic = line.synthetic === true;
    return {
      team,
      best: shown,
      isBetter,
      left: most - now.count - 1,
      fault: faultOf(path, score),
      synthetic,
      otherTeams: now.count === 0 ? now.teams : null,
    };
  } finally {
    unlock();
  }

  function again({ score: earlier, synthetic = false }: AuditLine): Judgement {
    const { best, count } = stateOf(audit, key, challenge);
    return {
      team,
      best,
      isBetter: false,
      left: most - count,
      fault: faultOf(path, earlier),
      synthetic,
      otherTeams: null,
    };
  }

  function requireLeft(count: number): void {
    if (count >= most)
      throw new UserError(`${team} has used all ${most} judgements. The organiser can allow more with --most.`);
  }

  async function scored(): Promise<[score: number | null, line: Omit<AuditLine, 'shown'>]> {
    requireLeft(before.count);
    const { results, metadata } = await readResults(path);
    const task = metadata.task_name;
    if (typeof task === 'string' && task !== '' && task.toLowerCase() !== benchmark.name.toLowerCase())
      throw new UserError(`${basename(path)} contains results of ${task.slice(0, 60)}, not of ${benchmark.name}.`);
    const {
      final_score: score,
      documented,
      remarks,
    } = {
      ...benchmark.score(results, truth),
      remarks: benchmark.remarks?.(results, truth) ?? [],
    };
    return [
      score,
      {
        time: clock().toISOString(),
        ...challenge,
        team,
        results: basename(path),
        sha256: hash,
        score,
        scores: documented,
        ...(remarks.length > 0 && { remarks }),
        ...((isSynthetic(folder) || metadata.data === SYNTHETIC_DATA) && { synthetic: true }),
      },
    ];
  }
}

/** What the audit file records of a team. @throws UserError if it is about another challenge */
function stateOf(audit: string, key: string, challenge: Challenge) {
  const lines = auditLines(audit);
  for (const { task = challenge.task, truth = challenge.truth } of lines)
    if (task !== challenge.task || truth !== challenge.truth)
      throw new UserError(
        `${basename(audit)} records judgements ${task === challenge.task ? 'against another truth' : `of ${task}, not of ${challenge.task}`}, whose scores cannot be compared with these. Use one audit file per task and truth.`,
      );
  const own = lines.filter((line) => teamKey(line.team) === key);
  const shown = own.flatMap(({ shown }) => shown ?? []);
  return {
    count: own.length,
    teams: [...new Set(lines.map(({ team }) => team))],
    best: shown.length === 0 ? null : Math.max(...shown),
    /** By the SHA-256 of the results. */
    judged: new Map(own.map((line) => [line.sha256, line])),
  };
}

function appendLine(audit: string, line: AuditLine): void {
  try {
    appendFileSync(audit, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch (error) {
    throw withPath(error, audit);
  }
}

/** A team in the standings of a hidden truth: only what it has been shown. */
export interface Standing {
  readonly team: string;
  /** Best score, in steps; null if none of its results could be scored. */
  readonly best: number | null;
  readonly judgements: number;
  /** SHA-256 of the results that reached it. */
  readonly results: string | null;
  /** True if the truth or the results are marked as synthetic. */
  readonly synthetic: boolean;
}

/** The standings of an audit file, best first. @throws UserError if it is not one */
export function standingsOf(audit: string): Standing[] {
  if (!existsSync(audit)) throw new UserError(`${audit} does not exist. asbench runs judge writes it.`);
  const teams = new Map<string, Standing>();
  for (const { team, shown, sha256: results, synthetic = false } of auditLines(audit)) {
    const last = teams.get(teamKey(team)) ?? { team, best: null, judgements: 0, results: null, synthetic };
    const isBetter = shown !== null && (last.best === null || shown > last.best);
    teams.set(teamKey(team), {
      ...last,
      judgements: last.judgements + 1,
      synthetic: last.synthetic || synthetic,
      ...(isBetter && { best: shown, results }),
    });
  }
  return [...teams.values()].sort(
    (a, b) =>
      (b.best ?? Number.NEGATIVE_INFINITY) - (a.best ?? Number.NEGATIVE_INFINITY) || a.team.localeCompare(b.team, 'en'),
  );
}

function faultOf(path: string, score: number | null): string | null {
  return score === null
    ? `${basename(path)} cannot be scored. Check it with: asbench runs submit-check ${basename(path)}`
    : null;
}

/** A truth that cannot be read is the organiser's affair: its error stays without details. */
function readSilently(benchmark: Benchmark, folder: string): object {
  if (!existsSync(folder))
    throw new UserError(`${folder} does not exist. Expected the folder with the hidden truth of ${benchmark.name}.`);
  try {
    return benchmark.readTruth(folder);
  } catch {
    throw new UserError(
      'The hidden truth cannot be read, so nothing was judged. The organiser can check it with: asbench study calibrate',
    );
  }
}

/** Maps and sets in JSON. */
const plainly = (_: string, value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value);

function auditLines(path: string): AuditLine[] {
  if (!existsSync(path)) return [];
  const text = new TextDecoder().decode(readWithin(path));
  return text.split('\n').flatMap((entry, i) => {
    if (entry.trim() === '') return [];
    const where = `${basename(path)}:${i + 1}`;
    const line = parseJson(entry, where);
    if (isAuditLine(line)) return [line];
    throw new UserError(
      `${where} is not a judgement. Pass the file that asbench runs judge has written, or a new one.`,
    );
  });
}

function isAuditLine(value: unknown): value is AuditLine {
  const { team, sha256: hash, score, shown, task = '', truth = '' } = (value ?? {}) as Partial<AuditLine>;
  const isScore = (number: unknown) => number === null || typeof number === 'number';
  return [team, hash, task, truth].every((text) => typeof text === 'string') && isScore(score) && isScore(shown);
}
