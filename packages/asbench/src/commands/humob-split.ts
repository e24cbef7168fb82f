import { splitAtDay } from '@itinera/humob';
import type { Command } from 'commander';
import { grouped } from './grouped.js';
import { wholeNumber } from './option-values.js';
import { outputFolder } from './output-path.js';
import { withProgress } from './with-progress.js';

/** `asbench humob split`: practise without the hidden truth. */
export function addHumobSplit(humob: Command): void {
  humob
    .command('split')
    .description(
      'hold out the last days of a data set, as the challenge does: train, truth and template (masked) files',
    )
    .argument('<csv>', 'the data set, plain or .gz')
    .option('--from-day <day>', 'the first day held out', wholeNumber(1), 60)
    .requiredOption('-o, --out <folder>', 'where the three files go; made when it is not there', outputFolder())
    .action(async (path: string, { fromDay, out }: { fromDay: number; out: string }) => {
      const { files, counts } = await withProgress((onProgress) => splitAtDay(path, fromDay, out, onProgress));
      console.log(`${files.train}: ${grouped(counts.train)} steps before day ${fromDay}`);
      console.log(`${files.truth}: ${grouped(counts.truth)} steps from day ${fromDay} on`);
      console.log(`${files.template}: the same, cells masked`);
      if (counts.masked > 0) console.log(`${grouped(counts.masked)} steps were masked already and left out.`);
    });
}
