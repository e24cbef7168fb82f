import type { Grouping, PartState, RunManifest } from '@itinera/run';

/** A running part that reports nothing for this long counts as dead, as in the lock of a run. */
const SILENT_MILLISECONDS = 60_000;
/** A part is slow if its remaining time is more than this multiple of the median. */
const SLOW = 2;

/** The progress of a run in parts. */
export interface PartsProgress {
  readonly people: number;
  readonly peopleDone: number;
  readonly parts: { readonly all: number; readonly done: number; readonly running: number };
  /** Active machines. */
  readonly hosts: readonly string[];
  /** Requests sent to models, and US dollars. */
  readonly calls: number;
  readonly cost: number;
  readonly problems: number;
  /** Estimated from the active parts; null without any, or before any progress. */
  readonly secondsLeft: number | null;
  /** Active parts with more than twice the median remaining time. */
  readonly slow: readonly PartState[];
  /** Active parts that have reported nothing for a minute. */
  readonly silent: readonly PartState[];
  readonly stopped: readonly PartState[];
}

/**
 * Sums up the progress of the parts of a run.
 * @param states of `PartFiles`; after a new split, those of the latest one count.
 * @param now according to the clocks of the machines.
 * @param kept people whose tables are complete, from an earlier split too.
 */
export function partsProgress(
  { people, state }: Pick<Grouping & RunManifest, 'people' | 'state'>,
  states: readonly PartState[],
  now: Date,
  kept = 0,
): PartsProgress {
  const own = latestParts(states);
  const isSilent = ({ at }: PartState) => now.getTime() - Date.parse(at) > SILENT_MILLISECONDS;
  const running = own.filter((part) => part.state === 'running' && !isSilent(part));
  const sum = (of: (part: PartState) => number) => own.reduce((total, part) => total + of(part), 0);
  const peopleDone =
    state === 'finished'
      ? people
      : Math.max(
          kept,
          sum((part) => part.peopleDone),
        );
  const speed = running.reduce((total, part) => total + speedOf(part), 0);
  return {
    people,
    peopleDone,
    parts: { all: own[0]?.of ?? 0, done: own.filter((part) => part.state === 'done').length, running: running.length },
    hosts: [...new Set(running.map(({ host }) => host))],
    calls: sum((part) => part.calls),
    cost: sum((part) => part.cost),
    problems: sum((part) => part.problems),
    secondsLeft: speed > 0 ? (people - peopleDone) / speed : null,
    slow: slowOf(running),
    silent: own.filter((part) => part.state === 'running' && isSilent(part)),
    stopped: own.filter((part) => part.state === 'stopped'),
  };
}

/** The parts of the split to which the one belongs that reported last. */
export function latestParts(states: readonly PartState[]): PartState[] {
  const latest = states.reduce<PartState | null>(
    (last, part) => (last === null || part.at > last.at ? part : last),
    null,
  );
  return states.filter(({ of }) => of === latest?.of);
}

/** People per second since the latest start of the part. */
function speedOf({ since, at, peopleDone, peopleBefore }: PartState): number {
  const seconds = (Date.parse(at) - Date.parse(since)) / 1000;
  return seconds > 0 ? (peopleDone - peopleBefore) / seconds : 0;
}

function slowOf(running: readonly PartState[]): PartState[] {
  const left = (part: PartState) => (part.people - part.peopleDone) / speedOf(part);
  const known = running.filter((part) => speedOf(part) > 0).sort((a, b) => left(b) - left(a));
  const middle = known[Math.floor(known.length / 2)];
  return middle === undefined ? [] : known.filter((part) => left(part) > SLOW * left(middle));
}
