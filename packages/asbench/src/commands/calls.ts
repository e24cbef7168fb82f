import { syntheticNotice } from '@itinera/benchmarks';
import { readCallTotals } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { RunFolder, readManifest } from '@itinera/run';
import type { Command } from 'commander';
import { callsAsJson, describeCallsInDetail } from './call-summary.js';
import { homeOf } from './home.js';

/** `asbench calls RUN`: what a run asked of language models, and what that cost. */
export function addCalls(program: Command): void {
  program
    .command('calls')
    .description('show the calls of a run to language models: by model, step of the day and person')
    .argument('<run>', 'name or folder of the run')
    .option('--json', 'print as JSON')
    .action((run: string, { json }: { readonly json?: boolean }, command: Command) => {
      const folder = RunFolder.find(homeOf(command), run);
      const totals = readCallTotals(folder.callsPath);
      if (totals === null) throw new UserError(`${folder.name}: its agent asked no language model.`);
      const { task, dataset } = readManifest(folder);
      const { synthetic } = dataset;
      const lines = [describeCallsInDetail(totals), ...(synthetic ? [syntheticNotice(task)] : [])];
      const text = json ? JSON.stringify({ synthetic, ...callsAsJson(totals) }, null, 2) : lines.join('\n\n');
      process.stdout.write(`${text}\n`);
    });
}
