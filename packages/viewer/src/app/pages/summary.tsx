import { useEffect, useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import type { TripSummary } from '../../wire/people.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { Bars } from '../charts/bars.js';
import { asDuration, clock, count, fixed } from '../format.js';
import { useLoad } from '../load.js';
import { REFRESH, type RunView } from '../page.js';
import { PlainTable } from '../parts/number-table.js';
import { Command, Loading, Trouble } from '../parts/states.js';
import { Camera } from '../replay/camera.js';
import { drawTraffic, readTraffic, type TrafficOverlay } from '../replay/overlays.js';
import { StillMap } from '../replay/person-map.js';
import { href } from '../route.js';
import { source } from '../source.js';

/** The first page of a simulation: its trips in numbers, and its roads. */
export const summaryView: RunView = {
  at: 'run/:run/summary',
  tab: 'Summary',
  isShown: ({ isScored }) => !isScored,
  View: ({ data: { run, command } }) => (
    <>
      <Summary name={run.name} isRunning={run.state === 'running'} />
      <Roads name={run.name} />
      <p class="soft">
        Compare this simulation with your own data:{' '}
        <Command>{`${command.program} measure truth.csv ${command.run}`}</Command>
      </p>
    </>
  ),
};

/** The trips of the people who have finished. */
export function Summary({ name, isRunning }: { readonly name: string; readonly isRunning: boolean }) {
  const { data, error } = useLoad(API.summary.at({ run: name }), isRunning ? REFRESH : 0);
  if (data === null)
    return error ? <Trouble title="The trips cannot be counted">{error}</Trouble> : <Loading what="the trips" />;
  const { people, days, trips, metres, seconds } = data;
  const facts = [
    ['people', count(people)],
    ['days', count(days)],
    ['trips', count(trips)],
    ['trips per person and day', fixed(trips / (people * days), 2)],
    ['mean length', `${fixed(metres / trips / 1000)} km`],
    ['mean duration', asDuration(seconds / trips)],
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="cards">
        {data.charts.map((chart) => (
          <section key={chart.title} class="card">
            <Chart chart={chart} />
          </section>
        ))}
      </div>
    </>
  );
}

function Chart({ chart: { title, unit, labels, values } }: { readonly chart: TripSummary['charts'][number] }) {
  return (
    <Bars
      title={title}
      names={[unit]}
      rows={[values]}
      label={(i) => labels[i]!}
      every={Math.ceil(labels.length / 8)}
      say={count}
    />
  );
}

/** The busiest roads and hours, listed and on the map; they need the replay. */
function Roads({ name }: { readonly name: string }) {
  const at = API.replay.at({ run: name });
  const [meta, setMeta] = useState<ReplayMeta | null>(null);
  const { data, error } = useLoad(meta === null && source.has(at) ? at : null, REFRESH);
  useEffect(() => {
    if (data?.state === 'ready') setMeta(data);
  }, [data]);
  const [traffic, setTraffic] = useState<TrafficOverlay | null>(null);
  useEffect(() => {
    if (meta === null) return;
    const address = API.replayFile.at({ run: name, version: meta.version, file: 'traffic' });
    void source.bytes(address).then((buffer) => setTraffic(readTraffic(buffer)));
  }, [meta]);
  if (error) return <Trouble title="The map cannot be shown">{error}</Trouble>;
  if (data?.state === 'impossible') return <p class="soft">{data.reason}</p>;
  if (meta === null || traffic === null) return source.has(at) ? <Loading what="the busiest roads" /> : null;
  const hour = busiestHour(traffic);
  return (
    <section class="card">
      <h2>Busiest roads</h2>
      <div class="person-days">
        <PlainTable
          title="Busiest roads"
          head={['road', 'cars', 'busiest hour']}
          rows={meta.busiest.map((road) => [road.name, count(road.cars), clock(3600 * road.hour)])}
        />
        <StillMap
          run={name}
          version={meta.version}
          label={`Cars by road from ${clock(3600 * hour)}`}
          aim={(city, canvas) => {
            const camera = new Camera(city.plane);
            camera.fit(canvas.clientWidth, canvas.clientHeight);
            return camera;
          }}
          draw={(canvas, camera, city) => void drawTraffic(canvas, camera, city, traffic, hour)}
          by={[traffic]}
        />
      </div>
      <p class="soft">
        Cars on the busiest stretch of each named road, over the whole run. The map shows the busiest hour, from{' '}
        {clock(3600 * hour)}.{' '}
        <a href={href(PAGES.replay, { run: name }, { t: String(3600 * hour) })}>Open the replay</a>
      </p>
    </section>
  );
}

function busiestHour({ hour, count: cars }: TrafficOverlay): number {
  const sums = new Map<number, number>();
  for (let i = 0; i < hour.length; i++) sums.set(hour[i]!, (sums.get(hour[i]!) ?? 0) + cars[i]!);
  return [...sums].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 8;
}
