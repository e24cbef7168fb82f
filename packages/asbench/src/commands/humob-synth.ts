import { counted } from '@itinera/base';
import { synthesize, writeSteps } from '@itinera/humob';
import type { Command } from 'commander';
import { noteSynthetic } from '../trajectories/synthetic-mark.js';
import { wholeNumber } from './option-values.js';
import { outputFile, printWrote } from './output-path.js';
import { withProgress } from './with-progress.js';

/** `asbench humob synth`: synthetic people. */
export function addHumobSynth(humob: Command): void {
  humob
    .command('synth')
    .description('Generate SYNTHETIC people like those of the challenge')
    .option('--users <count>', 'number of users', wholeNumber(1, 10_000_000), 200)
    .option('--days <count>', 'number of days', wholeNumber(1, 10_000), 75)
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--first-uid <uid>', 'first user id; the others follow', wholeNumber(0, 2_000_000_000), 0)
    .requiredOption('-o, --output <csv>', 'file to write, plain or .gz', outputFile('.csv', '.csv.gz'))
    .action(
      async ({
        output,
        ...options
      }: {
        users: number;
        days: number;
        seed: number;
        firstUid: number;
        output: string;
      }) => {
        const { users, firstUid } = options;
        const rows = await withProgress((onProgress) =>
          writeSteps(output, (writer) =>
            synthesize(options, (uid, d, t, x, y) => {
              if (d === 0) onProgress('generating people', uid - firstUid, users);
              writer.write(uid, d, t, x, y);
            }),
          ),
        );
        noteSynthetic([output], 'by asbench humob synth');
        printWrote(output, `${counted(rows, 'SYNTHETIC step')} of ${counted(options.users, 'user')}`);
      },
    );
}
