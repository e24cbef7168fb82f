import { UserError } from '@itinera/base';
import { type RunFolder, readManifest } from '@itinera/run';
import { benchmarkFileOf } from '@itinera/runner';

/** The file of a run's custom benchmark, for a command that works without it too; undefined if the user has not vouched for it. */
export function vouchedBenchmark(folder: RunFolder, home: string): string[] {
  const manifest = readManifest(folder);
  try {
    return [benchmarkFileOf(manifest, folder, home) ?? []].flat();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`Warning: ${error.message}\n`);
    return [];
  }
}
