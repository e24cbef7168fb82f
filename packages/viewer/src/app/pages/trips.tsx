import type { ComponentChildren } from 'preact';
import { API } from '../../wire/addresses.js';
import type { RoadChange, SimulationChange } from '../../wire/comparison.js';
import type { TripSummary } from '../../wire/people.js';
import { FlowMap } from '../cells/flow-map.js';
import { useCity } from '../cells/run-cells.js';
import { Bars } from '../charts/bars.js';
import { asDuration, count, fixed, signed } from '../format.js';
import { useLoadAll } from '../load.js';
import { PlainTable } from '../parts/number-table.js';
import { Loading, Trouble } from '../parts/states.js';
import { MeasureTable, pairOf, useDifferences } from './differences.js';

/** The trips of several simulations: measures with intervals, and charts side by side. */
export function ComparedTrips({ names }: { readonly names: readonly string[] }) {
  const { data, error } = useLoadAll(names.map((run) => API.summary.at({ run })));
  const found = useDifferences(names.slice(1).map((other) => [names[0]!, other] as const));
  if (data === null)
    return error ? <Trouble title="The trips cannot be counted">{error}</Trouble> : <Loading what="the trips" />;
  const pair = names.length === 2 ? found.get(pairOf(names[0]!, names[1]!)) : undefined;
  return (
    <>
      {pair?.change !== undefined && <WhatChanged change={pair.change} />}
      <section class="card">
        <h2>Trips per person and day</h2>
        <MeasureTable names={names} found={found} />
      </section>
      {pair?.flows !== undefined && <Flows names={names} {...{ roads: [], ...pair, flows: pair.flows }} />}
      <TripFigures names={names} summaries={data} />
    </>
  );
}

/** What the second run changes, and for whom. */
function WhatChanged({ change: { says, caveats, groups } }: { readonly change: SimulationChange }) {
  return (
    <section class="card">
      <h2>What changed</h2>
      {caveats.map((caveat) => (
        <p key={caveat} class="trouble">
          {caveat}
        </p>
      ))}
      {says.map((sentence, i) => (
        <p key={sentence}>{i === 0 ? <strong>{sentence}</strong> : sentence}</p>
      ))}
      {groups.length > 0 && (
        <PlainTable
          title="Minutes of travel by group: per day, and per trip by purpose"
          head={['group', 'people', 'before', 'after', 'difference', '95 %', 'lose', 'win']}
          rows={groups.map(({ group, value, people, a, b, difference, low, high, lose, win }) => [
            `${group}: ${value}`,
            count(people),
            fixed(a, 2),
            fixed(b, 2),
            signed(difference, 2),
            low === null ? '–' : `${signed(low, 2)} to ${signed(high, 2)}`,
            count(lose),
            count(win),
          ])}
        />
      )}
    </section>
  );
}

interface FlowsProps {
  readonly names: readonly string[];
  readonly roads: readonly RoadChange[];
  /** The same as a picture. */
  readonly flows: string;
}

/** The change of cars by road: a picture until the map of the second run is loaded. */
function Flows({ names, roads, flows }: FlowsProps) {
  const city = useCity(names[1]!);
  return (
    <section class="card">
      <h2>Cars per day by road</h2>
      {city === null ? (
        <img
          width="100%"
          alt={`Map of the roads with more cars (red) or fewer (blue) in ${names[1]} than in ${names[0]}`}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(flows)}`}
        />
      ) : (
        <FlowMap {...{ city, roads, names }} />
      )}
    </section>
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
        <dl class="facts">
          {facts.map(([title, say]) => (
            <div key={title}>
              <dt>{title}</dt>
              {summaries.map((one, i) => (
                <dd key={names[i]}>
                  {summaries.length > 1 && <i class={`mark-${['generated', 'real'][i]}`} />}
                  {say(one)}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      <div class={isMany ? '' : 'cards'}>
        {summaries[0]!.charts.map(({ title }, i) => (
          <section key={title} class="card">
            <Chart names={names} charts={summaries.map(({ charts }) => charts[i]!)} />
          </section>
        ))}
        {children}
      </div>
    </>
  );
}

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
