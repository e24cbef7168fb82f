import { counted, printable } from '@itinera/base';
import { openBenchmark } from '@itinera/benchmarks';
import { type Board, boardsOf, listRuns } from '@itinera/studies';
import type { Command } from 'commander';
import { type Config, readConfig } from './config-file.js';
import { homeOf } from './home.js';
import { textTable } from './text-table.js';

/** `asbench runs leaderboard`: evaluated runs, best first, one board per task, version and number of people; synthetic data have separate boards. */
export default function addLeaderboard(program: Command): void {
  program
    .command('leaderboard')
    .argument('[task]', 'show this task only')
    .option('-c, --config <file>', 'configuration with env.home_dir, YAML or JSON')
    .option(
      '--also <home>',
      'include the runs of another home folder; repeatable',
      (home, homes: string[]) => [...homes, home],
      [],
    )
    .option('--rebuild', 'recompute all scores from the tables of the runs first')
    .option('--json', 'print JSON')
    .action(leaderboard);
}

async function leaderboard(
  task: string | undefined,
  options: { config?: string; also: string[]; rebuild?: boolean; json?: boolean },
  command: Command,
): Promise<void> {
  const warn = (message: string) => void process.stderr.write(`Warning: ${printable(message, 600)}\n`);
  const config: Config = options.config === undefined ? {} : readConfig(options.config, warn);
  const runs = await listRuns([homeOf(command, config), ...options.also], { rebuild: options.rebuild, warn });
  const boards = boardsOf(runs, warn).filter((board) => task === undefined || isOf(board, task));
  // A mistyped task is an error, not an empty board.
  if (boards.length === 0 && task !== undefined) await openBenchmark(task);
  if (options.json) process.stdout.write(`${JSON.stringify(boards, null, 2)}\n`);
  else if (boards.length === 0)
    process.stdout.write('There are no evaluated runs yet. Try: asbench run DailyMobility\n');
  else process.stdout.write(`${boards.map(describe).join('\n\n')}\n`);
}

/** Tasks are named in any case; custom tasks have boards too. */
function isOf(board: Board, task: string): boolean {
  return board.task.toLowerCase() === task.toLowerCase();
}

function describe({ task, task_version, synthetic, people, entries }: Board): string {
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
  const data = `${people === null ? '' : `, ${counted(people, 'person', 'people')}`}${synthetic ? ', SYNTHETIC data' : ''}`;
  const heading = ['', 'score', 'interval', 'reference', 'agent', 'model', 'people', 'run'];
  const doubts = entries.flatMap(({ run, doubts }) =>
    doubts.map((doubt) => `! ${printable(run)}: ${printable(doubt, 300)}`),
  );
  return `${task} ${task_version}${data}\n${[textTable([heading, ...rows]), ...doubts].join('\n')}`;
}
