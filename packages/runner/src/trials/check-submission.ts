import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted, shellPath, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { type Benchmark, benchmarkNamed, benchmarks, demoDataset } from '@itinera/benchmarks';
import { openRun, type RunFolder, type RunManifest, readManifest, readTotals } from '@itinera/run';
import { doubtsOf } from './doubts.js';
import { type OpenedResults, openResults } from './open-results.js';
import { SYNTHETIC_DATA } from './results-file-of.js';
import { describeEdits, type Verification, verifyRun } from './verify-run.js';

/** One requirement of a submission, and whether it is met. */
export interface SubmissionCheck {
  readonly what: string;
  readonly isRight: boolean;
  readonly found: string;
  /** The next step if it is not met; otherwise null. */
  readonly next: string | null;
}

export interface Submission {
  readonly task: string;
  readonly checks: readonly SubmissionCheck[];
  /** Files to submit, relative to the run folder; empty if a check fails. */
  readonly files: readonly string[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A plain-text key in a file; `***` does not count. */
const KEY = /(?:api[_-]?key|secret|password|token)["']?\s*[:=]\s*["']?(?!\*\*\*|\$\{)[^\s"',}]{6,}/i;
/** A literal key in code: a text with the form of a provider's key, or one that is given the name of a key. */
const LITERAL_KEYS = [
  /\b(?:sk-[\w-]{16,}|gsk_\w{16,}|hf_\w{16,}|gh[oprsu]_\w{16,}|github_pat_\w{16,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,})/,
  /(?:api_?key|access_?key|secret(?!ar)|password|token(?!i|s|_?type))\w*["'\]]*\s*(?::\s*\w+\s*)?[:=]\s*["'](?!ollama|lm-studio|not-needed|\*\*\*)[^\s"'$]{6,}["']/i,
];

/**
 * Checks a results file or a run before it is submitted: complete, real city, version, no keys.
 * @throws UserError when the file or run is missing or cannot be read.
 */
export async function checkSubmission(home: string, path: string): Promise<Submission> {
  const opened = await openSubmission(home, path);
  const { results, metadata, task, run } = opened;
  if (task === '')
    throw new UserError(
      `${opened.name} does not name its task: its metadata lack task_name. Submit the file that asbench run wrote.`,
    );
  const benchmark = run?.benchmark ?? benchmarkNamed(task);
  const checks: SubmissionCheck[] = [];
  const check = (what: string, isRight: boolean, found: string, next: string) =>
    checks.push({ what, isRight, found, next: isRight ? null : next });
  const again = (options: string) => `Run it again${options}.`;
  const text = (key: string) => (typeof metadata[key] === 'string' ? (metadata[key] as string) : '');
  check(
    'a task that is scored',
    benchmark.metrics.final_score !== undefined,
    benchmark.name,
    'Submit a run of a benchmark: asbench list-tasks',
  );
  const verified = run && (await verifyRun(run.folder, { home }));
  const [isReal, found] = realityOf(metadata, run?.manifest ?? null, verified);
  check('real people in a real city', isReal, found, `Run it on the real data: asbench clone ${benchmark.name}`);
  // The metadata of the original always say inference.
  const mode = metadata.mode === 'inference' && run ? run.manifest.mode : metadata.mode;
  check('results of inference mode', mode === 'inference', String(mode), again(' with --mode inference'));
  check('a unique id', UUID.test(text('exp_id')), text('exp_id') || 'none', again(', which gives it an id'));
  check(
    'the name of the agent',
    text('agent_filename') !== '',
    text('agent_filename') || 'none',
    again(' with --agent'),
  );
  const missing = missingIn(benchmark, home, results);
  check(
    'every metric can be computed',
    missing === '',
    missing || 'all of them',
    again(' with more people, or correct what its agent does'),
  );
  const people = peopleIn(results);
  if (people !== null)
    check(
      `${benchmark.people} people or more`,
      people >= benchmark.people,
      `${counted(people, 'person', 'people')} in the results`,
      again(' without --people'),
    );
  const leftOut = (results as { left_out?: unknown[] }).left_out?.length ?? 0;
  check(
    'nobody omitted',
    leftOut === 0,
    leftOut === 0 ? 'nobody' : counted(leftOut, 'person', 'people'),
    'Correct the agent (left_out in the results gives the reasons), and run it again.',
  );
  const withKey = KEY.test(`${text('config')}\n${text('agent')}`) ? undefined : run && agentFileWithKey(run);
  check(
    'no keys',
    withKey === null,
    withKey ? `agent/${withKey}` : 'configuration and agent',
    'Move the keys to environment variables, and run it again.',
  );
  if (run === null) return { task: benchmark.name, checks, files: filesOf(checks, [path]) };
  const { folder, manifest } = run;
  const { versions, taskVersion } = manifest;
  check(
    'created with the current version',
    taskVersion === benchmark.version,
    `${benchmark.name} ${taskVersion}, itinera ${versions.itinera}, node ${versions.node}`,
    again(' with this version'),
  );
  check(
    'unchanged since the run ended',
    verified!.verdict === 'verified',
    describeEdits(verified!.edited) ?? faultsIn(verified!) ?? 'verified',
    `Restore what changed, or run it again; details: asbench runs verify ${shellPath(path)}`,
  );
  check('finished', manifest.state === 'finished', manifest.state, `Finish it: asbench runs resume ${shellPath(path)}`);
  const doubts = doubtsOf(folder, manifest, benchmark, readTotals(folder, manifest))
    .filter(({ grave }) => grave)
    .map(({ message }) => message);
  check(
    'a valid result',
    doubts.length === 0,
    doubts.join(' ') || 'no warnings',
    'Fix what these warnings report, and run it again.',
  );
  const { source } = manifest.agent;
  const hasAgent = 'builtIn' in source || existsSync(folder.agentFolder);
  check(
    "the agent's source",
    hasAgent,
    'builtIn' in source ? `built in: ${source.builtIn}` : 'agent/',
    'Restore the agent folder of the run, or run it again.',
  );
  const names = ['results.pkl', 'run.json', ...('builtIn' in source ? [] : ['agent']), ...callsOf(folder)];
  return {
    task: benchmark.name,
    checks,
    files: filesOf(
      checks,
      names.map((name) => join(folder.path, name)),
    ),
  };
}

/** Opens results. Demo data are created first, so that a run on them is recognised by its hash even if its mark was removed. */
async function openSubmission(home: string, path: string): Promise<OpenedResults> {
  if (/\.(json|pkl|pickle)$/i.test(path)) return openResults({ home }, path);
  const folder = await openRun(home, path);
  const { task } = readManifest(folder);
  const benchmark = benchmarks.find(({ name }) => name === task);
  if (benchmark !== undefined) demoDataset(home, benchmark);
  return openResults({ home }, folder.path);
}

/** Whether results are of real people, and how that is known. */
function realityOf(
  metadata: OpenedResults['metadata'],
  manifest: RunManifest | null,
  verified: Verification | null,
): [boolean, string] {
  if (metadata.data === SYNTHETIC_DATA || manifest?.dataset.synthetic) return [false, 'SYNTHETIC data'];
  const of = (name: string) => verified?.checks.find(({ what }) => what === name);
  const mark = of('synthetic mark');
  if (mark?.state === 'fault') return [false, mark.found];
  const dataset = of('dataset');
  if (dataset?.state === 'unchecked') return [false, dataset.found];
  return [true, 'not marked as synthetic'];
}

/** The first checks that failed or could not be made. */
function faultsIn({ checks }: Verification): string | null {
  const faults = checks.filter(({ state, isBeyond }) => state !== 'ok' && !isBeyond);
  return faults.length === 0 ? null : faults.map(({ what, found }) => `${what}: ${found}`).join('; ');
}

/** The first kept file of the agent of a run that contains a literal key; null if there is none. */
function agentFileWithKey({ folder, manifest }: { folder: RunFolder; manifest: RunManifest }): string | null {
  const hasKey = (name: string) => {
    const path = join(folder.agentFolder, name);
    if (!existsSync(path)) return false;
    const source = readWithin(path).toString('utf8');
    return LITERAL_KEYS.some((pattern) => pattern.test(source));
  };
  return Object.keys(manifest.agent.files ?? {}).find(hasKey) ?? null;
}

/** Lists the metrics without a value, scored against the demo truth. */
function missingIn(benchmark: Benchmark, home: string, results: unknown): string {
  const truth = benchmark.readTruth(join(demoDataset(home, benchmark), 'groundtruth'));
  const { documented } = benchmark.score(results, truth);
  const reasons = (documented as { undefined?: Record<string, string> }).undefined ?? {};
  return Object.entries(reasons)
    .map(([metric, reason]) => `${metric}: ${reason}`)
    .join('; ');
}

/** Returns the length of the lists with one entry per person; null if there are none. */
function peopleIn(results: unknown): number | null {
  const { gyration_radius: radii } = results as { gyration_radius?: unknown };
  return Array.isArray(radii) ? radii.length : null;
}

function callsOf({ callsPath }: RunFolder): string[] {
  return existsSync(callsPath) ? ['calls.ndjson'] : [];
}

function filesOf(checks: readonly SubmissionCheck[], paths: readonly string[]): readonly string[] {
  return checks.every(({ isRight }) => isRight) ? paths : [];
}
