import { counted, grouped } from '@itinera/base';
import type { RunFolder, RunProgress } from '@itinera/run';
import type { PartsProgress } from '@itinera/runner';
import { dollars } from './call-summary.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

const SHOWN = 12;

/** Describes the progress of the parts of a run in one line. */
export function describePartsInShort({ people, peopleDone, parts, hosts, calls, cost, silent }: PartsProgress): string {
  const asked = calls === 0 ? '' : `, ${counted(calls, 'call')}, ${dollars(cost)}`;
  const gone = silent.length === 0 ? '' : `, ${silent.length} silent`;
  return `${grouped(peopleDone)} of ${grouped(people)} people, ${parts.done} of ${parts.all} parts done, ${parts.running} running on ${counted(hosts.length, 'machine')}${asked}${gone}`;
}

/** Describes the progress of a run that is not in parts, or none of whose parts has begun. */
export function describeWhole(
  { name, typed }: RunFolder,
  { people, peopleDone }: PartsProgress,
  progress: RunProgress | null,
): string {
  const complete = `${name}: ${grouped(peopleDone)} of ${counted(people, 'person', 'people')} complete`;
  if (progress === null) return `${complete}, and nothing simulates it now.\nFinish it: asbench runs resume ${typed}`;
  const { steps, stepsDone, stepsBefore, since, at } = progress;
  const speed = (stepsDone - stepsBefore) / ((at - since) / 1000);
  const left = speed > 0 ? `${duration((steps - stepsDone) / speed)} left at this speed.` : 'Time left: not yet known.';
  return `${complete}, ${grouped(stepsDone)} of ${grouped(steps)} steps\n${left}`;
}

/** Describes the progress of the parts of a run, with its slow and silent parts. */
export function describeParts(run: string, progress: PartsProgress): string {
  const { secondsLeft, problems, slow, silent, stopped, hosts } = progress;
  const row = ({ number, of, host, people, peopleDone, at }: PartsProgress['slow'][number], state: string) => [
    `${number} of ${of}`,
    state,
    `${grouped(peopleDone)} of ${grouped(people)}`,
    host,
    at,
  ];
  const rows = [
    ...silent.map((part) => row(part, 'silent')),
    ...stopped.map((part) => row(part, 'stopped')),
    ...slow.map((part) => row(part, 'slow')),
  ];
  return [
    `${run}: ${describePartsInShort(progress)}${problems === 0 ? '' : `, ${counted(problems, 'problem')}`}`,
    secondsLeft === null ? 'Time left: not yet known.' : `${duration(secondsLeft)} left at this speed.`,
    ...(hosts.length === 0 ? [] : [`Running on: ${hosts.join(', ')}`]),
    ...(rows.length === 0
      ? []
      : ['', textTable([['part', 'state', 'people', 'machine', 'last sign'], ...rows.slice(0, SHOWN)])]),
    ...(rows.length > SHOWN ? [`and ${rows.length - SHOWN} more`] : []),
    ...(silent.length + stopped.length === 0
      ? []
      : [
          'Use the same command to restart parts that have stopped or sent nothing for a minute; queue workers restart them automatically.',
        ]),
  ].join('\n');
}
