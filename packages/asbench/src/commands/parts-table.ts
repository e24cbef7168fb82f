import type { PartsProgress } from '@itinera/benchmarks';
import { dollars } from './call-summary.js';
import { grouped } from './grouped.js';
import { duration } from './progress-line.js';
import { textTable } from './text-table.js';

const SHOWN = 12;

/** How far the parts of a run are, in a line. */
export function describePartsInShort({ people, peopleDone, parts, hosts, calls, cost, silent }: PartsProgress): string {
  const asked = calls === 0 ? '' : `, ${grouped(calls)} calls, ${dollars(cost)}`;
  const gone = silent.length === 0 ? '' : `, ${silent.length} silent`;
  return `${grouped(peopleDone)} of ${grouped(people)} people, ${parts.done} of ${parts.all} parts done, ${parts.running} under way on ${hosts.length} machine${hosts.length === 1 ? '' : 's'}${asked}${gone}`;
}

/** The same with what is slow, and what gives no sign of life. */
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
    `${run}: ${describePartsInShort(progress)}${problems === 0 ? '' : `, ${grouped(problems)} problems`}`,
    secondsLeft === null ? 'How long it takes is not known yet.' : `${duration(secondsLeft)} left at this speed.`,
    ...(hosts.length === 0 ? [] : [`At work: ${hosts.join(', ')}`]),
    ...(rows.length === 0
      ? []
      : ['', textTable([['part', 'state', 'people', 'machine', 'last word'], ...rows.slice(0, SHOWN)])]),
    ...(rows.length > SHOWN ? [`and ${rows.length - SHOWN} more`] : []),
    ...(silent.length + stopped.length === 0
      ? []
      : [
          'Parts that are silent for a minute or stopped are started again with their command, or by the workers of a queue.',
        ]),
  ].join('\n');
}
