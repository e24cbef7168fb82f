import { resolve } from 'node:path';
import { openBenchmark } from '@itinera/benchmarks';
import { planRun } from '@itinera/runner';
import { cityShocks, robustnessPlan } from '@itinera/studies';
import { type Command, Option } from 'commander';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { peopleOption, threadCount, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { runPlan, type SweepOptions } from './sweep.js';
import { TASK } from './task-argument.js';

interface RobustnessOptions extends SweepOptions {
  readonly agent: string;
  readonly config?: string;
  readonly datasets?: string;
  readonly map?: string;
  readonly relocate?: true;
  readonly demo?: true;
  readonly people?: number;
  readonly seeds: number;
}

/** `asbench study robustness TASK`: an agent under faults of its model and shocks of the world. */
export default function addRobustness(program: Command): void {
  program
    .command('robustness')
    .argument('<task>', TASK)
    .option('-a, --agent <agent>', 'agent file or built-in agent', 'day-pattern')
    .option('-c, --config <file>', 'configuration with the language model')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map to use instead of that of the dataset')
    .option('--relocate', 'move the people to homes and workplaces on this map')
    .addOption(demoOption())
    .addOption(peopleOption())
    .addOption(new Option('--seeds <number>', 'number of seeds').argParser(wholeNumber(1, 1000)).default(3))
    .option('--csv <file>', 'write one row per run to this CSV file', outputFile('.csv'))
    .option('--python <command>', 'interpreter for Python agents')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(robustness);
}

async function robustness(task: string, options: RobustnessOptions, command: Command): Promise<void> {
  const { agent, config, people, datasets, demo, relocate, seeds } = options;
  const terms = {
    ...(people !== undefined && { people }),
    ...(datasets !== undefined && { datasets: resolve(datasets) }),
    ...(demo !== undefined && { demo }),
    ...(relocate !== undefined && { relocate }),
  };
  const model = config === undefined ? null : resolve(config);
  if (model === null && !options.json)
    process.stderr.write('Without a language model (-c), only disturbances of the world are tried.\n');
  const map = options.map === undefined ? null : resolve(options.map);
  // The shocks are those of the city, whatever the agent.
  const { inputs } = await planRun({
    benchmark: await openBenchmark(task),
    home: homeOf(command),
    agent: { builtIn: 'random' },
    ...terms,
    ...(map !== null && { map }),
  });
  const place = { map, shocks: cityShocks(inputs.city, inputs.dataset.profiles) };
  await runPlan(robustnessPlan(task, agent, model, seeds, terms, place), options, command);
}
