import { counted, SECONDS_PER_DAY } from '@itinera/base';
import { useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { asDuration, clock, count, describeCost } from '../../wire/format.js';
import { CALLS_PER_PAGE, type CallRow, type CallsPage, type CallText, type Stretch } from '../../wire/people.js';
import type { RunDetail } from '../../wire/runs.js';
import { CallsChart } from '../charts/calls-over-time.js';
import { useLast, useLoad } from '../load.js';
import { REFRESH, type RunView } from '../page.js';
import { Choice, Field } from '../parts/choice.js';
import { useDayNames } from '../parts/day-names.js';
import { LongList } from '../parts/long-list.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { Command, Empty, Loading, Tag, Trouble } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';
import { source } from '../source.js';

/** The calls of a run, filtered by person, time step, model, failure and text. */
export const CallsOfRun: RunView['View'] = ({ data: run }) => {
  const { name, state } = run.run;
  const days = (run.steps * run.stepSeconds) / SECONDS_PER_DAY;
  const { query } = useRoute();
  const nameOf = useDayNames();
  const keys = ['person', 'model', 'day', 't', 'failed', 'text', 'sort', 'offset'];
  const search = new URLSearchParams(
    keys.map((key) => [key, query.get(key) ?? '']).filter(([, value]) => value !== ''),
  );
  const { data, error } = useLast(
    useLoad(API.calls.at({ run: name }, source.searchFor(search)), state === 'running' ? REFRESH : 0),
  );
  const [text, setText] = useState(query.get('text') ?? '');
  if (error) return <Trouble title="Calls cannot be shown">{error}</Trouble>;
  const choose = (key: string) => (value: string) => setQuery({ [key]: value, offset: null });
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
          <Field label="text in prompts and answers">
            <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </Field>
          <button type="submit">Search</button>
          <Field label="person">
            <input
              type="search"
              inputMode="numeric"
              value={query.get('person') ?? ''}
              onInput={(event) => choose('person')(event.currentTarget.value)}
            />
          </Field>
          {data && data.models.length > 1 && (
            <Choice label="model" value={query.get('model') ?? ''} choose={choose('model')}>
              {[['', 'all'], ...data.models.map((model) => [model])]}
            </Choice>
          )}
          {days > 1 && (
            <Choice label="day" value={query.get('day') ?? ''} choose={choose('day')}>
              {[['', 'all'], ...Array.from({ length: days }, (_, day) => [String(day), nameOf(day)])]}
            </Choice>
          )}
          <Field label="time of day">
            <input type="time" value={query.get('t') ? clock(Number(query.get('t'))) : ''} onChange={changeTime} />
          </Field>
          <Choice label="sort by" value={query.get('sort') ?? ''} choose={choose('sort')}>
            {[
              ['', 'person'],
              ['latest', 'latest first'],
              ['slowest', 'slowest first'],
            ]}
          </Choice>
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
            {counted(data.totals.calls, 'call')}, {count(data.totals.failed)} failed,
            {data.totals.retries > 0 && ` ${count(data.totals.retries)} of them retries,`}
            {data.totals.refused > 0 && ` ${count(data.totals.refused)} refused,`}
            {data.totals.filtered > 0 && ` ${count(data.totals.filtered)} filtered,`}
            {data.totals.cut > 0 && ` ${count(data.totals.cut)} cut off,`}{' '}
            {count(data.totals.inputTokens + data.totals.outputTokens)} tokens
            {describeCost(data.totals.cost, data.totals.unpriced) &&
              `, ${describeCost(data.totals.cost, data.totals.unpriced)}`}
            {data.total < data.recorded && `; ${count(data.total)} match`}.
            {data.partial && ' The search stopped after 1.5 s, so results may be missing. Narrow it by person or time.'}
          </p>
          {data.overTime && (
            <section class="card">
              <CallsChart data={data.overTime} />
            </section>
          )}
          <Failures failures={data.failures} />
          {data.rows.length === 0 ? (
            <Empty title="No matching calls">Try a shorter text or another person.</Empty>
          ) : (
            <section class="card">
              <LongList total={data.total} offset={data.offset} shown={data.rows.length} page={CALLS_PER_PAGE}>
                <CallList data={run} rows={data.rows} />
              </LongList>
            </section>
          )}
        </>
      )}
    </>
  );
};

/** Failures by message, with their number; a click opens the first. */
function Failures({ failures }: { readonly failures: CallsPage['failures'] }) {
  if (failures.length === 0) return null;
  return (
    <section class="card">
      <h2>Failures</h2>
      <ul class="problems">
        {failures.map(({ message, count: times }) => (
          <li key={message}>
            <span class="num">{count(times)} ×</span>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ListProps {
  readonly data: RunDetail;
  readonly rows: readonly CallRow[];
  /** The days of the one person who made these calls, to show what followed each. */
  readonly after?: readonly Stretch[];
}

/** Calls, one per line, each of which opens to show its texts. */
export function CallList({ data, rows, after }: ListProps) {
  return (
    <ul class={`calls ${rows.some(({ day }) => day > 0) ? 'dated' : ''}`}>
      <li class={`call-names soft ${after === undefined ? '' : 'own'}`} aria-hidden="true">
        <span>time</span>
        {after === undefined && <span>person</span>}
        <span>step</span>
        <span>answer</span>
        <span>tokens</span>
        <span>latency</span>
      </li>
      {rows.map((row) => (
        <Call key={row.number} data={data} row={row} after={after} />
      ))}
    </ul>
  );
}

/** Only an answer from a provider has a cost. */
const costOf = ({ cost, source, failed }: CallRow) =>
  describeCost(cost, cost === null && source === 'provider' && !failed ? 1 : 0);

interface CallProps {
  readonly data: RunDetail;
  readonly row: CallRow;
  readonly after: readonly Stretch[] | undefined;
}

function Call({ data, row, after }: CallProps) {
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
      <button
        type="button"
        class={`plain call-head ${after === undefined ? '' : 'own'}`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <span class="num">
          {row.day > 0 && `${nameOf(row.day)} `}
          {clock(row.t)}
        </span>
        {after === undefined && (
          <span>
            <span class="hidden">person </span>
            {row.person}
          </span>
        )}
        <bdi class="call-step">{row.step}</bdi>
        <bdi class="call-answer">
          {row.failed && <Tag kind="warn">failed</Tag>}
          {row.ended && <Tag kind="warn">{row.ended}</Tag>}
          {row.answer}
        </bdi>
        <span class="soft num">
          {count(row.inputTokens)} → {count(row.outputTokens)}
          <span class="hidden"> tokens</span>
        </span>
        <span class="soft num">{asDuration(row.milliseconds / 1000)}</span>
      </button>
      {row.excerpt && (
        <p class="excerpt">
          <bdi>… {row.excerpt} …</bdi>
        </p>
      )}
      {isOpen && <Texts data={data} row={row} after={after} />}
    </li>
  );
}

function Texts({ data: { run, command }, row, after }: CallProps) {
  const { data, error } = useLoad(API.call.at({ run: run.name, call: row.number }));
  if (error) return <p class="trouble">{error}</p>;
  if (!data) return <Loading what="the call" />;
  const time = row.day * SECONDS_PER_DAY + row.t;
  const next = after?.find(({ kind, from }) => kind !== 'stay' && from >= time);
  return (
    <div class="texts">
      <Dialog data={data} />
      {data.cut && (
        <p class="soft">Texts longer than 200,000 characters are cut here; calls.ndjson has them in full.</p>
      )}
      <p class="soft">
        Call {row.number}, <bdi>{row.model}</bdi>
        {row.source !== 'provider' && `, ${SOURCES[row.source]}`}
        {row.retries > 0 && `, ${row.retries} retries`}
        {costOf(row) && `, ${costOf(row)}`}. Settings: <bdi>{data.settings}</bdi>
      </p>
      {next && (
        <p>
          Next, the agent {next.kind === 'trip' ? 'departed' : 'failed to depart'} at {clock(next.from)} for{' '}
          <bdi>{next.label}</bdi>.
        </p>
      )}
      <p class="call-links">
        {after === undefined && source.has(API.person.at({ run: run.name, person: row.person })) && (
          <a href={href(PAGES.person, { run: run.name, person: row.person })}>Day of person {row.person}</a>
        )}
        {source.has(API.replay.at({ run: run.name })) && (
          <a
            href={href(PAGES.replay, { run: run.name }, { t: String(next?.from ?? time), follow: String(row.person) })}
          >
            On the map at {clock(next?.from ?? time)}
          </a>
        )}
      </p>
      <p class="soft">
        Ask again: <Command>{`${command.program} runs calls ${command.run} --again ${row.number}`}</Command>
      </p>
    </div>
  );
}

/** Where answers come from that no provider has given. */
const SOURCES: Readonly<Record<Exclude<CallRow['source'], 'provider'>, string>> = {
  cache: 'from the shared cache',
  replay: 'from the replayed run',
  agent: 'the agent stopped waiting',
  unfinished: 'interrupted, and repeated later',
};

/** The texts of a call. */
export const Dialog = ({ data: { messages, answer, failure } }: { readonly data: CallText }) => (
  <>
    {messages.map(({ role, content }, i) => (
      <DialogText key={`${i} ${role}`} title={role} text={content} />
    ))}
    {answer !== null && <DialogText title="answer" text={answer} accent />}
    {failure !== null && <DialogText title="failure" text={failure} />}
  </>
);

interface TextProps {
  readonly title: string;
  readonly text: string;
  readonly accent?: boolean;
}

/** A text from a model or a file, never interpreted as markup. */
const DialogText = ({ title, text, accent = false }: TextProps) => (
  <div class={`message ${accent ? 'accent' : ''}`}>
    <span class="soft">{title}</span>
    <ScrollRegion label={title}>
      <pre dir="auto">{text}</pre>
    </ScrollRegion>
  </div>
);
