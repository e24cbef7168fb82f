import { basename, join } from 'node:path';
import { asUserError, counted, fileName, printable, terminalText } from '@itinera/base';
import { writeDurably, writeSet } from '@itinera/base/node';
import { syntheticNotice } from '@itinera/runner';
import { boardPage, describeCopies, type HandedInRun, isRanked, readHandedIn, standingsOf } from '@itinera/studies';
import { Library, runReport } from '@itinera/viewer';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { threadCount } from './option-values.js';
import { outputFolder, printWrote } from './output-path.js';
import { ProgressLine } from './progress-line.js';
import { Session } from './session.js';
import { print } from './terminal.js';
import { textTable } from './text-table.js';
import { refuseUnused } from './unused-options.js';

/** Characters of a reason in the terminal. */
const REASON = 200;

interface Options {
  readonly output: string;
  readonly title: string;
  readonly reproduce?: true;
  readonly audit?: string;
  readonly datasets?: string;
  readonly map?: string;
  readonly python?: string;
  readonly threads?: number;
  readonly reports: boolean;
  readonly truth: boolean;
  readonly json?: true;
}

/** `asbench runs board FOLDER`: a static leaderboard of runs that teams handed in. */
export default function addBoard(program: Command): void {
  program
    .command('board')
    .argument('<folder>', 'folder of run folders or packed runs, such as TEAM/RUN or TEAM.zip')
    .option('-o, --output <folder>', 'folder of the site', outputFolder(), 'board')
    .option('--reproduce', 'rerun every run, with its agent, and compare every byte')
    .option('--audit <file>', 'audit file of asbench runs judge, for standings on the hidden truth')
    .option('--title <text>', 'title of the page', 'Leaderboard')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--python <command>', 'interpreter for Python agents (default: that of the run)')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--no-reports', 'omit the page of each run')
    .option('--no-truth', 'hide the real distributions')
    .option('--json', 'print JSON')
    .action(board);
}

async function board(folder: string, options: Options, command: Command): Promise<void> {
  if (!options.reproduce) refuseUnused(command, ['python', 'threads'], 'without --reproduce');
  if (!options.reports) refuseUnused(command, ['truth'], 'with --no-reports');
  const home = homeOf(command);
  const { output, title, audit, datasets, map, python, json } = options;
  const standings = audit === undefined ? null : standingsOf(audit);
  const session = new Session(options);
  const line = new ProgressLine();
  const runs = await readHandedIn(folder, {
    home,
    place: { datasets, map, python, ownHome: home },
    reproduce: options.reproduce ? { ...session.work(), listener: session.listenerOnce() } : null,
    onRun: (place, done, total) => line.show(`checking ${place}`, done, total),
  });
  line.clear();
  const isMadeUp = [...(standings ?? []), ...runs.flatMap(({ scored }) => scored ?? [])].some(
    ({ synthetic }) => synthetic,
  );
  const plain = await writeSet(output, 'board', async (stage) => {
    const reports = new Map<string, string>();
    if (options.reports)
      for (const run of runs) {
        let name = `${fileName(run.place)}.html`;
        // Some disks do not tell capital letters apart.
        const taken = ['index.html', ...reports.values()].map((other) => other.toLowerCase());
        while (taken.includes(name.toLowerCase())) name = `run-${name}`;
        const page = await pageOf(run, { home, datasets, map, withTruth: options.truth }, session.warn);
        if (page === null) continue;
        writeDurably(join(stage, name), [page]);
        reports.set(run.place, name);
      }
    writeDurably(join(stage, 'index.html'), [boardPage({ title, runs, standings, reports })]);
    const plain = {
      title,
      standings: standings?.map(({ results, synthetic, ...shown }) => shown) ?? null,
      synthetic: isMadeUp,
      runs: runs.map(({ folder: _, results: __, edited: ___, ...run }) => ({
        ...run,
        report: reports.get(run.place) ?? null,
      })),
    };
    writeDurably(join(stage, 'board.json'), [`${terminalText(JSON.stringify(plain, null, 2))}\n`]);
    return plain;
  });
  if (json) return print(JSON.stringify(plain, null, 2));
  const rows = runs.map((run) => [
    run.place,
    run.scored?.final_score?.toFixed(2) ?? '–',
    run.state,
    printable(
      [run.scored?.synthetic ? 'SYNTHETIC data' : '', describeCopies(run), run.reason]
        .filter((text) => text !== '')
        .join('; '),
      REASON,
    ),
  ]);
  print(textTable(rows));
  if (rows.some(([, , , reason]) => reason!.endsWith('…'))) print('Whole reasons: index.html and board.json.');
  if (isMadeUp) print(syntheticNotice(''));
  const ranked = runs.filter(isRanked).length;
  printWrote(join(output, 'index.html'), `${counted(runs.length, 'run')}, ${ranked} of them ranked`);
}

/** The page of a run; null, with a warning, if it cannot be shown. */
async function pageOf(
  { folder, place, edited }: HandedInRun,
  shown: {
    readonly home: string;
    readonly datasets?: string | undefined;
    readonly map?: string | undefined;
    readonly withTruth: boolean;
  },
  warn: (message: string) => void,
): Promise<string | null> {
  if (folder === null) return null;
  const library = new Library({ ...shown, runs: folder.path, edited });
  try {
    return await runReport(library, basename(folder.path), { withCalls: false });
  } catch (error) {
    warn(`${place} has no page: ${(asUserError(error) as Error).message}`);
    return null;
  } finally {
    await library.close();
  }
}
