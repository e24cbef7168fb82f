import { counted, SECONDS_PER_DAY } from '@itinera/base';
import { API, PAGES } from '../../wire/addresses.js';
import { asDuration, asPercent, attributeName, clock, count, fixed, metres, sentence } from '../../wire/format.js';
import type { PersonDetail, Stretch } from '../../wire/people.js';
import type { RunDetail } from '../../wire/runs.js';
import { DayStrip } from '../charts/day-strip.js';
import { useLoad } from '../load.js';
import type { RunView } from '../page.js';
import { Cause } from '../parts/cause.js';
import { useDayNames } from '../parts/day-names.js';
import { Facts } from '../parts/facts.js';
import { ProblemCard } from '../parts/problem-card.js';
import { Loading, Waiting } from '../parts/states.js';
import { PersonMap } from '../player/person-map.js';
import { href, setQuery, useRoute } from '../route.js';
import { source } from '../source.js';
import { CallList } from './calls.js';

/** A person: profile, days next to their map, calls and problems. */
export const PersonView: RunView['View'] = ({ data, params }) => <Person run={data} id={params.person!} />;

interface Props {
  readonly run: RunDetail;
  readonly id: string;
}

function Person({ run, id }: Props) {
  const { name } = run.run;
  const { data, error } = useLoad(API.person.at({ run: name, person: id }));
  const calls = useLoad(
    data && run.hasCalls && source.live
      ? API.calls.at({ run: name }, new URLSearchParams({ person: String(data.row.id) }))
      : null,
  );
  const { query } = useRoute();
  const chosen = query.get('stretch') === null ? null : Number(query.get('stretch'));
  const choose = (stretch: number | null) => setQuery({ stretch: stretch === null ? null : String(stretch) });
  if (data === null) return <Waiting error={error} title={`Person ${id} cannot be shown`} what={`person ${id}`} />;
  const { stretches } = data;
  return (
    <>
      <Head name={name} data={data} />
      <section class="card">
        <DayStrip data={data} chosen={chosen} choose={choose} />
        <div class="person-days">
          <Stretches stretches={stretches} chosen={chosen} choose={choose} />
          <PersonMap run={name} stretches={stretches} chosen={chosen} />
        </div>
        <CauseOf run={name} person={id} stretch={stretches[chosen ?? -1]} />
      </section>
      <ProfileAndProblems data={data} />
      {run.hasCalls && source.live && !calls.data && !calls.error && <Loading what="calls" />}
      {calls.data && calls.data.total > 0 && (
        <section class="card">
          <h2>{counted(calls.data.total, 'call')} of the language model</h2>
          <CallList data={run} rows={calls.data.rows} after={stretches} />
          {calls.data.rows.length < calls.data.total && (
            <p>
              <a href={href(PAGES.calls, { run: name }, { person: String(data.row.id) })}>
                All {counted(calls.data.total, 'call')} of person {data.row.id}
              </a>
            </p>
          )}
        </section>
      )}
    </>
  );
}

/** Number, neighbours and totals of a person. */
function Head({ name, data }: { readonly name: string; readonly data: PersonDetail }) {
  const { row, percentiles } = data;
  return (
    <>
      <div class="person-head">
        <h2>Person {row.id}</h2>
        <span class="steps">
          {data.previous !== null && <a href={personHref(name, data.previous)}>← {data.previous}</a>}
          {data.next !== null && <a href={personHref(name, data.next)}>{data.next} →</a>}
        </span>
        <a href={href(PAGES.replay, { run: name }, { follow: String(row.id) })}>Follow in the replay</a>
      </div>
      <Facts
        facts={[
          ['trips', count(row.trips)],
          ['travel time', asDuration(row.minutes * 60)],
          ['distance', `${fixed(row.kilometres)} km`],
          ['places', count(row.places), standing(percentiles.places)],
          ...(row.radius === null ? [] : [['radius', metres(row.radius), standing(percentiles.radius)] as const]),
          ['problems', count(row.problems)],
          ...(row.cost === null ? [] : [['points lost', fixed(row.cost, 2)] as const]),
        ]}
      />
    </>
  );
}

interface StretchesProps {
  readonly stretches: PersonDetail['stretches'];
  readonly chosen: number | null;
  readonly choose: (stretch: number | null) => void;
}

/** The call that a trip follows. */
export const CauseOf = ({ stretch, ...of }: { run: string; person: string; stretch: Stretch | undefined }) =>
  stretch && stretch.kind !== 'stay' ? <Cause {...of} time={stretch.from} /> : null;

const VERBS = { car: 'drives', bike: 'rides', foot: 'walks', transit: 'takes public transport' } as const;

/** Stays and trips as a list; a click selects one. */
export function Stretches({ stretches, chosen, choose }: StretchesProps) {
  const nameOf = useDayNames();
  return (
    <ol class="stretches">
      {stretches.map((one, i) => (
        <li key={`${one.kind} ${one.from}`}>
          <button
            type="button"
            class={`plain ${one.kind}`}
            aria-pressed={chosen === i}
            onClick={() => choose(chosen === i ? null : i)}
          >
            <span class="num">
              {one.from >= SECONDS_PER_DAY && `${nameOf(Math.floor(one.from / SECONDS_PER_DAY))} `}
              {clock(one.from)}
            </span>
            <span>
              {one.kind === 'stay' && <bdi>{one.label}</bdi>}
              {one.kind === 'trip' && (
                <>
                  {VERBS[one.mode ?? 'foot']} to <bdi>{one.label}</bdi>
                </>
              )}
              {one.kind === 'failed' && (
                <>
                  could not travel to <bdi>{one.label}</bdi>
                </>
              )}
            </span>
            <span class="soft">
              {one.kind === 'trip' && `${asDuration(one.to - one.from)}, ${metres(one.metres)}`}
              {one.kind === 'stay' && asDuration(one.to - one.from)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function ProfileAndProblems({ data }: { readonly data: PersonDetail }) {
  return (
    <>
      {data.profile.length > 0 && (
        <section class="card">
          <h2>Profile</h2>
          <dl class="profile">
            {data.profile.map(({ name: key, value }) => (
              <div key={key}>
                <dt>
                  <bdi>{sentence(attributeName(key))}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <ProblemCard total={data.row.problems} groups={data.problems} />
    </>
  );
}

const personHref = (run: string, person: number) => href(PAGES.person, { run, person });
const standing = (part: number | null) =>
  part === null ? null : `more than ${asPercent(part)} of people in the truth`;
