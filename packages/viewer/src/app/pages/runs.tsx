import { useMemo, useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { count } from '../../wire/format.js';
import { FILTERS, matches, RUNS_PER_PAGE } from '../../wire/run-order.js';
import type { Listing, RunItem } from '../../wire/runs.js';
import { lazy } from '../lazy.js';
import { type Loaded, useLast, useLoad } from '../load.js';
import type { Page } from '../page.js';
import { LongList } from '../parts/long-list.js';
import { Command, Empty, Waiting } from '../parts/states.js';
import { setQuery, useRoute } from '../route.js';
import { source } from '../source.js';
import { BoardSection } from './runs/board.js';
import { boardsBy } from './runs/boards-of.js';
import { CompareBar, MOST_CHOSEN } from './runs/compare-bar.js';
import { Filters } from './runs/filters.js';

const OtherBoards = lazy(async () => (await import('./scorings.js')).OtherBoards);

const REFRESH = 3000;

/** All runs, in boards whose scores are comparable. */
export const runsPage: Page = { at: [PAGES.runs], View: Runs };

/** The runs that the address asks for. A long list is searched and sorted on the server; the last one stays until then. */
function useRuns(query: URLSearchParams): Loaded<Listing> {
  const [isLong, setLong] = useState(query.has('offset'));
  const asked = new URLSearchParams([...query].filter(([key]) => !['chosen', 'group', 'hide'].includes(key)));
  const found = useLast(useLoad(API.runs.at({}, source.live && isLong ? asked : undefined), REFRESH));
  if (!isLong && found.data !== null && found.data.count > RUNS_PER_PAGE) setLong(true);
  return found;
}

function Runs() {
  const { query } = useRoute();
  const { data, error } = useRuns(query);
  const chosen = (query.get('chosen') ?? '').split('/').filter(Boolean);
  // No folder has a slash in its name.
  const choose = (names: readonly string[]) => setQuery({ chosen: names.join('/') });
  const toggle = (names: readonly string[]) => {
    const others = chosen.filter((name) => !names.includes(name));
    choose(names.every((name) => chosen.includes(name)) ? others : [...others, ...names].slice(-MOST_CHOSEN));
  };
  // The same rows are not compared again at each step of scrolling.
  const look = String(new URLSearchParams([...query].filter(([key]) => key !== 'offset')));
  const sections = useMemo(() => {
    const { runs = [], sweeps = [] } = data ?? {};
    const of = { sweeps, chosen, toggle, query };
    return boardsBy(runs, query).map((board) => <BoardSection key={board.title} {...board} {...of} />);
  }, [data, look]);
  if (data === null) return <Waiting alone error={error} title="Runs cannot be listed" what="runs" />;
  const strange = data.runs.filter((run) => run.task === null && matches(run, query));
  return (
    <>
      <div class="page-head">
        <h1>Runs</h1>
        <p class="soft">
          {count(data.count)} in the folder <bdi>{data.folder}</bdi>
        </p>
      </div>
      {data.count > 0 && <Filters choices={data.choices} query={query} />}
      {data.count + data.scorings.length + data.flows.length + data.measures.length === 0 && (
        <Empty title="No runs yet">
          Simulate one day for 100 people in a synthetic city and score it: <Command>asbench run DailyMobility</Command>{' '}
          It takes a few seconds and then appears here.
        </Empty>
      )}
      {data.count > 0 && sections.length === 0 && strange.length === 0 && (
        <Empty title="No run matches these filters">
          <button
            type="button"
            onClick={() =>
              setQuery({ q: null, ...Object.fromEntries(FILTERS.map(([key]) => [key, null])), offset: null })
            }
          >
            Show all runs
          </button>
        </Empty>
      )}
      <LongList total={data.total} offset={data.offset} shown={data.shown} page={RUNS_PER_PAGE}>
        {sections}
        {strange.length > 0 && <Strange runs={strange} />}
      </LongList>
      {data.scorings.length + data.flows.length + data.measures.length > 0 && <OtherBoards listing={data} />}
      {chosen.length > 0 && <CompareBar chosen={chosen} clear={() => choose([])} />}
    </>
  );
}

function Strange({ runs }: { readonly runs: readonly RunItem[] }) {
  return (
    <section class="board">
      <h2>Damaged runs and other folders</h2>
      <ul class="strange">
        {runs.map((run) => (
          <li key={run.name}>
            <strong dir="auto">{run.name}</strong>
            <span class="trouble">{run.trouble ?? 'run.json does not name a benchmark.'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
