import { basename, dirname, extname, relative, resolve } from 'node:path';
import {
  type Evolution,
  evolve,
  nameOfCell,
  type ParameterRange,
  type SweepCell,
  type SweepRun,
  syntheticNotice,
} from '@itinera/benchmarks';
import { writeDurably } from '@itinera/run';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from './config-file.js';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { threadCount, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { Session, type SessionOptions } from './session.js';
import { TASK } from './task-argument.js';
import { textTable } from './text-table.js';

const SHOWN = 3;

interface EvolveOptions extends SessionOptions {
  readonly agent: string;
  readonly config?: string;
  readonly range: readonly ParameterRange[];
  readonly datasets?: string;
  readonly heldOut?: string;
  readonly map?: string;
  readonly demo?: true;
  readonly candidates: number;
  readonly rungs: number;
  readonly seeds: number;
  readonly people: number;
  readonly seed: number;
  readonly output?: string;
  readonly python?: string;
}

/** `asbench evolve TASK`: better parameters of an agent, and the gain on data that the search has not seen. */
export default function addEvolve(program: Command): void {
  const number = (flag: string, what: string, most: number, value: number) =>
    new Option(`${flag} <number>`, what).argParser(wholeNumber(1, most)).default(value);
  program
    .command('evolve')
    .argument('<task>', TASK)
    .requiredOption('-a, --agent <agent>', 'agent file with parameters')
    .requiredOption(
      '--range <name=from..to>',
      'parameter and its values; whole numbers if both are; repeatable',
      ranges,
    )
    .option('-c, --config <file>', 'configuration with the language model')
    .option('-d, --datasets <folder>', 'dataset to search on: the training split')
    .option('--held-out <folder>', 'dataset to measure the gain on: the validation split')
    .option('--map <file>', 'map file to use instead of the maps of the datasets')
    .addOption(demoOption())
    .addOption(number('--candidates', 'candidates of the first rung', 1000, 12))
    .addOption(number('--rungs', 'rungs; each keeps the best third for three times as many people', 6, 3))
    .addOption(number('--seeds', 'seeds of each candidate', 100, 1))
    .addOption(number('--people', 'people of the first rung', 1_000_000, 50))
    .option('--seed <number>', 'random seed of the search', wholeNumber(0), 1)
    .option('-o, --output <file>', 'agent configuration with the best parameters to write (.json)', outputFile('.json'))
    .option('--python <command>', 'interpreter for Python agents')
    .option('--threads <number>', 'threads per run (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(search);
}

function ranges(text: string, before: readonly ParameterRange[] = []): readonly ParameterRange[] {
  const [, name, from, to] = /^([\w-]+)=(-?[\d.]+(?:e-?\d+)?)\.\.(-?[\d.]+(?:e-?\d+)?)$/i.exec(text) ?? [];
  const range = { name: name!, from: Number(from), to: Number(to) };
  if (name === undefined || !(range.from < range.to))
    throw new InvalidArgumentError('Expected name=from..to with from below to, such as radius=200..2000.');
  return [...before, { ...range, isWhole: /^-?\d+\.\.-?\d+$/.test(`${from}..${to}`) }];
}

async function search(task: string, options: EvolveOptions, command: Command): Promise<void> {
  const { agent, config, range, datasets, heldOut, demo, map, output, python, json, ...numbers } = options;
  const session = new Session(options);
  const terms = (folder: string | undefined) => ({
    ...(folder !== undefined && { datasets: resolve(folder) }),
    ...(demo !== undefined && { demo }),
  });
  const plan = {
    ...numbers,
    task,
    agent,
    model: config === undefined ? null : resolve(config),
    map: map === undefined ? null : resolve(map),
    ranges: range,
    training: terms(datasets),
    heldOut: heldOut === undefined ? null : terms(heldOut),
  };
  const found = await evolve(plan, {
    ...session.work(),
    ...session.listenerOnce(),
    home: homeOf(command),
    clock: () => new Date(),
    ...(python !== undefined && { python }),
    readModel: (file: string) => readConfig(file, session.warn).llm,
    onRun: ({ seed, report, error }: SweepRun, cell: SweepCell) =>
      session.note(
        `${nameOfCell(cell)}, seed ${seed}: ${report?.scores?.final_score?.toFixed(2) ?? error ?? 'no score'}`,
      ),
  });
  session.clear();
  if (found.stopped !== null) process.exitCode = 1;
  if (output !== undefined && found.stopped === null) {
    // The name of a built-in agent is not a file.
    const file = extname(agent) === '' ? agent : relative(dirname(resolve(output)), resolve(agent));
    writeDurably(output, [`${JSON.stringify({ agent_class: file, agent_params: found.best }, null, 2)}\n`]);
  }
  process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : describe(task, found, heldOut, output));
}

function describe(
  task: string,
  { rungs, best, gain, heldOut, stopped }: Evolution,
  folder?: string,
  output?: string,
): string {
  const named = (params: object) =>
    Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ') || "the agent's own";
  const rows = rungs.flatMap(({ people, candidates }, rung) =>
    candidates
      .slice(0, SHOWN)
      .map(({ params, score }) => [
        `${rung + 1}`,
        `${people}`,
        `${candidates.length}`,
        named(params),
        score?.toFixed(2) ?? '–',
      ]),
  );
  const shown = (value: number | null) =>
    value === null ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
  const outcome = (): string[] => {
    if (Object.keys(best).length === 0) return ["No candidate was better than the agent's own parameters."];
    if (folder === undefined)
      return [`Best: ${named(best)}`, 'Its gain is unknown. Pass data that the search has not seen: --held-out FOLDER'];
    if (gain === null) return [`Best: ${named(best)}`, `${basename(folder)} gave no scores.`];
    const isSure = gain.low !== null && gain.low > 0;
    return [
      `Best: ${named(best)}`,
      `Gain on ${basename(folder)}: ${shown(gain.mean)} points (95 % ${shown(gain.low)} to ${shown(gain.high)})${isSure ? '' : ': no more than chance'}.`,
    ];
  };
  const lines = [
    ...(heldOut?.synthetic ? [syntheticNotice(task)] : []),
    textTable([['rung', 'people', 'candidates', `best ${SHOWN}`, 'score'], ...rows]),
    'Scores of the search are too optimistic: the best candidate was chosen by them.',
    ...(stopped === null
      ? [...outcome(), ...(output === undefined ? [] : [`Agent: ${output}`])]
      : [`${stopped} Repeat the command to continue.`]),
  ];
  return `${lines.join('\n')}\n`;
}
