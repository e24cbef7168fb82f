import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { writeDurably, writeSet } from '@itinera/base/node';
import { openRun } from '@itinera/run';
import { drawFigure, drawingAsPdf, drawingAsSvg, Library } from '@itinera/viewer';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { outputFolder, printWrote } from './output-path.js';
import { noticeOf } from './run-table.js';
import { vouchedBenchmark } from './vouched-benchmark.js';

interface FigureOptions {
  readonly format: 'pdf' | 'svg';
  readonly width: number;
  readonly output: string;
  readonly datasets?: string;
  readonly map?: string;
}

/** `asbench study figure RUN`: the charts of a run's scores as vector graphics for a paper. */
export default function addFigure(program: Command): void {
  program
    .command('figure')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .addOption(new Option('--format <format>', 'format of the files').choices(['pdf', 'svg']).default('pdf'))
    .option('--width <mm>', 'width of a column in millimetres', positiveUpTo(2000), 85)
    .option('-o, --output <folder>', 'folder to write to', outputFolder(), 'figures')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .action(figure);
}

async function figure(run: string, { format, width, output, ...data }: FigureOptions, command: Command): Promise<void> {
  const home = homeOf(command);
  const folder = await openRun(home, run);
  const library = new Library({ ...data, home, runs: folder.path, benchmarkFiles: vouchedBenchmark(folder, home) });
  try {
    await library.prepare(folder.name);
    const findings = library.detail(folder.name)?.findings;
    if (!findings)
      throw new UserError(
        `${folder.name} has no scores with a ground truth on this machine, so there is nothing to draw. Score it, or pass the dataset: -d FOLDER`,
      );
    const drawn = findings.quantities.flatMap(({ key, figures }) =>
      figures.flatMap(({ title, figure: shown }, i) => {
        const named = noticeOf(folder) === '' ? title : `${title} (SYNTHETIC data)`;
        return { name: `${key}-${i + 1}.${format}`, title: named, drawing: drawFigure(shown, named, width) };
      }),
    );
    await writeSet(output, `${folder.name}-${format}`, (stage) => {
      for (const { name, drawing } of drawn)
        writeDurably(join(stage, name), [format === 'pdf' ? drawingAsPdf(drawing) : drawingAsSvg(drawing)]);
    });
    for (const { name, title } of drawn) printWrote(join(output, name), title);
  } finally {
    await library.close();
  }
}
