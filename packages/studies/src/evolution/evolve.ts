import { UserError } from '@itinera/base';
import { type Benchmark, openBenchmark } from '@itinera/benchmarks';
import { DEFAULT_PYTHON, findAgent, RunStopped } from '@itinera/engine';
import { findDataset, readDataset } from '@itinera/runner';
import { pairPeople, type Sweep, type SweepDifference } from '../sweeps/run-sweep.js';
import { halving, type Rung } from './halving.js';
import { type Candidate, Search, type SearchContext, type SearchPlan, type Variant } from './search.js';
import { declaredParameters, type SearchParameter } from './search-parameters.js';

/** The search for a better agent. */
export interface EvolutionPlan extends SearchPlan {
  /** Parameters beside those that the agent declares, or instead of them. */
  readonly parameters: readonly SearchParameter[];
  /** Where the gain is measured; null if nowhere. */
  readonly heldOut: SearchPlan['training'] | null;
}

/** What a search has found. */
export interface Evolution {
  readonly rungs: readonly Rung<Candidate>[];
  /** The best candidate of the last rung; null if it is the unchanged agent, and if the search ended early. */
  readonly best: Variant | null;
  /** Its lead over the unchanged agent in that rung: too optimistic, since it was chosen by it. */
  readonly lead: number | null;
  /** Its score minus that of the unchanged agent, on held-out data; null without these, without scores, and without a best. */
  readonly gain: SweepDifference | null;
  readonly heldOut: Sweep | null;
  /** Answers of the model without a usable text. */
  readonly rejected: number;
  /** Calls to models, and US dollars, of proposals and runs. */
  readonly calls: number;
  readonly cost: number;
  /** Why the search ended early; null if it did not. */
  readonly stopped: string | null;
}

/** Seeds of the held-out runs come after these. */
const HELD_OUT_SEEDS = 1000;
const LEAST_HELD_OUT_SEEDS = 3;

/**
 * Improves an agent by successive halving over its parameters, or over versions of its source. All candidates have the same
 * people and seeds, and the unchanged agent takes part in every rung. The gain is measured on data that the search has not seen.
 * @throws UserError if there is nothing to vary, or the held-out data are those of the search
 */
export async function evolve(plan: EvolutionPlan, context: SearchContext): Promise<Evolution> {
  const { own, isCode, seeds, heldOut: elsewhere } = plan;
  const benchmark = await openBenchmark(plan.task);
  if (elsewhere !== null) requireOther(plan.training, elsewhere, benchmark, context.home);
  const source = findAgent(own.agent, context.python ?? DEFAULT_PYTHON);
  const declared = isCode ? [] : await declaredParameters(source, benchmark);
  const others = declared.filter(({ name }) => !plan.parameters.some((one) => one.name === name));
  const search = new Search(plan, [...plan.parameters, ...others], benchmark, context);
  const rungs: Rung<Candidate>[] = [];
  let best: Variant | null = null;
  let heldOut: Sweep | null = null;
  let stopped: string | null = null;
  try {
    for await (const rung of halving(own, plan, search)) rungs.push(rung);
    const { people, candidates } = rungs.at(-1)!;
    const [{ variant }] = candidates as [Candidate];
    best = variant === own ? null : variant;
    if (best !== null && elsewhere !== null) {
      const count = Math.max(LEAST_HELD_OUT_SEEDS, seeds);
      const others = Array.from({ length: count }, (_, i) => HELD_OUT_SEEDS + 1 + i);
      heldOut = await pairPeople(await search.measure([own, best], others, { ...elsewhere, people }), context);
    }
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    stopped = error.message;
  }
  const scoreOf = (variant: Variant | null) =>
    rungs.at(-1)?.candidates.find((one) => one.variant === variant)?.score ?? Number.NaN;
  const lead = scoreOf(best) - scoreOf(own);
  const { rejected, spent } = search;
  return {
    rungs,
    best,
    lead: Number.isNaN(lead) ? null : lead,
    gain: heldOut && gainOf(heldOut),
    heldOut,
    rejected,
    ...spent,
    stopped,
  };
}

/** @throws UserError if both are the same data */
function requireOther(
  training: SearchPlan['training'],
  heldOut: SearchPlan['training'],
  benchmark: Benchmark,
  home: string,
): void {
  const open = ({ datasets, demo }: SearchPlan['training']) =>
    readDataset(findDataset(home, benchmark, datasets, { demo }));
  const { hash, folder } = open(heldOut);
  if (open(training).hash === hash)
    throw new UserError(
      `--held-out: ${folder} contains the people of the search, so it cannot show a gain. Pass data that the search does not use.`,
    );
}

/** The difference of the second row to the first, whichever is the better one. */
export function gainOf({ rows }: Pick<Sweep, 'rows'>): SweepDifference | null {
  const [own, best] = rows.map(({ toBest }) => toBest);
  if (own == null) return best ?? null;
  const { low, high } = own;
  return { ...own, mean: -own.mean, low: high === null ? null : -high, high: low === null ? null : -low };
}
