import { grouped, UserError } from '@itinera/base';
import { RunFolder, readManifest } from '@itinera/run';
import { type MissingParts, missingParts, reopenTrial, resumeRun } from '@itinera/runner';
import { type Command, Option } from 'commander';
import { homeOf, homeOfRun } from './home.js';
import { threadCount } from './option-values.js';
import { formulasOption } from './profile-option.js';
import { Session, type SessionOptions } from './session.js';

/** The number of parts that are listed; the rest are only counted. */
const PARTS_NAMED = 12;

interface GatherOptions extends SessionOptions {
  readonly datasets?: string;
  readonly map?: string;
}

/** `asbench runs gather RUN`: merges the parts of a run and scores it. */
export default function addGather(program: Command): void {
  program
    .command('gather')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .addOption(new Option('-c, --config <file>', 'no longer needed').hideHelp())
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--allow-problems', 'exit with 0 even if the result is invalid or unscored')
    .addOption(formulasOption())
    .option('--json', 'print JSON')
    .action(gather);
}

async function gather(run: string, options: GatherOptions, command: Command): Promise<void> {
  const session = new Session(options);
  const ownHome = homeOf(command);
  const folder = RunFolder.find(ownHome, run);
  const manifest = readManifest(folder);
  const missing = missingParts(folder, manifest);
  if (missing !== null) throw new UserError(describeMissing(folder, manifest.people, missing));
  const home = homeOfRun(command, folder);
  const { manifest: here, inputs } = await reopenTrial(folder, home, session.listener, { ...options, ownHome });
  await session.report(inputs.benchmark, [await resumeRun(folder, here, session.context(home, inputs, null))]);
}

/** Describes the missing people and their parts. */
function describeMissing(
  { name, typed }: RunFolder,
  all: number,
  { people, unfinished, absent }: MissingParts,
): string {
  const lines = unfinished
    .slice(0, PARTS_NAMED)
    .map(
      (part) =>
        `  part ${part.number} of ${part.of}: ${part.state}, ${grouped(part.peopleDone)} of ${grouped(part.people)} people, on ${part.host} at ${part.at}`,
    );
  const numbers = absent.slice(0, PARTS_NAMED).map(({ number }) => number);
  const more = absent.length > numbers.length ? ` and ${absent.length - numbers.length} more` : '';
  if (absent.length > 0)
    lines.push(`  not started: part${absent.length > 1 ? 's' : ''} ${numbers.join(', ')}${more} of ${absent[0]!.of}`);
  if (unfinished.length > PARTS_NAMED) lines.push(`  and ${unfinished.length - PARTS_NAMED} more in progress`);
  return `${name}: ${grouped(people)} of ${grouped(all)} people are missing.\n${lines.join('\n')}\nRestart these parts with the same command, or finish the run on this machine: asbench runs resume ${typed}`;
}
