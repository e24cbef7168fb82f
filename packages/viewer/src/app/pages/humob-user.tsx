import { API, PAGES } from '../../wire/addresses.js';
import { clock, fixed } from '../../wire/format.js';
import type { HumobDay, HumobDetail } from '../../wire/humob.js';
import { GridDay } from '../charts/grid-day.js';
import { useLoad } from '../load.js';
import { PlainTable } from '../parts/number-table.js';
import { Empty, Waiting } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';

const MOST_NGRAMS = 40;

interface Props {
  readonly name: string;
  readonly uid: string;
  readonly detail: HumobDetail;
}

/** A user's days on the grid, generated and reference, step by step. */
export function HumobUserView({ name, uid, detail }: Props) {
  const { data, error } = useLoad(API.scoringUser.at({ scoring: name, user: uid }));
  const { query } = useRoute();
  if (data === null) return <Waiting error={error} title={`User ${uid} cannot be shown`} what={`user ${uid}`} />;
  // The worst day first.
  const [worst] = [...data.days].sort((a, b) => a.geobleu - b.geobleu || b.dtw - a.dtw);
  const day = data.days.find((one) => String(one.day) === query.get('day')) ?? worst;
  if (!day) return <Empty title="This user has no days">The reference has no steps of this user.</Empty>;
  const other = data.second?.find((one) => one.day === day.day);
  return (
    <>
      <div class="person-head">
        <h2>User {data.user.uid}</h2>
        <span class="soft">
          GEO-BLEU ({detail.rules}) {fixed(data.user.geobleu, 4)} · DTW {fixed(data.user.dtw, 2)} km
        </span>
        <a href={href(PAGES.scoring, { scoring: name })}>all users</a>
      </div>
      <nav class="days" aria-label="Days">
        {data.days.map((one) => (
          <button
            key={one.day}
            type="button"
            aria-pressed={one.day === day.day}
            onClick={() => setQuery({ day: String(one.day) })}
            title={`GEO-BLEU (${detail.rules}) ${one.geobleu.toFixed(3)}, DTW ${one.dtw.toFixed(1)} km`}
          >
            {one.day}
            <span class="day-bar">
              <span style={{ width: `${100 * one.geobleu}%` }} />
            </span>
          </button>
        ))}
      </nav>
      <div class={other ? 'two' : ''}>
        <DayCard title={detail.first.name} rules={detail.rules} day={day} />
        {other && detail.second && <DayCard title={detail.second.name} rules={detail.rules} day={other} />}
      </div>
    </>
  );
}

function DayCard({ title, rules, day }: { readonly title: string; readonly rules: string; readonly day: HumobDay }) {
  const { query } = useRoute();
  const asked = query.get('step');
  const step = asked === null || !(Number(asked) >= 0 && Number(asked) < day.t.length) ? null : Number(asked);
  const length = Number(query.get('ngram')) || 1;
  const longest = Math.max(...day.ngrams.map((one) => one.length), 1);
  const ngrams = day.ngrams.filter((one) => one.length === length);
  return (
    <section class="card">
      <h2>
        <bdi>{title}</bdi>, day {day.day}
      </h2>
      <p class="soft">
        GEO-BLEU ({rules}) {fixed(day.geobleu, 4)} · DTW {fixed(day.dtw, 2)} km · {day.t.length} steps. Lines join the
        steps that DTW aligned.
      </p>
      <div class="humob-day">
        <GridDay day={day} step={step} />
        <div>
          <label class="steps-label">
            <span class="soft">{step === null ? 'all steps' : `step at ${clock((day.t[step] ?? 0) * 1800)}`}</span>
            <input
              type="range"
              min={-1}
              max={day.t.length - 1}
              value={step ?? -1}
              aria-label="Step"
              onInput={(event) =>
                setQuery({ step: Number(event.currentTarget.value) < 0 ? null : event.currentTarget.value })
              }
            />
          </label>
          <fieldset class="segments">
            <legend>matched n-grams of</legend>
            {Array.from({ length: longest }, (_, i) => i + 1).map((n) => (
              <button key={n} type="button" aria-pressed={n === length} onClick={() => setQuery({ ngram: String(n) })}>
                {n}
              </button>
            ))}
          </fieldset>
          <PlainTable
            title={`Matched n-grams: ${title}`}
            head={['generated', 'reference', 'proximity']}
            isMain={(row) => step !== null && step >= ngrams[row]!.generated && step < ngrams[row]!.generated + length}
            rows={ngrams
              .slice(0, MOST_NGRAMS)
              .map((one) => [
                clock((day.t[one.generated] ?? 0) * 1800),
                clock((day.t[one.reference] ?? 0) * 1800),
                one.proximity.toFixed(3),
              ])}
          />
        </div>
      </div>
    </section>
  );
}
