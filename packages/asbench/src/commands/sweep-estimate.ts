import { counted, grouped } from '@itinera/base';
import type { Range } from '@itinera/engine';
import type { TrialEstimate } from '@itinera/runner';
import { nameOfCell, type SweepPlan } from '@itinera/studies';
import { dollars } from './call-summary.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

/** Describes the expected calls, cost and time of a plan, one setup with all its seeds per row. */
export function describeSweepEstimate({ cells, seeds }: SweepPlan, estimates: readonly TrialEstimate[]): string {
  const times = seeds.length;
  // Without usable answers, an agent may call much less often than the sample, or more often.
  const bounded = estimates.map(
    ({ scripted, estimate }) => scripted?.areUsable === false && estimate?.calls.low !== estimate?.calls.high,
  );
  const rows = estimates.map(({ estimate }, i) => {
    const shown = (range: Range, show: (value: number) => string) => {
      const [low, high] = [show(range.low * times), show(range.high * times)];
      return bounded[i] && low !== high ? `${low} to ${high}` : show(range.expected * times);
    };
    return [
      nameOfCell(cells[i]!),
      `${times}`,
      estimate === null ? '0' : shown(estimate.calls, (value) => grouped(Math.round(value))),
      estimate?.cost ? shown(estimate.cost, dollars) : '–',
      estimate === null ? '–' : shown(estimate.seconds, duration),
    ];
  });
  const sum = (end: 'low' | 'expected' | 'high') =>
    estimates.reduce((all, { estimate }, i) => all + (estimate?.cost?.[bounded[i] ? end : 'expected'] ?? 0) * times, 0);
  const isBounded = bounded.includes(true);
  const cost = isBounded ? `${dollars(sum('low'))} to ${dollars(sum('high'))}` : `${dollars(sum('expected'))} expected`;
  const called = estimates.some(({ measured }) => measured !== null)
    ? `the models were called for ${dollars(estimates.reduce((all, { measured }) => all + (measured?.cost ?? 0), 0))}`
    : 'no model was called';
  const unknown = estimates.some(({ estimate }) => estimate !== null && estimate.cost === null);
  const total = `${counted(cells.length * times, 'run')}, ${cost}${unknown ? ', without models of unknown price' : ''}; ${called}.`;
  const doubt = isBounded
    ? '\nRanges: the agent could not use scripted answers, and only the lower bound is certain. For a price, use --pilot 3.'
    : '';
  return `${textTable([['', 'runs', 'calls', 'cost', 'time'], ...rows])}\n${total}${doubt}\n`;
}
