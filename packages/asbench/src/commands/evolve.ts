import { basename, dirname, extname, relative, resolve } from 'node:path';
import {
  type Evolution,
  evolve,
  nameOfCell,
  type SearchParameter,
  syntheticNotice,
  type Variant,
} from '@itinera/benchmarks';
import { DEFAULT_PYTHON, type ParameterValue } from '@itinera/engine';
import { counted } from '@itinera/metrics';
import { printable, RunFolder, writeDurably } from '@itinera/run';
import { Library } from '@itinera/viewer';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { chooseAgent } from './agent-option.js';
import { dollars } from './call-summary.js';
import { readConfig } from './config-file.js';
import { demoOption } from './demo-option.js';
import { homeOf, vouchedBenchmark } from './home.js';
import { positiveUpTo, threadCount, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { Session, type SessionOptions } from './session.js';
import { TASK } from './task-argument.js';
import { textTable } from './text-table.js';

const SHOWN = 3;
const LONGEST_VALUE = 32;
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

/** `asbench evolve TASK`: a better agent, and the gain on data that the search has not seen. */
export default function addEvolve(program: Command): void {
  const number = (flag: string, what: string, most: number, value: number) =>
    new Option(`${flag} <number>`, what).argParser(wholeNumber(1, most)).default(value);
  program
    .command('evolve')
    .argument('<task>', TASK)
    .requiredOption('-a, --agent <agent>', 'agent file, agent configuration or built-in agent')
    .option(
      '--range <name=values>',
      'parameter with a range (from..to; whole numbers if both are) or values (a,b,c), beside those that the agent declares; repeatable',
      ranges,
      [],
    )
    .option('-c, --config <file>', 'configuration with the language model, which also rewrites texts')
    .option('--code', 'let the model rewrite the source of the agent, and run what it writes')
    .option('-d, --datasets <folder>', 'dataset to search on: the training split')
    .option('--held-out <folder>', 'dataset to measure the gain on: the validation split')
    .option('--map <file>', 'map file to use instead of the maps of the datasets')
    .addOption(demoOption())
    .addOption(number('--candidates', 'candidates of the first rung', 1000, 12))
    .addOption(number('--rungs', 'rungs; each keeps the best third for three times as many people', 6, 3))
    .addOption(number('--seeds', 'seeds of each candidate', 100, 1))
    .addOption(number('--people', 'people of the first rung', 1_000_000, 50))
    .option('--seed <number>', 'random seed of the search', wholeNumber(0), 1)
    .option('--max-calls <number>', 'stop after this many calls, of proposals and of agents', wholeNumber(1))
    .option('--max-cost <dollars>', 'stop at this cost of all calls', positiveUpTo(1e12))
    .option(
      '--run-timeout <seconds>',
      `time limit of one run (default with --code: ${CODE_SECONDS})`,
      positiveUpTo(1e6),
    )
    .option(
      '-o, --output <file>',
      'agent configuration to write (.json); calls, steps and rewritten files are in a folder of the same name',
      outputFile('.json'),
    )
    .option('--python <command>', 'interpreter for Python agents', DEFAULT_PYTHON)
    .option('--threads <number>', 'threads per run (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(search);
}

function ranges(text: string, before: readonly SearchParameter[]): readonly SearchParameter[] {
  const [, name = '', values = ''] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  const [, from, to] = /^(-?[\d.]+(?:e-?\d+)?)\.\.(-?[\d.]+(?:e-?\d+)?)$/i.exec(values) ?? [];
  if (from !== undefined && Number(from) < Number(to)) {
    const isWhole = /^-?\d+\.\.-?\d+$/.test(values);
    return [...before, { name, from: Number(from), to: Number(to), isWhole }];
  }
  if (values.includes(',')) return [...before, { name, of: values.split(',').map(parsedValue) }];
  throw new InvalidArgumentError(
    'Expected name=from..to with from below to, such as radius=200..2000, or name=value,value, such as early=true,false.',
  );
}

function parsedValue(text: string): ParameterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
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
    explain: (run: string) => explain(run, home),
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
  process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : describe(task, plan.own, found, options));
}

interface Explained {
  readonly summary: readonly string[];
  readonly quantities: readonly {
    readonly title: string;
    readonly verdict: string;
    readonly differences: readonly string[];
  }[];
}

/** Where a run loses points, for a model. */
async function explain(run: string, home: string): Promise<string> {
  const folder = RunFolder.find(home, run);
  const library = new Library({ runs: folder.path, home, benchmarkFiles: vouchedBenchmark(folder, home) });
  try {
    const findings = await library.explain(folder.name, { json: true, withPeople: false });
    const { summary, quantities } = JSON.parse(findings ?? '{"summary": [], "quantities": []}') as Explained;
    return [
      ...summary,
      ...quantities.map(({ title, verdict, differences }) => [`${title}: ${verdict}`, ...differences].join('\n  ')),
    ].join('\n');
  } finally {
    await library.close();
  }
}

function describe(
  task: string,
  own: Variant,
  found: Evolution,
  { datasets, heldOut: folder, output }: EvolveOptions,
): string {
  const { rungs, best, lead, gain, heldOut, calls, cost, rejected, stopped } = found;
  const rows = rungs.flatMap(({ people, candidates }, rung) =>
    candidates
      .slice(0, SHOWN)
      .map(({ variant, score }) => [
        `${rung + 1}`,
        `${people}`,
        `${candidates.length}`,
        nameOf(variant, own),
        score?.toFixed(2) ?? '–',
      ]),
  );
  const outcome = (): string[] => {
    if (best === null) return ['No candidate was better than the agent as it is.'];
    const where = datasets === undefined ? 'the data of the search' : basename(datasets);
    const chosen = [
      `Best: ${nameOf(best, own)}`,
      `Lead on ${where}: ${signed(lead)} points. This is too optimistic, because the best candidate was chosen by it.`,
    ];
    if (folder === undefined)
      return [...chosen, 'Its gain is unknown. Pass data that the search has not seen: --held-out FOLDER'];
    if (gain === null) return [...chosen, `${basename(folder)} gave no scores, so the gain is unknown.`];
    const isSure = gain.low !== null && gain.low > 0;
    return [
      ...chosen,
      `Gain on ${basename(folder)}: ${signed(gain.mean)} points (95 % ${signed(gain.low)} to ${signed(gain.high)})${isSure ? '' : ': no more than chance'}.`,
    ];
  };
  const failed = rungs.flatMap(({ candidates }) => candidates.filter(({ failure }) => failure !== null));
  const lines = [
    ...(heldOut?.synthetic ? [syntheticNotice(task)] : []),
    ...(rows.length === 0 ? [] : [textTable([['rung', 'people', 'candidates', `best ${SHOWN}`, 'score'], ...rows])]),
    ...(failed.length === 0
      ? []
      : [
          `${counted(failed.length, 'candidate')} failed, such as ${nameOf(failed[0]!.variant, own)}: ${printable(failed[0]!.failure!, 200)}`,
        ]),
    ...(rejected === 0 ? [] : [`${counted(rejected, 'proposal')} without a usable new text.`]),
    ...(calls === 0 ? [] : [`${counted(calls, 'call')} to models (${dollars(cost)}).`]),
    ...(stopped === null
      ? [...outcome(), ...(output === undefined ? [] : [`Agent: ${output}`])]
      : [`${stopped} Everything is kept: repeat the command to continue, with a higher limit if one is reached.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function nameOf({ agent, params }: Variant, own: Variant): string {
  const changed = Object.entries(params).filter(([name, value]) => own.params[name] !== value);
  const names = changed.map(([name, value]) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
    return `${name}=${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
  });
  return [...(agent === own.agent ? [] : [basename(agent)]), ...names].join(' ') || 'the agent as it is';
}

function signed(value: number | null): string {
  return value === null ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
