import type { Grouping, PartState, RunManifest } from '@itinera/run';

/** Who says nothing for so long while at work is taken for dead, as by the lock of a run. */
const SILENT_MILLISECONDS = 60_000;
/** A part is slow that has more than so many times as long to go as the one in the middle. */
const SLOW = 2;

/** How far a run is that is made in parts. */
export interface PartsProgress {
  readonly people: number;
  readonly peopleDone: number;
  readonly parts: { readonly all: number; readonly done: number; readonly running: number };
  /** Machines at work. */
  readonly hosts: readonly string[];
  /** Requests sent to models, and US dollars. */
  readonly calls: number;
  readonly cost: number;
  readonly problems: number;
  /** At the speed of those at work; null when nobody is, or has done nothing yet. */
  readonly secondsLeft: number | null;
  /** Parts at work that have the longest to go, more than twice as long as the one in the middle. */
  readonly slow: readonly PartState[];
  /** Parts that were at work, and have said nothing for a minute. */
  readonly silent: readonly PartState[];
  readonly stopped: readonly PartState[];
}

/**
 * How far a run is by what its parts say of themselves.
 * @param states of `PartFiles`; when the run was dealt out anew, those of the latest deal count.
 * @param now by the clock of the machines at work.
 */
export function partsProgress(
  { people, state }: Pick<Grouping & RunManifest, 'people' | 'state'>,
  states: readonly PartState[],
  now: Date,
): PartsProgress {
  const latest = states.reduce<PartState | null>(
    (last, part) => (last === null || part.at > last.at ? part : last),
    null,
  );
  const own = states.filter(({ of }) => of === latest?.of);
  const isSilent = ({ at }: PartState) => now.getTime() - Date.parse(at) > SILENT_MILLISECONDS;
  const running = own.filter((part) => part.state === 'running' && !isSilent(part));
  const sum = (of: (part: PartState) => number) => own.reduce((total, part) => total + of(part), 0);
  const peopleDone = state === 'finished' ? people : sum((part) => part.peopleDone);
  const speed = running.reduce((total, part) => total + speedOf(part), 0);
  return {
    people,
    peopleDone,
    parts: { all: latest?.of ?? 0, done: own.filter((part) => part.state === 'done').length, running: running.length },
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

/** People a second, since the part was begun this time. */
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
