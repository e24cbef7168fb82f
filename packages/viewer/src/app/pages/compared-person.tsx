import { counted } from '@itinera/base';
import { useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { clock, fixed } from '../../wire/format.js';
import type { CallRow, PersonDetail } from '../../wire/people.js';
import { useLoad, useLoadAll } from '../load.js';
import type { Page } from '../page.js';
import { ProblemCard } from '../parts/problem-card.js';
import { Loading, Waiting } from '../parts/states.js';
import { href } from '../route.js';
import { source } from '../source.js';
import { Dialog } from './calls.js';
import { CauseOf, Stretches } from './person.js';

/** One person in two runs: days, points, problems, and the calls of both next to each other. */
export const comparedPersonPage: Page = {
  at: [PAGES.comparedPerson],
  View: ({ params }) => <ComparedPerson names={[params.a!, params.b!]} id={params.person!} />,
};

interface Props {
  readonly names: readonly [string, string];
  readonly id: string;
}

function ComparedPerson({ names, id }: Props) {
  const { data, error } = useLoadAll(names.map((run) => API.person.at({ run, person: id })));
  if (data === null)
    return <Waiting alone error={error} title={`Person ${id} cannot be compared`} what={`person ${id} in both runs`} />;
  const [a, b] = names;
  return (
    <>
      <div class="page-head">
        <h1>Person {id}</h1>
        <p class="soft">
          <a href={href(`${PAGES.comparison}/people`, { a, b })}>
            <bdi>{a}</bdi> and <bdi>{b}</bdi>
          </a>
        </p>
      </div>
      <div class="two">
        {data.map((detail, i) => (
          <Side key={names[i]} run={names[i]!} id={id} data={detail} />
        ))}
      </div>
      <Calls names={names} id={id} />
    </>
  );
}

function Side({ run, id, data }: { readonly run: string; readonly id: string; readonly data: PersonDetail }) {
  const { row, stretches, problems } = data;
  const [chosen, choose] = useState<number | null>(null);
  return (
    <section class="card">
      <h2>
        <a href={href(PAGES.person, { run, person: id })}>
          <bdi>{run}</bdi>
        </a>
      </h2>
      <p>
        {row.cost !== null && `${fixed(row.cost, 2)} points lost, `}
        {counted(row.trips, 'trip')}, {fixed(row.kilometres)} km, {counted(row.places, 'place')}
      </p>
      <Stretches stretches={stretches} chosen={chosen} choose={choose} />
      <CauseOf run={run} person={id} stretch={stretches[chosen ?? -1]} />
      <ProblemCard total={row.problems} groups={problems} />
    </section>
  );
}

/** The calls of a person, in order: the first of both runs, then the second, and so on. */
function Calls({ names, id }: Props) {
  const { data: runs } = useLoadAll(names.map((run) => API.run.at({ run })));
  const query = new URLSearchParams({ person: id });
  const addressOf = (i: 0 | 1) => (runs?.[i]?.hasCalls && source.live ? API.calls.at({ run: names[i] }, query) : null);
  const first = useLoad(addressOf(0));
  const second = useLoad(addressOf(1));
  if ([first, second].some(({ data, error }, i) => addressOf(i as 0 | 1) !== null && data === null && error === null))
    return <Loading what="calls" />;
  const rows = [first, second].map(({ data }) => data?.rows ?? []);
  const most = Math.max(...rows.map(({ length }) => length));
  if (most === 0) return null;
  return (
    <section class="card">
      <h2>Calls of the language model</h2>
      {Array.from({ length: most }, (_, i) => (
        <CallPair key={i} names={names} rows={[rows[0]![i], rows[1]![i]]} number={i} />
      ))}
    </section>
  );
}

interface PairProps {
  readonly names: readonly [string, string];
  readonly rows: readonly [CallRow | undefined, CallRow | undefined];
  /** Number of the call among the person's. */
  readonly number: number;
}

function CallPair({ names, rows, number }: PairProps) {
  const [isOpen, setOpen] = useState(number === 0);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Call {number + 1}: {rows.map((row) => (row ? clock(row.t) : '–')).join(' / ')}
      </summary>
      {isOpen && (
        <div class="two">
          {rows.map((row, i) => row && <Texts key={names[i]} run={names[i]!} number={row.number} />)}
        </div>
      )}
    </details>
  );
}

function Texts({ run, number }: { readonly run: string; readonly number: number }) {
  const { data, error } = useLoad(API.call.at({ run, call: number }));
  if (error) return <p class="trouble">{error}</p>;
  if (!data) return <Loading what="the call" />;
  return (
    <div class="texts">
      <Dialog data={data} />
    </div>
  );
}
