import { synthesize, writeSteps } from '@itinera/humob';
import type { Command } from 'commander';
import { grouped } from './grouped.js';
import { wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { withProgress } from './with-progress.js';

/** `asbench humob synth`: made-up people. */
export function addHumobSynth(humob: Command): void {
  humob
    .command('synth')
    .description('make up SYNTHETIC people like those of the challenge: homes, work, routine, exploration')
    .option('--users <count>', 'how many', wholeNumber(1, 10_000_000), 200)
    .option('--days <count>', 'how long', wholeNumber(1, 10_000), 75)
    .option('--seed <number>', 'the same seed makes the same people', wholeNumber(0), 1)
    .option('--first-uid <uid>', 'the others follow', wholeNumber(0, 2_000_000_000), 0)
    .requiredOption('-o, --out <csv>', 'the file to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .action(
      async ({ out, ...options }: { users: number; days: number; seed: number; firstUid: number; out: string }) => {
        const { users, firstUid } = options;
        const rows = await withProgress((onProgress) =>
          writeSteps(out, (writer) =>
            synthesize(options, (uid, d, t, x, y) => {
              if (d === 0) onProgress('making people up', uid - firstUid, users);
              writer.write(uid, d, t, x, y);
            }),
          ),
        );
        process.stderr.write(`${out}: ${grouped(rows)} synthetic steps of ${grouped(options.users)} made-up users.\n`);
      },
    );
}
