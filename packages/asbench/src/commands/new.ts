import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openBenchmark } from '@itinera/benchmarks';
import type { Command } from 'commander';
import { agentTemplate, agentTestTemplate } from '../starts/agent.js';
import { benchmarkStart, benchmarkTest } from '../starts/benchmark.js';
import { LLM_CONFIG, llmAgent } from '../starts/llm-agent.js';
import { metricStart, metricTest } from '../starts/metric.js';
import { pythonAgent, pythonAgentTest } from '../starts/python-agent.js';
import { type StartName, startName, writeStart } from '../starts/write-start.js';
import { TASK } from './task-argument.js';

interface AgentOptions {
  readonly task: string;
  readonly python?: true;
  readonly llm?: true;
}

/** `asbench new`: something that works, to start from, and a test of it. */
export function addNew(program: Command): void {
  const command = program.command('new').description('make something to start from: an agent, a benchmark, a metric');
  command
    .command('agent')
    .description('write a working agent and a test of it')
    .argument('<name>', 'such as my-agent: writes my-agent.ts and my-agent.test.mjs')
    .option('--task <task>', TASK, 'DailyMobility')
    .option('--python', 'in Python: writes my_agent.py and test_my_agent.py')
    .option('--llm', 'asks a language model: writes my-agent.yml, with scripted answers, too')
    .action(newAgent);
  command
    .command('benchmark')
    .description('write a small benchmark of your own, on made-up data, and a test of it')
    .argument('<name>', 'such as at-home: writes at-home.ts and at-home.test.mjs')
    .action((name: string) => {
      const { path, stem, className } = startName(name);
      write({ [`${path}.ts`]: benchmarkStart(className), [`${path}.test.mjs`]: benchmarkTest(stem) });
      say(`asbench run ${name.replace(/\.ts$/, '')}.ts`);
    });
  command
    .command('metric')
    .description('write a metric and a test of it')
    .argument('<name>', 'such as my-distance: writes my-distance.mjs, or my-distance.ts among the metrics of a clone')
    .action((name: string) => {
      const start = startName(name);
      const inClone = isAmongMetrics(start);
      const ending = inClone ? 'ts' : 'mjs';
      write({
        [`${start.path}.${ending}`]: metricStart(start.functionName, inClone),
        [`${start.path}.test.${ending}`]: metricTest(start.stem, start.functionName, inClone),
      });
      if (inClone)
        process.stdout.write(`Add to metrics.ts: export { ${start.functionName} } from './${start.stem}.js';\n`);
      say(inClone ? `npx vitest run ${start.stem}.test.ts` : `node --test ${name.replace(/\.mjs$/, '')}.test.mjs`);
    });
}

async function newAgent(given: string, { task, python, llm }: AgentOptions): Promise<void> {
  const { agentBase, name, file } = await openBenchmark(task);
  const benchmark = file ?? name;
  const { path, stem, className } = startName(
    python ? given.replace(/[^/\\]*$/, (last) => last.replaceAll('-', '_')) : given,
  );
  // Made-up data are taken with a configuration only when that is said.
  const config = llm ? ` --config ${stem}.yml --demo` : '';
  const folder = dirname(path);
  write({
    ...(python
      ? {
          [`${path}.py`]: pythonAgent(className, agentBase.name, llm === true),
          [join(folder, `test_${stem}.py`)]: pythonAgentTest(stem, className, benchmark, config),
        }
      : {
          [`${path}.ts`]: llm ? llmAgent(className, agentBase.name) : agentTemplate(className, agentBase.name),
          [`${path}.test.mjs`]: agentTestTemplate(stem, benchmark, config),
        }),
    ...(llm && { [`${path}.yml`]: LLM_CONFIG }),
  });
  say(`asbench run ${benchmark} --agent ${join(dirname(given), stem)}.${python ? 'py' : 'ts'}${config}`);
}

/** Whether a file would lie among the sources of the package of metrics. */
function isAmongMetrics({ path }: StartName): boolean {
  const manifest = join(dirname(path), '..', 'package.json');
  return (
    basename(dirname(path)) === 'src' &&
    existsSync(manifest) &&
    /"name": "@itinera\/metrics"/.test(readFileSync(manifest, 'utf8'))
  );
}

function write(files: Readonly<Record<string, string>>): void {
  writeStart(files);
  process.stdout.write(`${Object.keys(files).join('\n')}\n`);
}

function say(next: string): void {
  process.stdout.write(`Try it: ${next}\n`);
}
