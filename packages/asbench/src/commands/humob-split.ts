import { counted } from '@itinera/base';
import { splitAtDay } from '@itinera/humob';
import type { Command } from 'commander';
import { noteAsSources } from '../trajectories/synthetic-mark.js';
import { wholeNumber } from './option-values.js';
import { outputFolder, printWrote } from './output-path.js';
import { print } from './terminal.js';
import { withProgress } from './with-progress.js';

/** `asbench humob split`: your own test set, since the truth of the challenge is hidden. */
export function addHumobSplit(humob: Command): void {
  humob
    .command('split')
    .description('Hold out the last days of a dataset: train, truth and masked template files')
    .argument('<csv>', 'dataset, plain or .gz')
    .option('--from-day <day>', 'first day to hold out', wholeNumber(1), 60)
    .requiredOption('-o, --output <folder>', 'folder to write', outputFolder())
    .action(async (path: string, { fromDay, output }: { fromDay: number; output: string }) => {
      const { files, counts } = await withProgress((onProgress) => splitAtDay(path, fromDay, output, onProgress));
      await noteAsSources(Object.values(files), [path]);
      printWrote(files.train, `${counted(counts.train, 'step')} before day ${fromDay}`);
      printWrote(files.truth, `${counted(counts.truth, 'step')} from day ${fromDay} on`);
      printWrote(files.template, 'the same steps with masked cells');
      if (counts.masked > 0)
        print(
          `${counted(counts.masked, 'step was already masked and is', 'steps were already masked and are')} omitted.`,
        );
    });
}
