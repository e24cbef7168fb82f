import { packRun, RunFolder, readManifest, requireFinished } from '@itinera/run';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { outputFile, printWrote } from './output-path.js';

/** `asbench runs pack RUN`: a run as one file, which verify, report, ui, evaluate and submit-check open. */
export default function addPack(program: Command): void {
  program
    .command('pack')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('-o, --output <file>', 'archive to write (default: the name of the run with .zip)', outputFile('.zip'))
    .action((run: string, options: { readonly output?: string }, command: Command) => {
      const folder = RunFolder.find(homeOf(command), run);
      requireFinished(folder, readManifest(folder).state !== 'running');
      const output = options.output ?? `${folder.name}.zip`;
      packRun(folder, output);
      printWrote(output);
    });
}
