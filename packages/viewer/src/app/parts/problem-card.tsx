import { PAGES } from '../../wire/addresses.js';
import type { SameProblems } from '../../wire/people.js';
import { clock, count } from '../format.js';
import { href } from '../route.js';
import { useDayNames } from './day-names.js';

interface Props {
  readonly total: number | null;
  readonly groups: readonly SameProblems[];
  /** The run whose people are linked; none on the page of a person. */
  readonly name?: string;
}

/** Problems grouped by message, with their number and the first of each. */
export function ProblemCard({ total, groups, name }: Props) {
  const nameOf = useDayNames();
  if (groups.length === 0) return null;
  const kept = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <section class="card">
      <h2>{count(Math.max(total ?? 0, kept))} problems</h2>
      {total !== null && kept < total && (
        <p class="soft">
          {count(kept)} are listed: a run keeps the first 20 of each person{name && ', and this page the most frequent'}
          .
        </p>
      )}
      <ul class="problems">
        {groups.map(({ kind, message, count: times, people, first }) => (
          <li key={`${kind} ${message}`}>
            <span class="num">{count(times)} ×</span>
            <strong>{kind}</strong>
            <bdi>{message}</bdi>
            <span class="soft">
              {name && people > 1 && `${count(people)} people, `}first at {nameOf(first.day)}, {clock(first.t)}
              {name && first.person !== null && (
                <>
                  , <a href={href(PAGES.person, { run: name, person: first.person })}>person {first.person}</a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
