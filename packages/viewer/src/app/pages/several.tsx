import { pValueText } from '@itinera/base';
import { API, PAGES } from '../../wire/addresses.js';
import type { FindingSpread } from '../../wire/findings.js';
import { fixed, setupOf, signed, taskTitle, typeset } from '../../wire/format.js';
import type { RunDetail } from '../../wire/runs.js';
import { ScoreStrip } from '../charts/score-strip.js';
import { lazy } from '../lazy.js';
import { useLoad, useLoadAll } from '../load.js';
import type { Page } from '../page.js';
import { PlainTable } from '../parts/number-table.js';
import { InvalidNote, ScoreValue } from '../parts/score-value.js';
import { Empty, Tag, Trouble, Waiting } from '../parts/states.js';
import { href } from '../route.js';
import { source } from '../source.js';
import { MeasureTable, mayBeChance, pairOf, useDifferences } from './differences.js';
import { FiguresOfRuns } from './figures-of-runs.js';

const ComparedTrips = lazy(async () => (await import('./trips.js')).ComparedTrips);

/** With more runs, pairs and figures are too small to read. */
const MOST_IN_PAIRS = 6;

/** More than two runs of one benchmark, side by side. */
export const severalPage: Page = {
  at: [PAGES.several],
  View: ({ query }) => <Several names={(query.get('runs') ?? '').split('/').filter(Boolean)} />,
};

function Several({ names }: { readonly names: readonly string[] }) {
  const { data, error } = useLoadAll(names.map((run) => API.run.at({ run })));
  if (data === null) return <Waiting alone error={error} title="These runs cannot be compared" what="the runs" />;
  const tasks = [...new Set(data.map(({ run }) => taskTitle(run)))];
  if (tasks.length > 1)
    return (
      <Trouble alone title="These runs cannot be compared">
        They belong to {tasks.join(' and ')}. Only runs of one version of a benchmark can be compared.
      </Trouble>
    );
  if (tasks.length === 0) return <Empty title="No runs selected">Select runs to compare in the list of runs.</Empty>;
  if (data.every(({ isScored }) => !isScored))
    return (
      <>
        <div class="page-head">
          <h1>{names.length} simulations</h1>
          <p class="soft">{tasks[0]}</p>
        </div>
        <ComparedTrips runs={names} names={names} />
      </>
    );
  const ranked = [...data].sort((a, b) => (b.run.score?.value ?? -1) - (a.run.score?.value ?? -1));
  return (
    <>
      <div class="page-head">
        <h1>
          {names.length} runs {data.some(({ run }) => run.synthetic) && <Tag>synthetic data</Tag>}
        </h1>
        <p class="soft">{tasks[0]}, best first</p>
      </div>
      {areSeedsOfSetups(data) && <Setups names={names} />}
      <Points runs={ranked} />
      {ranked.length <= MOST_IN_PAIRS && (
        <>
          <Pairs runs={ranked} />
          <FiguresOfRuns runs={ranked} most={1} />
        </>
      )}
      {ranked.length > MOST_IN_PAIRS && (
        <p class="soft">Select at most {MOST_IN_PAIRS} runs to see them in pairs, with their figures.</p>
      )}
    </>
  );
}

/** Whether the runs are of two setups or more, one of them with several seeds. */
function areSeedsOfSetups(runs: readonly RunDetail[]): boolean {
  const setups = new Set(runs.map(({ run }) => run.setup));
  return setups.size > 1 && setups.size < runs.length;
}

/** Which setup is better, over the seeds of each. */
function Setups({ names }: { readonly names: readonly string[] }) {
  const address = API.setups.at({}, new URLSearchParams({ runs: names.join('/') }));
  // A static page has no server to ask.
  const { data, error } = useLoad(source.live ? address : null);
  if (!source.live) return null;
  const ends = ({ low, high }: FindingSpread) => (low === null ? '–' : `${fixed(low)} – ${fixed(high)}`);
  return (
    <section class="card">
      <h2>Is one better?</h2>
      {data === null && (
        <Waiting error={error} title="It cannot be told" what="the verdict: the people of all runs are resampled" />
      )}
      {data?.verdicts.map((verdict) => (
        <p key={verdict}>
          <strong>{typeset(verdict)}</strong>
        </p>
      ))}
      {data !== null && data.rows.length > 0 && (
        <>
          <PlainTable
            title="Mean scores over seeds"
            head={['setup', 'seeds', 'score', '95 %', 'minus the best', '95 %', 'p']}
            rows={data.rows.map(({ name, seeds, score, toBest, pValue, fault }) => [
              <>
                <bdi>{name}</bdi>
                {fault && <span class="trouble">{fault}</span>}
              </>,
              seeds,
              fixed(score.value),
              ends(score),
              toBest?.value == null ? '–' : signed(toBest.value),
              toBest?.low == null ? '–' : `${signed(toBest.low)} to ${signed(toBest.high)}`,
              pValueText(pValue),
            ])}
          />
          <p class="soft">Intervals are for the choice of seeds and people; p is corrected for all pairs (Holm).</p>
        </>
      )}
    </section>
  );
}

interface RunsProps {
  readonly runs: readonly RunDetail[];
}

/** Score of each run, and its points by quantity. */
function Points({ runs }: RunsProps) {
  const quantities = runs[0]?.findings?.quantities ?? [];
  return (
    <section class="card">
      <h2>Points by quantity</h2>
      <PlainTable
        title="Points out of 100 by run and quantity"
        head={['run', 'score', 'interval', 'floor – interval – ceiling', ...quantities.map(({ title }) => title)]}
        rows={runs.map(({ run, findings }) => [
          <>
            <a href={href(PAGES.run, { run: run.name })}>
              <bdi>{run.name}</bdi>
            </a>
            <bdi class="soft sub">{setupOf(run)}</bdi>
            <InvalidNote run={run} />
          </>,
          <ScoreValue key="score" run={run} />,
          run.score?.low == null ? '–' : `${fixed(run.score.low)} – ${fixed(run.score.high)}`,
          <ScoreStrip key="strip" score={run.score} floor={run.floor} ceiling={run.ceiling} width={150} />,
          ...quantities.map(({ key }) => {
            const points = findings?.quantities.find((one) => one.key === key)?.points;
            return points?.got == null ? '–' : `${fixed(points.got)} of ${fixed(points.of, 0)}`;
          }),
        ])}
      />
    </section>
  );
}

/** Each run minus each run with a lower score. */
function Pairs({ runs }: RunsProps) {
  const names = runs.map(({ run }) => run.name);
  const found = useDifferences(names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const)));
  const said = (a: string, b: string) => {
    const pair = found.get(pairOf(a, b));
    if (pair === undefined) return '…';
    const final = pair?.metrics.find(({ key }) => key === 'final_score');
    return final?.spread.value == null ? '–' : `${signed(final.spread.value)}${mayBeChance(final) ? ' ≈' : ''}`;
  };
  return (
    <section class="card">
      <h2>Differences between runs</h2>
      <p class="soft">
        Points of the row’s run minus those of the column’s run. ≈ marks differences that may be chance.
      </p>
      <PlainTable
        title="Differences in points, pair by pair"
        head={['run', ...names.slice(1)]}
        rows={names.slice(0, -1).map((a, i) => [
          <>
            <bdi>{a}</bdi>
            <bdi class="soft sub">{setupOf(runs[i]!.run)}</bdi>
          </>,
          ...names.slice(1).map(
            (b, k) =>
              k >= i && (
                <a key={b} href={href(PAGES.comparison, { a, b })}>
                  {said(a, b)}
                </a>
              ),
          ),
        ])}
      />
      <h3>By measure</h3>
      <MeasureTable names={names} found={found} />
    </section>
  );
}
