import { basename } from 'node:path';
import { describeIssue, furthestIssue, UserError } from '@itinera/base';
import { type Benchmark, pythonBases, THREAD_KIT, taskAddress } from '@itinera/benchmarks';
import {
  type AgentParameter,
  checkPythonAgent,
  loadAgent,
  type OpenAgentKit,
  type ParameterValue,
  type RandomStream,
} from '@itinera/engine';
import type { AgentSource } from '@itinera/run';
import { agentFileOf } from '@itinera/runner';
import { z } from 'zod';

/** A parameter and the values that a search may try; a text is changed by a language model. */
export type SearchParameter =
  | {
      readonly name: string;
      readonly from: number;
      readonly to: number;
      readonly isWhole: boolean;
      /** The agent's own value, if it is known. */
      readonly own?: number | undefined;
    }
  | { readonly name: string; readonly of: readonly ParameterValue[]; readonly own?: ParameterValue | undefined }
  | { readonly name: string; readonly text: string };

/** Values by parameter. */
export type Parameters = Readonly<Record<string, ParameterValue>>;

/** Standard deviation of a mutation, as a share of the range. */
const MUTATION = 0.15;
/** Probability that a mutation chooses another value of a list. */
const SWITCH = 0.3;

const value = z.union([z.string(), z.number(), z.boolean()]);
const FORMS = 'expected {from, to} with from below to, {of: [values]}, or {default} with a text, true or false';
const declared = z.record(
  z.string(),
  z.union(
    [
      z
        .strictObject({
          default: z.number().optional(),
          from: z.number(),
          to: z.number(),
          whole: z.boolean().optional(),
        })
        .refine(({ from, to }) => from < to, FORMS),
      z.strictObject({ default: value.optional(), of: z.array(value).min(1) }),
      z.strictObject({ default: z.union([z.string(), z.boolean()]) }),
    ],
    { error: FORMS },
  ),
);

/**
 * Returns the parameters that an agent declares. The file of a TypeScript agent is loaded for that, that of a Python agent is
 * only read.
 * @throws UserError if the agent cannot be loaded, or a declaration is invalid
 */
export async function declaredParameters(source: AgentSource, benchmark: Benchmark): Promise<SearchParameter[]> {
  const { data, error } = declared.safeParse((await declarationOf(source, benchmark)) ?? {});
  if (error === undefined) return Object.entries(data).map(([name, one]) => parameterOf(name, one as AgentParameter));
  const issue = furthestIssue(error.issues[0]!);
  throw new UserError(
    `${basename(agentFileOf(source))}: ${['parameters', ...issue.path].join('.')}: ${describeIssue(issue)}. Correct the declaration.`,
  );
}

async function declarationOf(source: AgentSource, benchmark: Benchmark): Promise<unknown> {
  if (!('python' in source)) {
    const { openAgentKit } = (await import(THREAD_KIT)) as { openAgentKit: OpenAgentKit };
    const { kit } = await openAgentKit(taskAddress(benchmark));
    return (await loadAgent(source, benchmark, kit)).parameters;
  }
  const { agents } = await checkPythonAgent(source.file, source.python, pythonBases(benchmark));
  const agent = agents.find(({ task }) => task === benchmark.name) ?? agents[0];
  if (agent?.parameters === null)
    throw new UserError(
      `${basename(source.file)}: parameters of ${agent.name} is not a literal. Write it without names and calls: the file is only read, not run.`,
    );
  return agent?.parameters;
}

function parameterOf(name: string, one: AgentParameter): SearchParameter {
  if ('from' in one) return { name, from: one.from, to: one.to, isWhole: one.whole ?? false, own: one.default };
  if ('of' in one) return { name, of: one.of, own: one.default };
  return typeof one.default === 'string' ? { name, text: one.default } : { name, of: [true, false], own: one.default };
}

/** Draws values of all parameters that are not texts. */
export function drawnValues(parameters: readonly SearchParameter[], random: RandomStream): Parameters {
  return Object.fromEntries(
    parameters.flatMap((one): [string, ParameterValue][] => {
      if ('text' in one) return [];
      return [[one.name, 'of' in one ? random.choice(one.of) : inRange(one, random.between(one.from, one.to))]];
    }),
  );
}

/** Draws values near those of a candidate; values that are not known are drawn from everything. */
export function mutatedValues(
  parameters: readonly SearchParameter[],
  random: RandomStream,
  before: Parameters,
): Parameters {
  const drawn = (one: SearchParameter) => drawnValues([one], random);
  return Object.assign(
    {},
    ...parameters.map((one) => {
      if ('text' in one) return {};
      const own = before[one.name] ?? one.own;
      if ('of' in one) return own === undefined || random.chance(SWITCH) ? drawn(one) : { [one.name]: own };
      if (typeof own !== 'number') return drawn(one);
      return { [one.name]: inRange(one, own + MUTATION * (one.to - one.from) * random.normal(0, 1)) };
    }),
  );
}

type Range = Extract<SearchParameter, { readonly from: number }>;

function inRange({ from, to, isWhole }: Range, number: number): number {
  return Math.min(to, Math.max(from, isWhole ? Math.round(number) : Number(number.toPrecision(6))));
}
