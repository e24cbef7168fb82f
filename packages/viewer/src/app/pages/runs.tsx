import { useMemo, useState } from 'preact/hooks';
import type { Listing, RunItem } from '../../wire/runs.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { asDollars, asDuration, count, fixed, moment } from '../format.js';
import { useLoad } from '../load.js';
import { Command, Empty, Loading, Tag, Trouble } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';
import { Scorings } from './scorings.js';

const REFRESH = 3000;

/** All runs, in boards whose scores may be held against each other. */
export function RunsPage() {
  const { data, error } = useLoad<Listing>('runs', REFRESH);
  const { query } = useRoute();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const boards = useMemo(() => (data ? boardsOf(data.runs, query) : []), [data, query]);
  if (data === null)
    return error ? <Trouble title="The runs cannot be listed">{error}</Trouble> : <Loading what="runs" />;
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].slice(-2));
  const strange = data.runs.filter((run) => run.task === null && matches(run, query));
  return (
    <>
      <div class="page-head">
        <h1>Runs</h1>
        <p class="soft">
          {count(data.runs.length)} in <bdi>{data.folder}</bdi>
        </p>
      </div>
      {data.runs.length > 0 && <Filters runs={data.runs} query={query} />}
      {data.runs.length === 0 && data.scorings.length === 0 && (
        <Empty title="No run is here yet">
          Let a hundred people live a day in a made-up city and score them: <Command>asbench run DailyMobility</Command>{' '}
          It takes a few seconds and shows up here by itself.
        </Empty>
      )}
      {data.runs.length > 0 && boards.length === 0 && strange.length === 0 && (
        <Empty title="No run fits these filters">
          <button
            type="button"
            onClick={() => setQuery({ q: null, task: null, agent: null, model: null, state: null, city: null })}
          >
            Show all runs
          </button>
        </Empty>
      )}
      {boards.map(({ title, note, runs }) => (
        <Board key={title} title={title} note={note} runs={runs} chosen={chosen} toggle={toggle} query={query} />
      ))}
      {strange.length > 0 && <Strange runs={strange} />}
      <Scorings scorings={data.scorings} />
      {chosen.length > 0 && <CompareBar chosen={chosen} clear={() => setChosen([])} />}
    </>
  );
}

const FILTERS = [
  ['task', 'benchmark', (run: RunItem) => run.task],
  ['agent', 'agent', (run: RunItem) => run.agent],
  ['model', 'model', (run: RunItem) => run.models.join(', ') || null],
  ['city', 'city', (run: RunItem) => run.city],
  ['state', 'state', (run: RunItem) => run.state],
] as const;

const GROUPS: Readonly<Record<string, (run: RunItem) => string>> = {
  board: (run) => `${run.task} ${run.taskVersion}`,
  agent: (run) => run.agent ?? '–',
  model: (run) => run.models.join(', ') || 'no language model',
  city: (run) => run.city ?? '–',
};

function Filters({ runs, query }: { readonly runs: readonly RunItem[]; readonly query: URLSearchParams }) {
  const change = (key: string) => (event: Event) =>
    setQuery({ [key]: (event.currentTarget as HTMLInputElement | HTMLSelectElement).value });
  return (
    <search class="filters">
      <label>
        <span>Search</span>
        <input type="search" value={query.get('q') ?? ''} onInput={change('q')} placeholder="name" />
      </label>
      {FILTERS.map(([key, label, of]) => {
        const values = [...new Set(runs.map(of).filter((value) => value !== null))].sort();
        return (
          values.length > 1 && (
            <label key={key}>
              <span>{label}</span>
              <select value={query.get(key) ?? ''} onChange={change(key)}>
                <option value="">all</option>
                {values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          )
        );
      })}
      <label>
        <span>group by</span>
        <select value={query.get('group') ?? 'board'} onChange={change('group')}>
          <option value="board">benchmark and version</option>
          <option value="agent">agent</option>
          <option value="model">model</option>
          <option value="city">city</option>
        </select>
      </label>
    </search>
  );
}

function matches(run: RunItem, query: URLSearchParams): boolean {
  const wanted = (query.get('q') ?? '').toLowerCase();
  return (
    run.name.toLowerCase().includes(wanted) &&
    FILTERS.every(([key, , of]) => !query.get(key) || of(run) === query.get(key))
  );
}

interface BoardOf {
  readonly title: string;
  readonly note: string | null;
  readonly runs: readonly RunItem[];
}

function boardsOf(runs: readonly RunItem[], query: URLSearchParams): BoardOf[] {
  const group = GROUPS[query.get('group') ?? 'board'] ?? GROUPS.board!;
  const boards = new Map<string, RunItem[]>();
  for (const run of runs) {
    if (run.task === null || !matches(run, query)) continue;
    const title = `${group(run)}${run.synthetic ? ' · synthetic data' : ''}`;
    boards.set(title, [...(boards.get(title) ?? []), run]);
  }
  return [...boards].map(([title, own]) => ({
    title,
    note: own.every((run) => run.synthetic)
      ? 'City, people and truth are made up: these scores say nothing about reality.'
      : null,
    runs: sorted(own, query.get('sort') ?? 'score', query.get('order') === 'up'),
  }));
}

const ORDERS: Readonly<Record<string, (run: RunItem) => number | string | null>> = {
  score: (run) => run.score?.value ?? null,
  name: (run) => run.name,
  people: (run) => run.people,
  calls: (run) => run.calls,
  time: (run) => run.seconds,
  problems: (run) => run.problems,
  started: (run) => run.startedAt,
};

function sorted(runs: readonly RunItem[], by: string, up: boolean): RunItem[] {
  const of = ORDERS[by] ?? ORDERS.score!;
  const sign = up ? 1 : -1;
  return [...runs].sort((a, b) => {
    const [one, other] = [of(a), of(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return one < other ? -sign : one > other ? sign : a.name.localeCompare(b.name, 'en', { numeric: true });
  });
}

interface BoardProps extends BoardOf {
  readonly chosen: readonly string[];
  readonly toggle: (name: string) => void;
  readonly query: URLSearchParams;
}

function Board({ title, note, runs, chosen, toggle, query }: BoardProps) {
  const ties = new Set(runs.map((run) => run.tie).filter((tie, i, all) => tie !== null && all.indexOf(tie) !== i));
  return (
    <section class="board">
      <h2>{title}</h2>
      {note && <p class="soft">{note}</p>}
      <table class="runs">
        <thead>
          <tr>
            <th class="pick">
              <span class="hidden">compare</span>
            </th>
            <Head by="name" query={query}>
              run
            </Head>
            <Head by="score" query={query}>
              score
            </Head>
            <th class="wide">floor – interval – ceiling</th>
            <Head by="people" query={query}>
              people
            </Head>
            <Head by="calls" query={query}>
              calls
            </Head>
            <Head by="time" query={query}>
              time
            </Head>
            <Head by="problems" query={query}>
              problems
            </Head>
            <Head by="started" query={query}>
              started
            </Head>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.name} run={run} tied={ties.has(run.tie)} picked={chosen.includes(run.name)} toggle={toggle} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  by,
  query,
  children,
}: {
  readonly by: string;
  readonly query: URLSearchParams;
  readonly children: string;
}) {
  const isSorted = (query.get('sort') ?? 'score') === by;
  const up = query.get('order') === 'up';
  const sort = () => setQuery({ sort: by, order: isSorted && !up ? 'up' : null });
  return (
    <th aria-sort={isSorted ? (up ? 'ascending' : 'descending') : 'none'} class={`col-${by}`}>
      <button type="button" class="plain" onClick={sort}>
        {children}
        {isSorted && <span aria-hidden="true">{up ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

interface RowProps {
  readonly run: RunItem;
  readonly tied: boolean;
  readonly picked: boolean;
  readonly toggle: (name: string) => void;
}

function Row({ run, tied, picked, toggle }: RowProps) {
  const scored = run.score?.value != null;
  return (
    <tr class={picked ? 'picked' : ''}>
      <td class="pick">
        {scored && (
          <input
            type="checkbox"
            checked={picked}
            onChange={() => toggle(run.name)}
            aria-label={`Compare ${run.name}`}
          />
        )}
      </td>
      <td class="col-name">
        <a href={href(['run', run.name])}>
          <bdi>{run.name}</bdi>
        </a>
        <span class="soft sub">
          <bdi>{run.agent}</bdi>
          {run.models.length > 0 && <bdi>{` · ${run.models.join(', ')}`}</bdi>}
        </span>
        {run.state !== 'finished' && <State run={run} />}
        {run.trouble && <span class="trouble">{run.trouble}</span>}
      </td>
      <td class="col-score num">
        <strong>{fixed(run.score?.value)}</strong>
        {tied && (
          <span class="tie" title={`Group ${run.tie}: the intervals overlap, so the difference may be chance.`}>
            ≈<span class="hidden">{`tied, group ${run.tie}`}</span>
          </span>
        )}
      </td>
      <td class="wide">{scored && <ScoreStrip score={run.score} floor={run.floor} ceiling={run.ceiling} />}</td>
      <td class="num" data-name="people">
        {count(run.people)}
      </td>
      <td class="num" data-name="calls">
        {run.models.length === 0 ? '–' : count(run.calls)}
        {run.cost !== null && run.cost > 0 && <span class="soft sub">{asDollars(run.cost)}</span>}
      </td>
      <td class="num" data-name="time">
        {asDuration(run.seconds)}
      </td>
      <td class="num" data-name="problems">
        {count(run.problems)}
      </td>
      <td class="col-started soft">{moment(run.startedAt)}</td>
    </tr>
  );
}

function State({ run }: { readonly run: RunItem }) {
  if (run.state === 'running')
    return <Tag kind="live">{`running, ${count(run.peopleDone)} of ${count(run.people)} people`}</Tag>;
  if (run.state === 'failed') return <Tag kind="warn">failed</Tag>;
  if (run.state === 'stopped') return <Tag>stopped, can be resumed</Tag>;
  return null;
}

function Strange({ runs }: { readonly runs: readonly RunItem[] }) {
  return (
    <section class="board">
      <h2>Folders that are no runs, or damaged</h2>
      <ul class="strange">
        {runs.map((run) => (
          <li key={run.name}>
            <strong>
              <bdi>{run.name}</bdi>
            </strong>
            <span class="trouble">{run.trouble ?? 'run.json says nothing of a benchmark.'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CompareBar({ chosen, clear }: { readonly chosen: readonly string[]; readonly clear: () => void }) {
  const [a, b] = chosen;
  return (
    <section class="compare-bar" aria-label="Comparison">
      <span>
        <bdi>{a}</bdi>
        {b && (
          <>
            {' against '}
            <bdi>{b}</bdi>
          </>
        )}
      </span>
      {b ? (
        <a class="button" href={href(['compare', a!, b])}>
          Compare
        </a>
      ) : (
        <span class="soft">Choose another run to compare it with.</span>
      )}
      <button type="button" class="quiet" onClick={clear}>
        Clear
      </button>
    </section>
  );
}
