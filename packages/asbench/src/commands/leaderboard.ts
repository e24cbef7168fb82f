import { type Board, boardsOf, openBenchmark, recordsOfHome } from '@itinera/benchmarks';
import { printable } from '@itinera/run';
import type { Command } from 'commander';
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
  const warn = (message: string) => void process.stderr.write(`Warning: ${printable(message, 600)}\n`);
  const config: Config = options.config === undefined ? {} : readConfig(options.config, warn);
  const home = homeOf(command, config);
  const registry = await openRegistry(home, config);
  try {
    if (options.rebuild) await registry.replaceAll(await recordsOfHome(home, warn));
    const boards = boardsOf(await registry.list(), warn).filter((board) => task === undefined || isOf(board, task));
    // A mistyped task is no empty board.
    if (boards.length === 0 && task !== undefined) await openBenchmark(task);
    if (options.json) process.stdout.write(`${JSON.stringify(boards, null, 2)}\n`);
    else if (boards.length === 0) process.stdout.write('No run is evaluated yet. Try: asbench run DailyMobility\n');
    else process.stdout.write(`${boards.map(describe).join('\n\n')}\n`);
  } finally {
    await registry.close();
  }
}

/** Tasks are named in any case; one that is not built in has a board too. */
function isOf(board: Board, task: string): boolean {
  return board.task.toLowerCase() === task.toLowerCase();
}

function describe({ task, task_version, synthetic, entries }: Board): string {
  const number = (value: number | null) => (value === null || Number.isNaN(value) ? '–' : value.toFixed(2));
  const rows = entries.map((entry, place) => [
    entry.doubts.length > 0 ? '!' : String(place + 1),
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
  const doubts = entries.flatMap(({ run, doubts }) =>
    doubts.map((doubt) => `! ${printable(run)}: ${printable(doubt, 300)}`),
  );
  return `${task} ${task_version}${data}\n${[textTable([heading, ...rows]), ...doubts].join('\n')}`;
}
