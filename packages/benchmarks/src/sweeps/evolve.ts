import { RandomStream } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import { pairPeople, runSweep, type Sweep, type SweepContext, type SweepDifference } from './run-sweep.js';
import type { SweepCell, SweepPlan } from './sweep-plan.js';

/** Values of a parameter to try. */
export interface ParameterRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Only whole numbers. */
  readonly isWhole: boolean;
}

/** Values by parameter; empty for those that the agent has by itself. */
export type Parameters = Readonly<Record<string, number>>;

/** The search for parameters. */
export interface EvolutionPlan {
  readonly task: string;
  readonly agent: string;
  readonly model: string | null;
  /** A map file; null for the datasets' own. */
  readonly map: string | null;
  readonly ranges: readonly ParameterRange[];
  /** Candidates of the first rung, beside the agent's own parameters. */
  readonly candidates: number;
  readonly rungs: number;
  /** Seeds of each candidate in the search. The held-out seeds are others. */
  readonly seeds: number;
  /** People of the first rung. */
  readonly people: number;
  readonly seed: number;
  /** Where to search. */
  readonly training: Pick<SweepPlan['terms'], 'datasets' | 'demo'>;
  /** Where the gain is measured; null if nowhere. */
  readonly heldOut: Pick<SweepPlan['terms'], 'datasets' | 'demo'> | null;
}

/** A candidate with its mean score in a rung; null if no run was scored. */
export interface Candidate {
  readonly params: Parameters;
  readonly score: number | null;
}

/** A rung of the search: candidates with the best first. */
export interface Rung {
  readonly people: number;
  readonly candidates: readonly Candidate[];
}

/** What a search has found. */
export interface Evolution {
  readonly rungs: readonly Rung[];
  /** The best candidate of the last rung. */
  readonly best: Parameters;
  /**
   * Its score minus that of the agent's own parameters, on held-out data; null without these, without scores, and if the
   * agent's own parameters are the best.
   */
  readonly gain: SweepDifference | null;
  readonly heldOut: Sweep | null;
  /** Why the search ended early; null if it did not. */
  readonly stopped: string | null;
}

/** Each rung keeps one candidate in three, for three times as many people. */
const FACTOR = 3;
/** Standard deviation of a mutation, as a share of the range. */
const MUTATION = 0.15;
/** Seeds of the held-out runs come after these. */
const HELD_OUT_SEEDS = 1000;
const LEAST_HELD_OUT_SEEDS = 3;

/**
 * Improves an agent's parameters by successive halving: many candidates are tried with few people, the best third goes on
 * with three times as many, joined by as many mutations of it. All candidates have the same people and seeds. The agent's own
 * parameters stay in every rung. The gain is measured on data that the search has not seen. Finished runs are kept, so the
 * same search continues where it stopped.
 * @see K. Jamieson, A. Talwalkar (2016), Non-stochastic best arm identification and hyperparameter optimization, AISTATS
 * @throws UserError without ranges
 */
export async function evolve(
  plan: EvolutionPlan,
  context: SweepContext & { readonly home: string },
): Promise<Evolution> {
  const { task, agent, model, map, heldOut: elsewhere } = plan;
  const run = async (
    params: readonly Parameters[],
    seeds: readonly number[],
    terms: SweepPlan['terms'],
  ): Promise<Sweep> => {
    const cells = params.map((own): SweepCell => ({ agent, model, map, params: own }));
    return runSweep({ task, cells, seeds, terms }, context);
  };
  const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
  let stopped: string | null = null;
  const rungs = await climb(plan, async (params, people) => {
    const made = await run(params, from(1, plan.seeds), { ...plan.training, people });
    stopped ??= made.stopped;
    return stopped === null ? made.rows.map(({ score }) => score?.mean ?? null) : null;
  });
  const best = rungs.at(-1)?.candidates[0]?.params ?? {};
  if (stopped !== null || elsewhere === null || Object.keys(best).length === 0)
    return { rungs, best, gain: null, heldOut: null, stopped };
  const seeds = from(HELD_OUT_SEEDS + 1, Math.max(LEAST_HELD_OUT_SEEDS, plan.seeds));
  const terms = { ...elsewhere, people: rungs.at(-1)!.people };
  const unpaired = await run([{}, best], seeds, terms);
  const heldOut = unpaired.stopped === null ? await pairPeople(unpaired, { home: context.home }) : unpaired;
  return { rungs, best, gain: gainOf(heldOut), heldOut, stopped: heldOut.stopped };
}

/**
 * Climbs the rungs of a search.
 * @param scoresOf mean scores of parameters with these people; null to stop
 */
export async function climb(
  {
    ranges,
    candidates,
    rungs: count,
    people: first,
    seed,
  }: Pick<EvolutionPlan, 'ranges' | 'candidates' | 'rungs' | 'people' | 'seed'>,
  scoresOf: (params: readonly Parameters[], people: number) => Promise<readonly (number | null)[] | null>,
): Promise<Rung[]> {
  if (ranges.length === 0) throw new UserError('No parameters to try. Pass at least one --range name=from..to.');
  const random = new RandomStream(seed, 0);
  const inRange = ({ from, to, isWhole }: ParameterRange, value: number) =>
    Math.min(to, Math.max(from, isWhole ? Math.round(value) : Number(value.toPrecision(6))));
  const drawn = () =>
    Object.fromEntries(ranges.map((range) => [range.name, inRange(range, random.between(range.from, range.to))]));
  const mutated = (params: Parameters) =>
    Object.fromEntries(
      ranges.map((range) => [
        range.name,
        inRange(range, params[range.name]! + MUTATION * (range.to - range.from) * random.normal(0, 1)),
      ]),
    );
  const rungs: Rung[] = [];
  let tried: Parameters[] = [{}, ...Array.from({ length: candidates }, drawn)];
  for (let rung = 0; rung < count; rung++) {
    const people = first * FACTOR ** rung;
    const scores = await scoresOf(tried, people);
    if (scores === null) break;
    const sorted = tried
      .map((params, i): Candidate => ({ params, score: scores[i]! }))
      .sort((a, b) => (b.score ?? Number.NEGATIVE_INFINITY) - (a.score ?? Number.NEGATIVE_INFINITY));
    rungs.push({ people, candidates: sorted });
    const others = sorted.filter(({ params }) => Object.keys(params).length > 0);
    const kept = others.slice(0, Math.max(1, Math.ceil(others.length / FACTOR / 2))).map(({ params }) => params);
    tried = [{}, ...kept, ...kept.map(mutated)];
  }
  return rungs;
}

/** The difference of the second row to the first, whichever is the better one. */
export function gainOf({ rows }: Pick<Sweep, 'rows'>): SweepDifference | null {
  const [own, best] = rows.map(({ toBest }) => toBest);
  if (own == null) return best ?? null;
  const { low, high } = own;
  return { ...own, mean: -own.mean, low: high === null ? null : -high, high: low === null ? null : -low };
}
