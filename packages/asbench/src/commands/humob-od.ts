import { counted } from '@itinera/base';
import { writeFileSet } from '@itinera/base/node';
import {
  chosenDays,
  compatValidateOd,
  daysOfText,
  gapFrom,
  holdOutDays,
  OD_BASELINES,
  OD_RULES,
  OD_WINDOWS,
  OD_YEAR,
  type OdDay,
  type OdValidation,
  predictOd,
  readOdTsv,
  SUBMISSION_DAYS,
  synthesizeOd,
  validateOd,
  writeOdLines,
  writeOdTsv,
} from '@itinera/humob';
import { Argument, type Command, Option } from 'commander';
import { noteAsSources, noteSynthetic } from '../trajectories/synthetic-mark.js';
import { homeOf } from './home.js';
import { type OdScoreOptions, printOdScores } from './humob-od-score.js';
import { problemLines } from './humob-summary.js';
import { printCompat } from './humob-validate.js';
import { wholeNumber } from './option-values.js';
import { outputFile, outputFolder, printWrote } from './output-path.js';
import { print } from './terminal.js';
import { refuseUnused } from './unused-options.js';

/** The same commands for the task of 2026, daily flows between cells. */
export const odCommands = [addScore, addValidate, addBaseline, addHoldout, addSynth];

/** Whether the words of a command line choose that task, by its year or its rules. */
export function isOdTask(words: readonly string[]): boolean {
  const choices = [`--year=${OD_YEAR}`, `--rules=${OD_RULES}`];
  return words.some((word, i) => choices.includes(word) || choices.includes(`${word}=${words[i + 1]}`));
}

function addCommand(humob: Command, name: string, description: string): Command {
  return humob
    .command(name)
    .description(description)
    .addOption(new Option('--year <year>', 'year of the challenge').choices([OD_YEAR]).default(OD_YEAR))
    .addOption(new Option('--rules <rules>', 'the same as --year, by the name of the rules').choices([OD_RULES]));
}

function addScore(humob: Command): void {
  addCommand(humob, 'score', 'Compute the Combined NRMSE of predicted flows')
    .argument('<predictions...>', 'files in the format of the data, compared by day')
    .requiredOption('--reference <tsv>', 'true flows; all of their days are scored')
    .option('--known <tsv>', 'known days, for the ratio to simple baselines')
    .addOption(new Option('--only-days <days>', 'score these days only, such as 20240501-20240630').conflicts('window'))
    .option('--window <name>', 'score the days of this window only, see holdout')
    .option('--per-day <csv>', 'write the scores of each day to this file', outputFile('.csv'))
    .option('-o, --output <html>', 'write curves, maps and tables to this page', outputFile('.html', '.htm'))
    .option('--block <days>', 'days per block of the bootstrap', wholeNumber(1), 7)
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .option('--keep <name>', 'store the scores under this name for asbench ui')
    .action((paths: string[], options: OdScoreOptions, command: Command) =>
      printOdScores(paths, options, homeOf(command)),
    );
}

function addValidate(humob: Command): void {
  addCommand(humob, 'validate', 'Print the verdict of the organisers’ validator on a submission, and warnings')
    .argument('[submission]', 'file to check')
    .option('--compat', 'print exactly the output of the organisers’ validator')
    .option('--limit <count>', 'number of problems to show per kind', wholeNumber(0), 10)
    .option('--json', 'print JSON')
    .action(function (this: Command, path: string | undefined, options) {
      if (options.compat) refuseUnused(this, ['limit', 'json'], 'with --compat');
      if (options.compat) return printCompat(compatValidateOd(path === undefined ? [] : [path]));
      if (path === undefined) return this.error('error: expected a submission', { exitCode: 2 });
      const validation = validateOd(path, { examples: options.limit });
      print(options.json ? JSON.stringify(validation) : describeOdValidation(path, validation));
      if (!validation.accepted) process.exitCode = 1;
    });
}

function describeOdValidation(path: string, validation: OdValidation): string {
  const { verdict, problems, warnings, days, flows } = validation;
  const lines = [
    `The organisers’ validator of ${OD_YEAR} (rules ${OD_RULES}): ${verdict}`,
    `${path}: ${days} of ${SUBMISSION_DAYS.length} days, ${counted(flows, 'flow')} could be read`,
    ...problems.flatMap((group) => ['', ...problemLines(group)]),
    ...warnings.flatMap((group) => ['', ...problemLines({ ...group, title: `Warning: ${group.title}` })]),
  ];
  return lines.join('\n');
}

function addBaseline(humob: Command): void {
  const names = Object.entries(OD_BASELINES).map(([name, summary]) => `  ${name.padEnd(14)} ${summary}`);
  addCommand(humob, 'baseline', 'Predict flows from the known days with a simple, deterministic method')
    .addArgument(new Argument('<name>', 'baseline').choices(Object.keys(OD_BASELINES)))
    .requiredOption('--known <tsv>', 'the data set, or known.tsv of holdout')
    .addOption(
      new Option('--only-days <days>', 'days to predict (default: the 58 days of the challenge)').conflicts('window'),
    )
    .option('--window <name>', 'predict the days of this window, see holdout')
    .option('--over <days>', 'known days that flat-mean and weekday-mean average')
    .requiredOption('-o, --output <tsv>', 'submission to write', outputFile('.tsv'))
    .addHelpText('after', `\nBaselines:\n${names.join('\n')}`)
    .action(async (name: string, { known, onlyDays: days, window, over, output }) => {
      const wanted = chosenDays({ days, window }) ?? SUBMISSION_DAYS;
      const options = over === undefined ? {} : { over: daysOfText(over) };
      const predicted = predictOd(readOdTsv(known, { boxOnly: true }), wanted, name, options);
      writeOdTsv(output, predicted);
      await noteAsSources([output], [known]);
      printWrote(output, `${counted(predicted.size, 'day')} predicted by ${name}, for the rules ${OD_RULES}`);
    });
}

/** The only variant of `humob holdout`; `humob split` is for trajectories. */
export function addHoldout(humob: Command): void {
  const names = OD_WINDOWS.map(({ name, parts, source }) => {
    const days = parts.map((ends) => ends.join('–')).join(', ');
    return `  ${name.padEnd(14)} ${days.padEnd(37)} ${source}`;
  });
  addCommand(humob, 'holdout', 'Hold out days of the 2026 data, to predict and score them')
    .argument('<tsv>', 'the data set')
    .addOption(
      new Option('--window <name>', 'days held out in published work, listed below').conflicts(['onlyDays', 'gap']),
    )
    .addOption(new Option('--only-days <days>', 'days such as 20240501-20240630,20240801').conflicts('gap'))
    .option('--gap <day>', 'first day of a gap of 60 days, of which 58 are scored')
    .requiredOption('-o, --output <folder>', 'folder to write', outputFolder())
    .addHelpText('after', `\nWindows of published work:\n${names.join('\n')}`)
    .action(async function (this: Command, path: string, { window, onlyDays: days, gap, output }) {
      const chosen = chosenDays({ days, window });
      const { hidden, scored } = gap !== undefined ? gapFrom(gap) : { hidden: chosen ?? [], scored: chosen ?? [] };
      if (hidden.length === 0) this.error('error: pass --window, --only-days or --gap', { exitCode: 2 });
      const { files, counts } = await holdOutDays(path, hidden, scored, output);
      await noteAsSources(Object.values(files), [path]);
      printWrote(files.known, `${counted(counts.known, 'day')} with data, the hidden ones as NA`);
      printWrote(files.truth, `${counted(counts.truth, 'hidden day')} to score by ${OD_RULES}`);
      const empty = counted(counts.withoutData, 'hidden day has no data and is', 'hidden days have no data and are');
      if (counts.withoutData > 0) print(`${empty} not scored.`);
    });
}

function addSynth(humob: Command): void {
  addCommand(humob, 'synth', 'Generate a SYNTHETIC stand-in for the data of 2026')
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--elsewhere <pairs>', 'pairs outside the box, which are not scored', wholeNumber(0, 1_000_000), 10_630)
    .requiredOption('-o, --output <tsv>', 'data set to write', outputFile('.tsv'))
    .option('--truth <tsv>', 'write the hidden days to this file', outputFile('.tsv'))
    .action(async ({ seed, elsewhere, output, truth }) => {
      const hidden = new Map<string, OdDay>();
      let count = 0;
      const shown = function* () {
        for (const { date, day, isInGap } of synthesizeOd({ seed, elsewhere })) {
          if (isInGap && day !== null) hidden.set(date, day);
          if (isInGap) continue;
          count++;
          yield { date, day };
        }
      };
      await writeFileSet([
        [output, (path) => writeOdLines(path, shown())],
        [truth, (path) => writeOdTsv(path, hidden)],
      ]);
      noteSynthetic([output, truth], 'by asbench humob synth');
      printWrote(output, `${count} SYNTHETIC days, without the gap`);
      if (truth !== undefined) printWrote(truth, `${hidden.size} SYNTHETIC days of the gap`);
    });
}
