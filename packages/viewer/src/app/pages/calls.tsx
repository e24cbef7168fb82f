import { SECONDS_PER_DAY } from '@itinera/metrics';
import { useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { CALLS_PER_PAGE, type CallRow, type Stretch } from '../../wire/people.js';
import { asDuration, clock, count, moneySpent } from '../format.js';
import { useLoad } from '../load.js';
import { REFRESH, type RunView } from '../page.js';
import { useDayNames } from '../parts/day-names.js';
import { Pager } from '../parts/pager.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { Empty, Loading, Tag, Trouble } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';
import { source } from '../source.js';

/** The calls of a run, filtered by person, time step, model, failure and text. */
export const callsView: RunView = {
  at: PAGES.calls,
  tab: 'Calls',
  isShown: ({ run, hasCalls }) => hasCalls && source.has(API.calls.at({ run: run.name })),
  View: ({ data: { run, steps, stepSeconds } }) => (
    <Calls
      name={run.name}
      days={(steps * stepSeconds) / SECONDS_PER_DAY}
      refresh={run.state === 'running' ? REFRESH : 0}
    />
  ),
};

interface CallsProps {
  readonly name: string;
  /** Days of the run. */
  readonly days: number;
  readonly refresh: number;
}

function Calls({ name, days, refresh }: CallsProps) {
  const { query } = useRoute();
  const nameOf = useDayNames();
  const keys = ['person', 'model', 'day', 't', 'failed', 'text', 'offset'];
  const search = new URLSearchParams(
    keys.map((key) => [key, query.get(key) ?? '']).filter(([, value]) => value !== ''),
  );
  const { data, error } = useLoad(API.calls.at({ run: name }, source.searchFor(search)), refresh);
  const [text, setText] = useState(query.get('text') ?? '');
  if (error) return <Trouble title="Calls cannot be shown">{error}</Trouble>;
  const change = (key: string) => (event: Event) =>
    setQuery({ [key]: (event.currentTarget as HTMLInputElement).value, offset: null });
  const changeTime = (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement;
    const [hours = 0, minutes = 0] = value.split(':').map(Number);
    setQuery({ t: value === '' ? null : String(3600 * hours + 60 * minutes), offset: null });
  };
  return (
    <>
      {source.live && (
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            setQuery({ text, offset: null });
          }}
        >
          <label>
            <span>text in prompts and answers</span>
            <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <button type="submit">Search</button>
          <label>
            <span>person</span>
            <input type="search" inputMode="numeric" value={query.get('person') ?? ''} onInput={change('person')} />
          </label>
          {data && data.models.length > 1 && (
            <label>
              <span>model</span>
              <select value={query.get('model') ?? ''} onChange={change('model')}>
                <option value="">all</option>
                {data.models.map((model) => (
                  <option key={model}>{model}</option>
                ))}
              </select>
            </label>
          )}
          {days > 1 && (
            <label>
              <span>day</span>
              <select value={query.get('day') ?? ''} onChange={change('day')}>
                <option value="">all</option>
                {Array.from({ length: days }, (_, day) => (
                  <option key={day} value={day}>
                    {nameOf(day)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            <span>time of day</span>
            <input type="time" value={query.get('t') ? clock(Number(query.get('t'))) : ''} onChange={changeTime} />
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={query.get('failed') === 'yes'}
              onChange={(event) => setQuery({ failed: event.currentTarget.checked ? 'yes' : null, offset: null })}
            />
            <span>failed only</span>
          </label>
        </form>
      )}
      {data === null && <Loading what="calls" />}
      {data && (
        <>
          <p class="soft">
            {count(data.totals.calls)} calls, {count(data.totals.failed)} failed, {count(data.totals.tokens)} tokens
            {moneySpent(data.totals.cost, data.totals.unpriced) &&
              `, ${moneySpent(data.totals.cost, data.totals.unpriced)}`}
            .
            {data.partial && ' The search stopped after 1.5 s, so results may be missing. Narrow it by person or time.'}
          </p>
          {data.rows.length === 0 ? (
            <Empty title="No matching calls">Try a shorter text or another person.</Empty>
          ) : (
            <section class="card">
              <CallList name={name} rows={data.rows} />
            </section>
          )}
          {data.rows.length > 0 && (
            <Pager total={data.total} offset={data.offset} shown={data.rows.length} page={CALLS_PER_PAGE} />
          )}
        </>
      )}
    </>
  );
}

interface ListProps {
  readonly name: string;
  readonly rows: readonly CallRow[];
  /** The days of the one person who made these calls, to show what followed each. */
  readonly after?: readonly Stretch[];
}

/** Calls, each of which opens to show its texts. */
export function CallList({ name, rows, after }: ListProps) {
  return (
    <ul class="calls">
      {rows.map((row) => (
        <Call key={row.number} name={name} row={row} after={after} />
      ))}
    </ul>
  );
}

/** Only an answer from a provider has a cost. */
const costOf = ({ cost, source, failed }: CallRow) =>
  moneySpent(cost, cost === null && source === 'provider' && !failed ? 1 : 0);

interface CallProps {
  readonly name: string;
  readonly row: CallRow;
  readonly after: readonly Stretch[] | undefined;
}

function Call({ name, row, after }: CallProps) {
  const { query } = useRoute();
  const nameOf = useDayNames();
  const [isOpen, setOpen] = useState(query.get('call') === String(row.number));
  const toggle = () => {
    setOpen(!isOpen);
    // The address is that of the call opened last.
    if (!isOpen || query.get('call') === String(row.number)) setQuery({ call: isOpen ? null : String(row.number) });
  };
  return (
    <li>
      <button type="button" class="plain call-head" aria-expanded={isOpen} onClick={toggle}>
        <span class="num">
          {row.day > 0 && `${nameOf(row.day)} `}
          {clock(row.t)}
        </span>
        {after === undefined && <span>person {row.person}</span>}
        <bdi>{row.model}</bdi>
        <span class="soft num">
          {count(row.inputTokens)} → {count(row.outputTokens)} tokens, {asDuration(row.milliseconds / 1000)}
          {row.retries > 0 && `, ${row.retries} retries`}
          {costOf(row) && `, ${costOf(row)}`}
        </span>
        {row.failed && <Tag kind="warn">failed</Tag>}
        {row.source !== 'provider' && <Tag>{row.source}</Tag>}
        <span class="call-lines">
          <bdi>{row.prompt}</bdi>
          <bdi class="call-answer">{row.answer}</bdi>
        </span>
      </button>
      {row.excerpt && (
        <p class="excerpt">
          <bdi>… {row.excerpt} …</bdi>
        </p>
      )}
      {isOpen && <Texts name={name} row={row} after={after} />}
    </li>
  );
}

function Texts({ name, row, after }: CallProps) {
  const { data, error } = useLoad(API.call.at({ run: name, call: row.number }));
  if (error) return <p class="trouble">{error}</p>;
  if (!data) return <Loading what="the call" />;
  const next = after?.find(({ kind, from }) => kind !== 'stay' && from >= row.day * SECONDS_PER_DAY + row.t);
  return (
    <div class="texts">
      {data.messages.map(({ role, content }, i) => (
        <Message key={`${i} ${role}`} title={role} text={content} />
      ))}
      {data.answer !== null && <Message title="answer" text={data.answer} accent />}
      {data.failure !== null && <Message title="failure" text={data.failure} />}
      {data.cut && (
        <p class="soft">Texts longer than 200,000 characters are cut here; calls.ndjson has them in full.</p>
      )}
      <p class="soft">
        Settings: <bdi>{data.settings}</bdi>
        {after === undefined && (
          <>
            {' · '}
            <a href={href(PAGES.person, { run: name, person: row.person })}>day of person {row.person}</a>
          </>
        )}
      </p>
      {next && (
        <p>
          Next, the agent {next.kind === 'trip' ? 'departed' : 'failed to depart'} at {clock(next.from)} for{' '}
          <bdi>{next.label}</bdi>.
        </p>
      )}
    </div>
  );
}

/** A text from a model or a file, never interpreted as markup. */
function Message({
  title,
  text,
  accent = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly accent?: boolean;
}) {
  return (
    <div class={`message ${accent ? 'accent' : ''}`}>
      <span class="soft">{title}</span>
      <ScrollRegion label={title}>
        <pre dir="auto">{text}</pre>
      </ScrollRegion>
    </div>
  );
}
