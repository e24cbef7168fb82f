import { existsSync, readFileSync } from 'node:fs';
import type { RunRecord } from '@itinera/benchmarks';
import { benchmarkNamed, benchmarks, RunState, recordOf } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import { printable, RunFolder, readManifest } from '@itinera/run';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ListedRun, SqlRegistry } from '../registry/sql-registry.js';
import { type Config, readConfig, type Warn } from './config-file.js';
import { homeOf } from './home.js';
import { openRegistry } from './open-registry.js';
import { textTable } from './text-table.js';

/** `asbench leaderboard`: evaluated runs, best first, one board a task and version; made-up data have boards of their own. */
export function addLeaderboard(program: Command): void {
  program
    .command('leaderboard')
    .description('list evaluated runs, best first; tasks and their versions are never mixed')
    .argument('[task]', 'only this task')
    .option('-c, --config <file>', 'configuration that names a PostgreSQL registry')
    .option('--rebuild', 'make the registry again from the run folders first')
    .option('--json', 'print JSON')
    .action(leaderboard);
}

async function leaderboard(
  task: string | undefined,
  options: { config?: string; rebuild?: boolean; json?: boolean },
  command: Command,
): Promise<void> {
  const warn = (message: string) => void process.stderr.write(`Warning: ${message}\n`);
  const config: Config = options.config === undefined ? {} : readConfig(options.config, warn);
  const home = homeOf(command, config);
  const names = task === undefined ? benchmarks.map(({ name }) => name) : [benchmarkNamed(task).name];
  const registry = await openRegistry(home, config);
  try {
    if (options.rebuild) await rebuild(home, registry, warn);
    const boards = (await Promise.all(names.map((name) => registry.list(name)))).flatMap((runs) =>
      boardsOf(runs, warn),
    );
    if (options.json) process.stdout.write(`${JSON.stringify(boards, null, 2)}\n`);
    else if (boards.length === 0) process.stdout.write('No run is evaluated yet. Try: asbench run DailyMobility\n');
    else process.stdout.write(`${boards.map(describe).join('\n\n')}\n`);
  } finally {
    await registry.close();
  }
}

interface Entry {
  readonly agent: string;
  readonly llm: string;
  readonly final_score: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** By the reference arithmetic. */
  readonly reference: number | null;
  readonly people: number | null;
  readonly run: string;
  readonly official: boolean;
}

interface Board {
  readonly task: string;
  readonly task_version: string;
  /** True when the truth is made up. */
  readonly synthetic: boolean;
  readonly entries: readonly Entry[];
}

function boardsOf(runs: readonly ListedRun[], warn: Warn): Board[] {
  const boards = new Map<string, Board & { entries: Entry[] }>();
  for (const run of runs) {
    if (run.state !== RunState.EVALUATED) continue;
    const scores = parseScores(run.resultInfo);
    if (scores === null) {
      warn(`${printable(run.folder ?? run.resultFile)}: its scores are damaged, so it is left out.`);
      continue;
    }
    const { task_version, synthetic } = scores;
    const key = `${task_version} ${synthetic}`;
    const board = boards.get(key) ?? { task: run.task, task_version, synthetic, entries: [] };
    boards.set(key, board);
    const spread = scores.noise.documented.final_score;
    board.entries.push({
      agent: run.agentFile,
      llm: run.llm,
      final_score: scores.final_score,
      low: spread?.low ?? null,
      high: spread?.high ?? null,
      reference: scores.reference.final_score,
      people: scores.run?.people ?? null,
      run: run.folder === null ? run.resultFile : new RunFolder(run.folder).name,
      official: run.official,
    });
  }
  const best = (entry: Entry) => entry.final_score ?? Number.NEGATIVE_INFINITY;
  for (const { entries } of boards.values()) entries.sort((a, b) => best(b) - best(a) || a.run.localeCompare(b.run));
  return [...boards.values()];
}

function describe({ task, task_version, synthetic, entries }: Board): string {
  const number = (value: number | null) => (value === null || Number.isNaN(value) ? '–' : value.toFixed(2));
  const rows = entries.map((entry, place) => [
    String(place + 1),
    number(entry.final_score),
    entry.low === null ? '–' : `${number(entry.low)} to ${number(entry.high)}`,
    number(entry.reference),
    printable(entry.agent),
    printable(entry.llm) || '–',
    entry.people === null ? '–' : String(entry.people),
    printable(entry.run),
  ]);
  const data = synthetic ? ', SYNTHETIC demo data' : '';
  const heading = ['', 'score', 'interval', 'reference', 'agent', 'model', 'people', 'run'];
  return `${task} ${task_version}${data}\n${textTable([heading, ...rows])}`;
}

/** Makes the registry from the run folders. A folder that cannot be read is named and left out. */
async function rebuild(home: string, registry: SqlRegistry, warn: Warn): Promise<void> {
  const records = RunFolder.names(home).flatMap((name) => {
    try {
      return recordOfFolder(RunFolder.find(home, name));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`${printable(error.message)} The run is left out.`);
      return [];
    }
  });
  await registry.replaceAll(records);
}

function recordOfFolder(folder: RunFolder): RunRecord {
  const manifest = readManifest(folder);
  const record = recordOf(folder, manifest);
  if (!existsSync(folder.scoresPath)) return { ...record, state: STATES[manifest.state], error: manifest.error };
  const resultInfo = readFileSync(folder.scoresPath, 'utf8');
  const scores = parseScores(resultInfo);
  if (scores === null) throw new UserError(`${folder.name}/scores.json: is no file of scores.`);
  return { ...record, state: RunState.EVALUATED, resultInfo, finalScore: scores.final_score };
}

const STATES = {
  running: RunState.RUNNING,
  stopped: RunState.RUNNING,
  finished: RunState.FINISHED,
  failed: RunState.ERROR,
} as const;

const number = z.number().nullable();
/** What a board reads of `scores.json`, which may have been edited. */
const scoresSchema = z.object({
  task_version: z.string(),
  synthetic: z.boolean(),
  final_score: number,
  reference: z.object({ final_score: number }),
  noise: z.object({ documented: z.object({ final_score: z.object({ low: number, high: number }).optional() }) }),
  run: z.object({ people: z.number() }).nullable(),
});

/** @returns null when it is no scores of ours */
function parseScores(text: string): z.infer<typeof scoresSchema> | null {
  try {
    return scoresSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
