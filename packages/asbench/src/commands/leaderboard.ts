import { existsSync, readFileSync } from 'node:fs';
import type { Scores } from '@itinera/benchmarks';
import { benchmarkNamed, benchmarks, RunState, recordOf } from '@itinera/benchmarks';
import { RunFolder, readManifest } from '@itinera/run';
import type { Command } from 'commander';
import type { ListedRun, SqlRegistry } from '../registry/sql-registry.js';
import { type Config, readConfig } from './config-file.js';
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
    if (options.rebuild) await rebuild(home, registry);
    const boards = (await Promise.all(names.map((name) => registry.list(name)))).flatMap(boardsOf);
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

function boardsOf(runs: readonly ListedRun[]): Board[] {
  const boards = new Map<string, Board & { entries: Entry[] }>();
  for (const run of runs) {
    if (run.state !== RunState.EVALUATED) continue;
    const scores = JSON.parse(run.resultInfo) as Scores;
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
      reference: (scores.reference as { final_score: number | null }).final_score,
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
    entry.agent,
    entry.llm || '–',
    entry.people === null ? '–' : String(entry.people),
    entry.run,
  ]);
  const data = synthetic ? ', SYNTHETIC demo data' : '';
  const heading = ['', 'score', 'interval', 'reference', 'agent', 'model', 'people', 'run'];
  return `${task} ${task_version}${data}\n${textTable([heading, ...rows])}`;
}

async function rebuild(home: string, registry: SqlRegistry): Promise<void> {
  await registry.clear();
  for (const name of RunFolder.names(home)) {
    const folder = RunFolder.find(home, name);
    const manifest = readManifest(folder);
    const record = recordOf(folder, manifest);
    if (existsSync(folder.scoresPath)) {
      const resultInfo = readFileSync(folder.scoresPath, 'utf8');
      const finalScore = (JSON.parse(resultInfo) as Scores).final_score;
      await registry.save({ ...record, state: RunState.EVALUATED, resultInfo, finalScore });
    } else {
      const states = {
        running: RunState.RUNNING,
        stopped: RunState.RUNNING,
        finished: RunState.FINISHED,
        failed: RunState.ERROR,
      };
      await registry.save({ ...record, state: states[manifest.state], error: manifest.error });
    }
  }
}
