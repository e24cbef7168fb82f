import { join } from 'node:path';
import { type Drawing, drawingAsPdf, drawingAsSvg, UserError } from '@itinera/base';
import { writeDurably, writeSet } from '@itinera/base/node';
import { syntheticNotes } from '@itinera/mobility';
import { openRun } from '@itinera/run';
import { measuresIn, reportAt } from '@itinera/studies';
import { drawFigure, drawMeasures, Library } from '@itinera/viewer';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { outputFolder, printWrote } from './output-path.js';
import { noticeOf } from './run-table.js';
import { refuseUnused } from './unused-options.js';
import { vouchedBenchmark } from './vouched-benchmark.js';

interface FigureOptions {
  readonly format: 'pdf' | 'svg';
  readonly width: number;
  readonly output: string;
  readonly datasets?: string;
  readonly map?: string;
}

/** `asbench study figure RUN`: the charts of a run's scores, or that of measures, as vector graphics for a paper. */
export default function addFigure(program: Command): void {
  program
    .command('figure')
    .argument('<run>', 'name or folder of the run, newest or previous, or folder of `asbench measure -o`')
    .addOption(new Option('--format <format>', 'format of the files').choices(['pdf', 'svg']).default('pdf'))
    .option('--width <mm>', 'width of a column in millimetres', positiveUpTo(2000), 85)
    .option('-o, --output <folder>', 'folder to write to', outputFolder(), 'figures')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .action(figure);
}

async function figure(run: string, options: FigureOptions, command: Command): Promise<void> {
  const { format, width, output: _, ...data } = options;
  const home = homeOf(command);
  const report = measuresIn(run);
  if (report !== null) {
    refuseUnused(command, ['datasets', 'map'], 'on measures');
    const title = 'Jensen–Shannon divergence by measure';
    const found = reportAt(report);
    const notes = syntheticNotes(found);
    const drawing = drawMeasures(found.measures, title, width, notes);
    const drawn = [{ name: `measures.${format}`, title: notes.length > 0 ? syntheticTitle(title) : title, drawing }];
    return await writeFigures(drawn, `measures-${format}`, options);
  }
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
        const named = noticeOf(folder) === '' ? title : syntheticTitle(title);
        return { name: `${key}-${i + 1}.${format}`, title: named, drawing: drawFigure(shown, named, width) };
      }),
    );
    await writeFigures(drawn, `${folder.name}-${format}`, options);
  } finally {
    await library.close();
  }
}

const syntheticTitle = (title: string) => `${title} (SYNTHETIC data)`;

interface DrawnFigure {
  readonly name: string;
  readonly title: string;
  readonly drawing: Drawing;
}

async function writeFigures(drawn: readonly DrawnFigure[], set: string, { format, output }: FigureOptions) {
  await writeSet(output, set, (stage) => {
    for (const { name, drawing } of drawn)
      writeDurably(join(stage, name), [format === 'pdf' ? drawingAsPdf(drawing) : drawingAsSvg(drawing)]);
  });
  for (const { name, title } of drawn) printWrote(join(output, name), title);
}
