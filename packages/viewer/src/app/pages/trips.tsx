import type { ComponentChildren } from 'preact';
import { API } from '../../wire/addresses.js';
import { asDuration, count, fixed } from '../../wire/format.js';
import type { TripSummary } from '../../wire/people.js';
import { Bars } from '../charts/findings.js';
import { useLoadAll } from '../load.js';
import { Facts } from '../parts/facts.js';
import { PlainTable } from '../parts/number-table.js';
import { Loading, Waiting } from '../parts/states.js';
import { Swatch } from '../parts/swatches.js';
import { Change } from './change.js';
import { MeasureTable, pairOf, useDifferences } from './differences.js';

/** The trips of several simulations: measures with intervals, and charts side by side. */
export function ComparedTrips({ runs, names }: Readonly<Record<'runs' | 'names', readonly string[]>>) {
  const { data, error } = useLoadAll(runs.map((run) => API.summary.at({ run })));
  const found = useDifferences(runs.slice(1).map((other) => [runs[0]!, other] as const));
  if (data === null) return <Waiting error={error} title="The trips cannot be counted" what="the trips" />;
  const pair = runs.length === 2 ? found.get(pairOf(runs[0]!, runs[1]!)) : null;
  if (pair === undefined) return <Loading what="both runs, person by person" />;
  return (
    <>
      {pair?.change === undefined ? (
        <section class="card">
          <h2>Trips per person and day</h2>
          <MeasureTable names={runs} found={found} />
        </section>
      ) : (
        <Change change={pair.change} />
      )}
      <TripFigures names={names} summaries={data} />
    </>
  );
}

interface TripFiguresProps {
  readonly names: readonly string[];
  readonly summaries: readonly TripSummary[];
  readonly children?: ComponentChildren;
}

/** The trips of one run in numbers and charts, or of several side by side. */
export function TripFigures({ names, summaries, children }: TripFiguresProps) {
  const facts: [string, (of: TripSummary) => string][] = [
    ['people', ({ people }) => count(people)],
    ['days', ({ days }) => count(days)],
    ['trips', ({ trips }) => count(trips)],
    ['trips per person and day', ({ trips, people, days }) => fixed(trips / (people * days), 2)],
    ['mean length', ({ metres, trips }) => (trips === 0 ? '–' : `${fixed(metres / trips / 1000)} km`)],
    ['mean duration', ({ seconds, trips }) => asDuration(seconds / trips)],
    ...lateFacts(summaries),
  ];
  const isMany = names.length > 2;
  return (
    <>
      {isMany ? (
        <section class="card">
          <PlainTable
            title="Trips"
            head={['', ...names]}
            rows={facts.map(([title, say]) => [title, ...summaries.map(say)])}
          />
        </section>
      ) : (
        <Facts
          facts={facts.map(([title, say]) => [
            title,
            summaries.map((one, i) => (
              <>
                {summaries.length > 1 && <Swatch of={['generated', 'real'][i]!} />}
                {say(one)}
              </>
            )),
          ])}
        />
      )}
      <div class={isMany ? '' : 'cards'}>
        {summaries.some(({ trips }) => trips > 0) &&
          summaries[0]!.charts.map(({ title }, i) => (
            <section key={title} class="card">
              <Chart names={names} charts={summaries.map(({ charts }) => charts[i]!)} />
            </section>
          ))}
        {children}
      </div>
    </>
  );
}

/** Trips that never ended are in the means, so they are named if there are any. */
const lateFacts = (summaries: readonly TripSummary[]): [string, (of: TripSummary) => string][] =>
  summaries.every(({ underWay }) => underWay.trips === 0)
    ? []
    : [
        [
          'of these, still under way at the end',
          ({ underWay }) => `${count(underWay.trips)} trips, ${asDuration(underWay.seconds)}`,
        ],
      ];

/** Bars of counts; of several runs as shares, which are comparable: of two on one axis, of more in charts with one scale. */
function Chart({ names, charts }: { readonly names: readonly string[]; readonly charts: TripSummary['charts'] }) {
  const { title, unit } = charts[0]!;
  const labels = [...new Set(charts.flatMap(({ labels }) => labels))];
  const isOne = charts.length === 1;
  const rows = charts.map((chart) => {
    const all = isOne ? 1 : chart.values.reduce((sum, value) => sum + value, 0) || 1;
    return labels.map((label) => (chart.values[chart.labels.indexOf(label)] ?? 0) / all);
  });
  const axis = { label: (i: number) => labels[i]!, every: everyOf(labels) };
  if (isOne) return <Bars title={title} names={[unit]} rows={rows} {...axis} say={count} />;
  const shares = { ...axis, say: (value: number) => `${Number(fixed(100 * value))} %` };
  if (charts.length === 2) return <Bars title={`${title}, share`} names={names} rows={rows} {...shares} />;
  const top = Math.max(...rows.flat());
  return (
    <>
      <h2>{title}, share</h2>
      <div class="trio">
        {rows.map((row, i) => (
          <Bars key={names[i]} title={names[i]!} names={[unit]} rows={[row]} top={top} {...shares} />
        ))}
      </div>
    </>
  );
}

/** Labels are left out if all of them would overlap. */
function everyOf(labels: readonly string[]): number {
  const longest = Math.max(...labels.map(({ length }) => length));
  return labels.length < 8 ? 1 : Math.ceil((labels.length * Math.max(4, longest)) / 36);
}
