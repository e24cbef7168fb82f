import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { UserError } from '@itinera/base';
import { benchmarks, openBenchmark } from '@itinera/benchmarks';
import type { Command } from 'commander';
import { copyStart, requireOwnModule, type StartName, schemaLine, startName } from '../starts/copy-start.js';
import { printWrote } from './output-path.js';
import { TASK } from './task-argument.js';

interface AgentOptions {
  readonly task: string;
  readonly inPython?: true;
  readonly llm?: true;
}

/** `asbench new`: a working example to start from, and a test of it. */
export default function addNew(program: Command): void {
  const command = program.command('new');
  command
    .command('agent')
    .description('Write a working agent and its test')
    .argument('<name>', 'such as my-agent: writes my-agent.ts and my-agent.test.mjs')
    .option('--task <task>', TASK, 'DailyMobility')
    .option('--in-python', 'write Python (my_agent.py and test_my_agent.py), as for names ending in .py')
    .option('--llm', 'with a language model: also writes my-agent.yml, with scripted answers')
    .action(newAgent);
  command
    .command('benchmark')
    .description('Write a small benchmark on synthetic data, and its test')
    .argument('<name>', 'such as at-home: writes at-home.ts and at-home.test.mjs')
    .action((name: string) => {
      const { path, stem, className } = startName(name);
      if (benchmarks.some((benchmark) => benchmark.name.toLowerCase() === stem.toLowerCase()))
        throw new UserError(`${stem} is a built-in benchmark. Choose another name.`);
      write(
        { [`${path}.ts`]: 'my-benchmark.ts', [`${path}.test.mjs`]: 'my-benchmark.test.mjs' },
        { MyBenchmark: className, 'my-benchmark': stem },
        className,
      );
      say(`asbench run ${join(dirname(name), stem)}.ts`);
    });
  command
    .command('metric')
    .description('Write a metric and its test')
    .argument('<name>', 'such as my-distance: writes my-distance.mjs, or my-distance.ts among the metrics of a clone')
    .action((name: string) => {
      const start = startName(name);
      const { path, stem, functionName } = start;
      const inClone = isAmongMetrics(start);
      const ending = inClone ? 'ts' : 'mjs';
      write(
        { [`${path}.${ending}`]: `my-metric.${ending}`, [`${path}.test.${ending}`]: `my-metric.test.${ending}` },
        { myMetric: functionName, 'my-metric': stem, '@itinera/metrics': './meta.js' },
        functionName,
      );
      if (inClone) process.stdout.write(`Add to metrics.ts: export { ${functionName} } from './${stem}.js';\n`);
      say(inClone ? `npx vitest run ${stem}.test.ts` : `node --test ${join(dirname(name), stem)}.test.mjs`);
    });
}

async function newAgent(given: string, { task, llm, ...options }: AgentOptions): Promise<void> {
  const python = options.inPython ?? given.endsWith('.py');
  const { agentBase, name, file, intentions } = await openBenchmark(task);
  const benchmark = file ?? name;
  const { path, stem, className } = startName(
    python ? given.replace(/[^/\\]*$/, (last) => last.replaceAll('-', '_')) : given,
  );
  if (python) requireOwnModule(stem);
  const more = llm ? ['--config', `${stem}.yml`] : [];
  const kind = llm ? 'my-llm-agent' : 'my-agent';
  const code: Record<string, string> = python
    ? {
        [`${path}.py`]: `${kind.replaceAll('-', '_')}.py`,
        [join(dirname(path), `test_${stem}.py`)]: 'test_my_agent.py',
      }
    : { [`${path}.ts`]: `${kind}.ts`, [`${path}.test.mjs`]: 'my-agent.test.mjs' };
  write(
    { ...code, ...(llm && { [`${path}.yml`]: 'my-llm-agent.yml' }) },
    {
      ...(python && intentions === undefined && WITHOUT_INTENTIONS),
      '# yaml-language-server: $schema=../schemas/config.json': schemaLine(dirname(path), 'config.json'),
      DailyMobilityAgent: agentBase.name,
      DailyMobility: benchmark,
      MyLlmAgent: className,
      MyAgent: className,
      'my-agent.ts': [`${stem}.ts`, ...more].join(' '),
      'my-agent': stem,
      '"my_agent.py"': [`${stem}.py`, ...more].map((word) => JSON.stringify(word)).join(', '),
      my_agent: stem,
    },
    className,
  );
  const here = join(dirname(given), stem);
  say(`asbench run ${benchmark} --agent ${here}.${python ? 'py' : 'ts'}${llm ? ` --config ${here}.yml` : ''}`);
}

/** Python agents have no `log_intention` if intentions are not scored. */
const WITHOUT_INTENTIONS = {
  '        await self.log_intention(intention)\n': '',
  '        await self.log_intention("leisure and entertainment")\n': '',
  'place, intention': 'place',
  ', "sleep"': '',
  ', "work"': '',
  ', "home activity"': '',
};

/** Whether a file would be in the sources of the metrics package. */
function isAmongMetrics({ path }: StartName): boolean {
  const manifest = join(dirname(path), '..', 'package.json');
  return (
    basename(dirname(path)) === 'src' &&
    existsSync(manifest) &&
    /"name": "@itinera\/metrics"/.test(readFileSync(manifest, 'utf8'))
  );
}

function write(files: Readonly<Record<string, string>>, words: Readonly<Record<string, string>>, name: string): void {
  copyStart(files, words, name);
  for (const path of Object.keys(files)) printWrote(relative('', path));
}

function say(next: string): void {
  process.stdout.write(`Try it: ${next}\n`);
}
