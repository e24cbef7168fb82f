import { useEffect } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import type {
  ComparisonPage,
  Differences as DifferencesOf,
  MetricDifference,
  PersonDifference,
} from '../../wire/comparison.js';
import { count, fixed, metres, metricDigits, metricName, sentence, signed, taskTitle } from '../../wire/format.js';
import type { RunDetail, RunItem } from '../../wire/runs.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { lazy } from '../lazy.js';
import { useLoad } from '../load.js';
import type { Page } from '../page.js';
import { ListTable } from '../parts/list-table.js';
import { PlainTable } from '../parts/number-table.js';
import { ProblemCard } from '../parts/problem-card.js';
import { InvalidNote, ScoreValue } from '../parts/score-value.js';
import { Empty, Says, Tag, Waiting } from '../parts/states.js';
import { href, useRoute } from '../route.js';
import { source } from '../source.js';
import { isHeldAs, mayBeChance } from './differences.js';
import { FiguresOfRuns } from './figures-of-runs.js';

const Setup = lazy(async () => (await import('./setup.js')).Setup);
const RunCells = lazy(async () => (await import('../cells/run-cells.js')).RunCells);
const ReplayView = lazy(async () => (await import('../player/replay-view.js')).ReplayView);
const ComparedTrips = lazy(async () => (await import('./trips.js')).ComparedTrips);

const VIEWS = ['scores', 'trips', 'map', 'people', 'replay', 'setup'] as const;

/** Two runs of one benchmark, compared. */
export const comparePage: Page = {
  at: [PAGES.comparison, `${PAGES.comparison}/:view`],
  View: ({ params: { a = '', b = '' } }) => (isHeldAs(a, b) ? <Comparison a={a} b={b} /> : <Comparison a={b} b={a} />),
};

function Comparison({ a, b }: { readonly a: string; readonly b: string }) {
  const { parts } = useRoute();
  const { data, error } = useLoad(API.comparison.at({ a, b }));
  useEffect(() => {
    if (data) document.title = `${data.names.join(' and ')} · Itinera`;
  }, [data]);
  if (data === null) return <Waiting alone error={error} title="These runs cannot be compared" what="both runs" />;
  const { first, second, samePeople, names } = data;
  const has = (at: typeof API.presence | typeof API.replay) => [a, b].every((run) => source.has(at.at({ run })));
  const isHeld = { map: has(API.presence), replay: has(API.replay), scores: first.isScored, trips: !first.isScored };
  const views = VIEWS.filter((name) => !(name in isHeld) || isHeld[name as keyof typeof isHeld]);
  const view = views.find((name) => name === parts[3]) ?? views[0]!;
  return (
    <>
      <div class="page-head">
        <h1>
          <bdi>{names[0]}</bdi> and <bdi>{names[1]}</bdi>{' '}
          {[first, second].some(({ run }) => run.synthetic) && <Tag>synthetic data</Tag>}
        </h1>
        <p class="soft">
          {taskTitle(first.run)} · <bdi>{settingOf(first.run)}</bdi> and <bdi>{settingOf(second.run)}</bdi>
        </p>
      </div>
      <nav class="tabs" aria-label="Views of the comparison">
        {views.map((name) => (
          <a
            key={name}
            href={href(`${PAGES.comparison}/${name}`, { a, b })}
            aria-current={name === view ? 'page' : undefined}
          >
            {name === 'trips' ? 'What changed' : sentence(name)}
          </a>
        ))}
      </nav>
      {view === 'replay' && <ReplayView names={[a, b]} titles={names} />}
      {view === 'map' && <RunCells runs={[a, b]} names={names} paired={samePeople} />}
      {view === 'setup' && <Setup runs={[first, second]} />}
      {view === 'trips' && <ComparedTrips runs={[a, b]} names={names} />}
      {view === 'people' && <PeopleApart data={data} a={a} b={b} />}
      {view === 'scores' && <Scores data={data} />}
    </>
  );
}

const settingOf = ({ name, agent, scenario }: RunItem) => [name, agent, scenario].filter(Boolean).join(', ');

function Scores({ data }: { readonly data: ComparisonPage }) {
  const { first, second } = data;
  const [a, b] = [first.run.name, second.run.name];
  const { data: differences, error } = useLoad(API.differences.at({ a, b }));
  return (
    <>
      <section class="card headline">
        <Side detail={first} />
        <Side detail={second} />
      </section>
      {differences === null && <Waiting error={error} title="Differences cannot be computed" what="differences" />}
      {differences?.value && <Differences data={differences.value} names={[a, b]} />}
      {differences?.value === null && (
        <Empty title="No differences">The ground truth of these runs is not available.</Empty>
      )}
      <FiguresOfRuns runs={[first, second]} />
    </>
  );
}

function Side({ detail: { run } }: { readonly detail: RunDetail }) {
  return (
    <div class="headline-score">
      <ScoreValue run={run} class="big" />
      <a href={href(PAGES.run, { run: run.name })}>
        <bdi>{run.name}</bdi>
      </a>
      <InvalidNote run={run} />
      <ScoreStrip score={run.score} floor={run.floor} ceiling={run.ceiling} width={280} height={34} />
    </div>
  );
}

interface DifferencesProps {
  readonly data: NonNullable<DifferencesOf>;
  readonly names: readonly [string, string];
}

function Differences({ data, names }: DifferencesProps) {
  /** The run that is better in a metric. */
  const better = (one: MetricDifference) => {
    if (!one.spread.value || one.better === null) return '–';
    if (mayBeChance(one)) return 'may be chance';
    return names[one.spread.value > 0 === (one.better === 'higher') ? 0 : 1];
  };
  return (
    <section class="card change">
      <Says lines={data.says} />
      <p class="soft">
        First minus second, {data.method}; {100 * data.level} % intervals.
      </p>
      <PlainTable
        title="Differences by metric"
        head={['metric', 'difference', 'interval', 'p', 'better']}
        isMain={(row) => data.metrics[row]!.key === 'final_score'}
        rows={data.metrics.map((one) => {
          const { value, low, high } = one.spread;
          const say = (number: number | null) => signed(number, metricDigits(one.key));
          const range = low === null ? '–' : `${say(low)} to ${say(high)}`;
          return [metricName(one.key), say(value), range, fixed(one.pValue, 4), <bdi key="better">{better(one)}</bdi>];
        })}
      />
    </section>
  );
}

const PEOPLE_COLUMNS: readonly (readonly [
  name: string,
  say: (one: Omit<PersonDifference, 'id'>) => readonly string[],
])[] = [
  ['points lost', ({ points }) => points.map((value) => fixed(value, 2))],
  ['trips', ({ trips }) => trips.map(count)],
  ['places', ({ places }) => places.map(count)],
  ['distance, km', ({ kilometres }) => kilometres.map((value) => fixed(value))],
  ['radius', ({ radius }) => (radius ?? [null]).map(metres)],
];

function PeopleApart({ data, a, b }: { readonly data: ComparisonPage; readonly a: string; readonly b: string }) {
  if (data.people === null) return <Empty title="No people in common">The two runs have different people.</Empty>;
  if (data.people.length === 0)
    return (
      <Empty title="Nobody differs">
        Points, trips, places, distance and radius of everyone are the same in both runs.
      </Empty>
    );
  const { first, second, people } = data;
  // Some are measured only by a benchmark.
  const columns = PEOPLE_COLUMNS.filter(([, say]) => people.some((one) => say(one).some((text) => text !== '–')));
  return (
    <>
      <section class="board">
        <p class="soft">The people whose days differ most: first run / second run.</p>
        <ListTable
          title="People who differ most"
          people
          columns={['person', ...columns.map(([name]) => ({ name })), { name: 'days', isText: true }]}
          rows={people.map(({ id, ...one }) => ({
            key: id,
            cells: [
              <a key="person" href={href(PAGES.comparedPerson, { a, b, person: id })}>
                person {id}
              </a>,
              ...columns.map(([, say]) => say(one).join(' / ')),
              <>
                <a href={href(PAGES.person, { run: a, person: id })}>first</a> ·{' '}
                <a href={href(PAGES.person, { run: b, person: id })}>second</a>
                {source.has(API.replay.at({ run: a })) && (
                  <>
                    {' '}
                    · <a href={href(PAGES.comparedReplay, { a, b }, { follow: String(id) })}>replay</a>
                  </>
                )}
              </>,
            ],
          }))}
        />
      </section>
      <div class="two">
        {[first, second].map(({ run, problems }) => (
          <div key={run.name}>
            <p>
              <bdi>{run.name}</bdi>: {count(run.problems)} problems
            </p>
            <ProblemCard total={run.problems} groups={problems} name={run.name} />
          </div>
        ))}
      </div>
    </>
  );
}
