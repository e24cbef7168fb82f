import { counted } from '@itinera/base';
import { PAGES } from '../../wire/addresses.js';
import { clock, count } from '../../wire/format.js';
import type { SameProblems } from '../../wire/people.js';
import { href } from '../route.js';
import { useDayNames } from './day-names.js';

interface Props {
  readonly total: number | null;
  readonly groups: readonly SameProblems[];
  /** The run whose people are linked; none on the page of a person. */
  readonly name?: string;
}

const KINDS: Readonly<Record<SameProblems['kind'], string>> = {
  threw: 'error',
  'timed-out': 'timed out',
  blocked: 'blocked',
  crashed: 'crashed',
  'given-up': 'gave up',
  'fell-back': 'used the fallback',
  'not-awaited': 'not awaited',
};

/** The end of a message: file and line of the agent. */
const PLACE = / \(([^()]+:\d+)\)$/;

/** Problems that differ only in numbers are one, with their number and the earliest; the first to happen stands first. */
export function ProblemCard({ total, groups, name }: Props) {
  const nameOf = useDayNames();
  if (groups.length === 0) return null;
  const kept = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <section class="card">
      <h2>{count(Math.max(total ?? 0, kept))} problems</h2>
      <ul class="problems">
        {groups.map(({ kind, message, count: times, people, first }) => (
          <li key={`${kind} ${message}`}>
            <span class="num">{count(times)} ×</span>
            <strong>{KINDS[kind]}</strong>
            {PLACE.test(message) && <code>{PLACE.exec(message)![1]}</code>}
            <bdi>{message.replace(PLACE, '')}</bdi>
            <span class="soft">
              {name && people > 1 && `${counted(people, 'person', 'people')}, `}first at {nameOf(first.day)},{' '}
              {clock(first.t)}
              {name && first.person !== null && (
                <>
                  , <a href={href(PAGES.person, { run: name, person: first.person })}>person {first.person}</a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {total !== null && kept < total && (
        <p class="soft">
          {count(kept)} are counted here: a run keeps the first 20 of each person
          {name && ', and this page the most frequent'}.
        </p>
      )}
    </section>
  );
}
