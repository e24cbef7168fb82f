import { dirname, extname, relative, resolve } from 'node:path';
import { printable } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { DEFAULT_PYTHON } from '@itinera/engine';
import { evolve, nameOfCell, type SearchParameter, type Variant } from '@itinera/studies';
import { type Command, Option } from 'commander';
import { chooseAgent } from './agent-option.js';
import { readConfig } from './config-file.js';
import { demoOption } from './demo-option.js';
import { describeEvolution } from './evolve-table.js';
import { explainedRun } from './explained-run.js';
import { homeOf } from './home.js';
import { positiveUpTo, threadCount, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { ranges } from './range-option.js';
import { Session, type SessionOptions } from './session.js';
import { TASK } from './task-argument.js';

/** Default time limit of a run of rewritten code, which may never end by itself. */
const CODE_SECONDS = 600;

interface EvolveOptions extends SessionOptions {
  readonly agent: string;
  readonly config?: string;
  readonly range: readonly SearchParameter[];
  readonly code?: true;
  readonly datasets?: string;
  readonly heldOut?: string;
  readonly map?: string;
  readonly demo?: true;
  readonly candidates: number;
  readonly rungs: number;
  readonly seeds: number;
  readonly people: number;
  readonly seed: number;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly runTimeout?: number;
  readonly output?: string;
  readonly python: string;
}

/** `asbench study evolve TASK`: a better agent, and the gain on data that the search has not seen. */
export default function addEvolve(program: Command): void {
  const number = (flag: string, what: string, most: number, value: number) =>
    new Option(`${flag} <number>`, what).argParser(wholeNumber(1, most)).default(value);
  program
    .command('evolve')
    .argument('<task>', TASK)
    .requiredOption('-a, --agent <agent>', 'agent file, agent configuration or built-in agent')
    .option(
      '--range <name=values>',
      'additional parameter with range (from..to) or values (a,b,c); repeatable',
      ranges,
      [],
    )
    .option('-c, --config <file>', 'configuration with the language model')
    .option('--code', 'let the model rewrite the source of the agent, and run it')
    .option('-d, --datasets <folder>', 'dataset to search on: the training split')
    .option('--held-out <folder>', 'dataset to measure the gain on: the validation split')
    .option('--map <file>', 'map to use instead of that of the dataset')
    .addOption(demoOption())
    .addOption(number('--candidates', 'candidates in the first rung', 1000, 12))
    .addOption(
      number('--rungs', 'number of rungs (rounds); the best third goes on, with three times as many people', 6, 3),
    )
    .addOption(number('--seeds', 'seeds of each candidate', 100, 1))
    .addOption(number('--people', 'people in the first rung', 1_000_000, 50))
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .option('--max-calls <number>', 'stop after this many calls, by proposals and agents together', wholeNumber(1))
    .option('--max-cost <dollars>', 'stop when all calls have cost this much', positiveUpTo(1e12))
    .option(
      '--run-timeout <seconds>',
      `time limit of one run (default with --code: ${CODE_SECONDS})`,
      positiveUpTo(1e6),
    )
    .option(
      '-o, --output <file>',
      'agent configuration to write (.json), and a folder of the same name',
      outputFile('.json'),
    )
    .option('--python <command>', 'interpreter for Python agents', DEFAULT_PYTHON)
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(search);
}

async function search(task: string, options: EvolveOptions, command: Command): Promise<void> {
  const {
    agent,
    config,
    range,
    code = false,
    datasets,
    heldOut,
    demo,
    map,
    output,
    python,
    json,
    ...numbers
  } = options;
  const session = new Session(options);
  const home = homeOf(command);
  const { source, params } = chooseAgent(agent, python, session.warn);
  const terms = (folder: string | undefined) => ({
    ...(folder !== undefined && { datasets: resolve(folder) }),
    ...(demo !== undefined && { demo }),
  });
  const { maxCalls, maxCost, runTimeout = code ? CODE_SECONDS : null } = numbers;
  const plan = {
    ...numbers,
    task,
    own: { agent: 'builtIn' in source ? source.builtIn : source.file, params: params as Variant['params'] },
    model: config === undefined ? null : resolve(config),
    map: map === undefined ? null : resolve(map),
    parameters: range,
    isCode: code,
    budget: { ...(maxCalls !== undefined && { maxCalls }), ...(maxCost !== undefined && { maxCost }) },
    runSeconds: runTimeout,
    folder: output === undefined ? null : output.replace(/\.json$/i, ''),
    training: terms(datasets),
    heldOut: heldOut === undefined ? null : terms(heldOut),
  };
  const found = await evolve(plan, {
    ...session.work(),
    ...session.listenerOnce(),
    home,
    python,
    clock: () => new Date(),
    readModel: (file: string) => readConfig(file, session.warn).llm,
    explain: (run: string) => explainedRun(run, home),
    onRun: ({ seed, report, error }, cell) =>
      session.note(
        `${printable(nameOfCell(cell), 120)}, seed ${seed}: ${report?.scores?.final_score?.toFixed(2) ?? error ?? 'no score'}`,
      ),
  });
  session.clear();
  if (found.stopped !== null) process.exitCode = 1;
  const best = found.best ?? plan.own;
  if (output !== undefined && found.stopped === null) {
    // The name of a built-in agent is not a file.
    const file = extname(best.agent) === '' ? best.agent : relative(dirname(resolve(output)), resolve(best.agent));
    const { $blocks: blocks, ...own } = best.params as Readonly<Record<string, unknown>>;
    const document = { agent_class: file, agent_params: own, ...(blocks !== undefined && { blocks }) };
    writeDurably(output, [`${JSON.stringify(document, null, 2)}\n`]);
  }
  process.stdout.write(
    json ? `${JSON.stringify(found, null, 2)}\n` : describeEvolution(task, plan.own, found, options),
  );
}
