import { counted, type RealismRow } from '@itinera/base';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import { clock, count, typeset } from '../../wire/format.js';
import type { ReplayMeta } from '../../wire/replay.js';
import { MapStage } from '../cells/map-stage.js';
import { RoadMap, Widths } from '../cells/road-map.js';
import { RunCells } from '../cells/run-cells.js';
import { useBytes, useLoad } from '../load.js';
import { REFRESH, type RunView } from '../page.js';
import { MeasuredIn } from '../parts/measured-in.js';
import { PlainTable } from '../parts/number-table.js';
import { RealismCard } from '../parts/realism-card.js';
import { Command, Empty, Loading, Waiting } from '../parts/states.js';
import { Camera } from '../player/camera.js';
import type { City } from '../player/city.js';
import { flowAt } from '../player/overlay-at.js';
import { drawFlows, readFlows, readTraffic, type TrafficOverlay } from '../player/overlays.js';
import { useCity } from '../player/use-city.js';
import { useReplayMeta } from '../player/use-meta.js';
import { href } from '../route.js';
import { source } from '../source.js';
import { TripFigures } from './trips.js';

/** Pixels that a pointer may be away from a flow. */
const REACH_PIXELS = 9;

/** The first page of a simulation: its trips in numbers, and its roads. */
export const SimulationPage: RunView['View'] = ({ data: { run, command, manifest } }) => {
  const { scenario, modes, realism } = (manifest ?? {}) as {
    readonly scenario?: { readonly said?: readonly string[] };
    readonly modes?: { readonly limits: readonly string[] };
    readonly realism?: readonly RealismRow[];
  };
  const said = [...(scenario?.said ?? []), ...(modes?.limits ?? [])];
  const { name, state } = run;
  const { meta, why } = useReplayMeta(name);
  if (run.peopleDone === 0)
    return <Empty title="No trips yet">Nobody has finished. This page shows trips as soon as somebody has.</Empty>;
  return (
    <>
      {said.map((sentence) => (
        <p key={sentence}>{typeset(sentence)}</p>
      ))}
      {run.base !== null && <WithoutScenario name={name} base={run.base} />}
      <Summary name={name} isRunning={state === 'running'}>
        {meta && <Flows name={name} meta={meta} />}
      </Summary>
      <People name={name} />
      {meta && <Roads name={name} meta={meta} />}
      {why && <p class="soft">{why}</p>}
      {!meta && !why && source.has(API.replay.at({ run: name })) && <Loading what="flows and busiest roads" />}
      {realism && <RealismCard rows={realism} people={run.peopleDone ?? 0} />}
      <MeasuredIn run={name} />
      <p class="soft">
        Compare this simulation with your own data:{' '}
        <Command>{`${command.program} measure truth.csv ${command.run}`}</Command>
      </p>
    </>
  );
};

/** The link to what a scenario changes: the newest run with the same inputs and without one. */
const WithoutScenario = ({ name, base }: { readonly name: string; readonly base: string }) => (
  <p>
    <a class="button" href={href(PAGES.comparison, { a: base, b: name })}>
      What the scenario changes
    </a>{' '}
    <span class="soft">
      compared with <bdi>{base}</bdi>, which has none
    </span>
  </p>
);

interface SummaryProps {
  readonly name: string;
  readonly isRunning: boolean;
  /** Another card. */
  readonly children?: ComponentChildren;
}

/** The trips of the people who have finished. */
export function Summary({ name, isRunning, children }: SummaryProps) {
  const { data, error } = useLoad(API.summary.at({ run: name }), isRunning ? REFRESH : 0);
  if (data === null) return <Waiting error={error} title="The trips cannot be counted" what="the trips" />;
  return (
    <TripFigures names={[name]} summaries={[data]}>
      {children}
    </TripFigures>
  );
}

/** Where the people are, hour by hour. */
function People({ name }: { readonly name: string }) {
  if (!source.has(API.presence.at({ run: name }))) return null;
  return (
    <section class="card">
      <h2>People by place and hour</h2>
      <RunCells runs={[name]} paired={false} />
    </section>
  );
}

interface OfReplay {
  readonly name: string;
  readonly meta: ReplayMeta;
}

/** A file of a replay that has hours and counts; null while it is loading. */
const useCounts = <T,>({ name, meta: { version } }: OfReplay, file: string, read: (buffer: ArrayBuffer) => T) =>
  useBytes(API.replayFile.at({ run: name, version, file }), read).data;

/** The busiest roads and hours, listed and on the map. */
function Roads({ name, meta }: OfReplay) {
  const city = useCity(name);
  const traffic = useCounts({ name, meta }, 'traffic', readTraffic);
  if (meta.busiest.length === 0) return null;
  if (traffic === null) return <Loading what="the busiest roads" />;
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
        {city && <CarsByRoad {...{ city, traffic, hour }} />}
      </div>
      <p class="soft">
        Cars on the busiest stretch of each named road, over the whole run. The map shows the busiest hour, from{' '}
        {clock(3600 * hour)}.{' '}
        <a href={href(PAGES.replay, { run: name }, { t: String(3600 * hour) })}>Open the replay</a>
      </p>
    </section>
  );
}

interface RoadsProps {
  readonly city: City;
  readonly traffic: TrafficOverlay;
  readonly hour: number;
}

function CarsByRoad({ city, traffic, hour }: RoadsProps) {
  const roads = useMemo(
    () =>
      Array.from(traffic.road, (row, i) => ({ row, value: traffic.count[i]!, colour: 'overlay' })).filter(
        (_, i) => traffic.hour[i] === hour,
      ),
    [traffic, hour],
  );
  const most = Math.max(1, ...roads.map(({ value }) => value));
  return (
    <div>
      <RoadMap
        {...{ city, roads, most }}
        label={`Cars by road from ${clock(3600 * hour)}.`}
        say={(road) =>
          road === null ? (
            <span class="soft">Point at a road for its cars.</span>
          ) : (
            `${city.nameOfRoad(road.row)}: ${counted(road.value, 'car')}`
          )
        }
      />
      <p class="legend">
        <Widths most={most} unit="cars per hour" />
      </p>
    </div>
  );
}

/** The largest flows of the hour with the most trips. */
function Flows({ name, meta }: OfReplay) {
  const city = useCity(name);
  const flows = useCounts({ name, meta }, 'flows', readFlows);
  const camera = useMemo(() => city && new Camera(city.plane), [city]);
  const [said, setSaid] = useState<string | null>(null);
  if (flows === null) return <Loading what="flows" />;
  if (city === null || camera === null || flows.hour.length === 0) return null;
  const hour = busiestHour(flows);
  const title = `Flows, ${clock(3600 * hour)}–${clock(3600 * (hour + 1))}`;
  return (
    <section class="card quiet-map">
      <p class="figure-title">{title}</p>
      <MapStage
        {...{ camera, city }}
        label={`${title}.`}
        draw={(canvas) => void drawFlows(canvas, camera, flows, hour)}
        drawn={[flows]}
        onPoint={(at) => setSaid(at && flowAt(flows, hour, ...at, REACH_PIXELS / camera.scale))}
      />
      <p class="cell-readout">{said ?? <span class="soft">Point at a flow for its trips.</span>}</p>
    </section>
  );
}

/** The hour with the largest sum of counts. */
function busiestHour({ hour, count: cars }: Pick<TrafficOverlay, 'hour' | 'count'>): number {
  const sums = new Map<number, number>();
  for (let i = 0; i < hour.length; i++) sums.set(hour[i]!, (sums.get(hour[i]!) ?? 0) + cars[i]!);
  return [...sums].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 8;
}
