import { basename } from 'node:path';
import { counted, printable, signed, withMinus } from '@itinera/base';
import { syntheticNotice } from '@itinera/runner';
import type { Evolution, Variant } from '@itinera/studies';
import { dollars } from './call-summary.js';
import { textTable } from './text-table.js';

const SHOWN = 3;
const LONGEST_VALUE = 32;

interface Place {
  readonly datasets?: string;
  readonly heldOut?: string;
}

/** Describes what a search has found. @param own the unchanged agent */
export function describeEvolution(
  task: string,
  own: Variant,
  found: Evolution,
  { datasets, heldOut: folder }: Place,
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
    if (best === null) return ['No candidate was better than the unchanged agent.'];
    const where = datasets === undefined ? 'the data of the search' : basename(datasets);
    const chosen = [
      `Best: ${nameOf(best, own)}`,
      `Lead on ${where}: ${change(lead)} points. This is biased upwards, because the best candidate was selected by it.`,
    ];
    if (folder === undefined)
      return [...chosen, 'The gain is unknown. Pass data that the search has not used: --held-out FOLDER'];
    if (gain === null) return [...chosen, `${basename(folder)} has no scores, so the gain is unknown.`];
    const isSure = gain.low !== null && gain.low > 0;
    return [
      ...chosen,
      `Gain on ${basename(folder)}: ${change(gain.mean)} points (95 % ${change(gain.low)} to ${change(gain.high)})${isSure ? '' : ': not significant'}.`,
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
      ? outcome()
      : [`${stopped} All results are kept. Repeat the command to continue, with a higher limit if one was reached.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function nameOf({ agent, params }: Variant, own: Variant): string {
  const changed = Object.entries(params).filter(([name, value]) => own.params[name] !== value);
  const names = changed.map(([name, value]) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
    return `${name}=${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
  });
  return [...(agent === own.agent ? [] : [basename(agent)]), ...names].join(' ') || 'the unchanged agent';
}

function change(value: number | null): string {
  return value === null ? '–' : withMinus(signed(value, 2));
}
