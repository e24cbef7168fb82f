import { basename } from 'node:path';
import { counted, UserError } from '@itinera/base';
import { askArchetypes, modelsOf } from '@itinera/runner';
import type { Command } from 'commander';
import { dollars } from './call-summary.js';
import { readConfig } from './config-file.js';
import { readDiaries, writeDiaryAgent } from './diary-agent.js';
import { positiveUpTo, wholeNumber } from './option-values.js';
import { outputFile, printWrote } from './output-path.js';

interface AskOptions {
  readonly config: string;
  readonly output: string;
  readonly about: string;
  readonly archetypes: number;
  readonly days: number;
  readonly maxCost?: number;
  readonly seed: number;
}

/** `asbench data diaries ask`: a language model describes typical days of groups of people, one call for each. */
export function addDiariesAsk(command: Command): void {
  command
    .command('ask')
    .description('Write an agent that follows typical days from a language model, with one call per group of people')
    .argument('<table>', 'diary table of the people, whose days the model does not see')
    .requiredOption('-c, --config <file>', 'configuration with the model, YAML or JSON')
    .requiredOption('-o, --output <file>', 'agent to write (.ts); calls are recorded beside it', outputFile('.ts'))
    .option('--about <text>', 'place and day, such as "Santiago de Chile, 2012"', 'a city, a weekday')
    .option('--archetypes <number>', 'maximum number of groups', wholeNumber(1, 1000), 24)
    .option('--days <number>', 'typical days of each group', wholeNumber(1, 30), 16)
    .option('--max-cost <dollars>', 'stop at this cost', positiveUpTo(1_000_000))
    .option('--seed <number>', 'random seed', wholeNumber(0), 1)
    .action(ask);
}

async function ask(table: string, options: AskOptions): Promise<void> {
  const { config, output, maxCost, ...question } = options;
  const warn = (message: string) => void process.stderr.write(`Warning: ${message}\n`);
  const people = await readDiaries(table);
  const budget = maxCost === undefined ? {} : { maxCost };
  const { setup } = modelsOf(readConfig(config, warn).llm, { budget }, process.env, warn);
  if (setup === null) throw new UserError(`${basename(config)} has no llm. Add "llm: [{provider, model, api_key}]".`);
  const record = output.replace(/\.ts$/, '.calls.ndjson');
  const { model, groups, models, calls, cost } = await askArchetypes(people, setup, { ...question, record, warn });
  const silent = groups - model.archetypes.length;
  if (silent > 0)
    warn(
      `${counted(silent, 'group')} without a usable answer: people of these groups follow days of the most similar group.`,
    );
  if (models.includes('scripted')) warn('Days of the scripted stand-in say nothing about a model.');
  writeDiaryAgent(output, model, `typical days of ${counted(groups - silent, 'group')} by ${models.join(', ')}`);
  printWrote(output, 'agent with the days');
  process.stdout.write(
    `${counted(groups, 'group')} of ${counted(people.length, 'person', 'people')}, ${counted(calls, 'call')} (${dollars(cost)}).\n` +
      `Next: asbench run DiaryDay -a ${output}\n`,
  );
}
