import { counted, SECONDS_PER_DAY } from '@itinera/base';
import { useMemo, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { clock, count, fixed, typeset } from '../../wire/format.js';
import type { RunTrafficReport, TrafficJam } from '../../wire/traffic.js';
import { RoadMap, type RoadStroke, Widths } from '../cells/road-map.js';
import { Bars } from '../charts/findings.js';
import { useLoad } from '../load.js';
import type { RunView } from '../page.js';
import { useDayNames } from '../parts/day-names.js';
import { PlainTable } from '../parts/number-table.js';
import { Loading, Says, Waiting } from '../parts/states.js';
import { Swatches } from '../parts/swatches.js';
import type { City } from '../player/city.js';
import { useCity } from '../player/use-city.js';
import { setQuery, useRoute } from '../route.js';
import { RoadDay } from './road-day.js';

/** Speed as a share of the limit, by class: the levels of service of urban streets, from F to A. */
const CLASSES = [0, 0.3, 0.4, 0.5, 0.67, 0.85] as const;
/** The colours that stand out most, in both themes, are those of the slowest roads. */
const colourOf = (at: number) => `speed-${CLASSES.length - at}`;

/** Pixels of a label of the hours. */
const HOUR_PIXELS = 56;

interface ShownRoad extends RoadStroke {
  readonly seconds: number;
  readonly freeSeconds: number;
}

/** Where and when cars are slow: speeds by road and hour, jams, and the day of a road. */
export const TrafficOfRun: RunView['View'] = ({ data: { run } }) => {
  const { data, error } = useLoad(API.traffic.at({ run: run.name }));
  if (data === null) return <Waiting error={error} title="Speeds are unknown" what="the speeds on all roads" />;
  return <Traffic name={run.name} traffic={data} />;
};

function Traffic({ name, traffic }: { readonly name: string; readonly traffic: RunTrafficReport }) {
  const { says, method, hours, jams, jamsListed, jamsNote, cells } = traffic;
  const city = useCity(name);
  const { query } = useRoute();
  const worst = hours.reduce((most, one) => (one.lostHours > most.lostHours ? one : most), hours[0]!);
  const isLong = (worst?.lostHours ?? 0) >= 1;
  const asked = (key: string) => Number(query.get(key) ?? Number.NaN);
  const known = hours.find((one) => one.hour === asked('hour'));
  const hour = known?.hour ?? jams[0]?.worstHour ?? worst?.hour ?? 8;
  const picked = cells.row.includes(asked('road')) ? asked('road') : (jams[0]?.row ?? null);
  const roads = useMemo(() => roadsAt(cells, hour), [cells, hour]);
  const most = useMemo(() => cells.cars.reduce((max, value) => Math.max(max, value), 1), [cells]);
  const [goal, setGoal] = useState<number | null>(null);
  const choose = (change: { hour?: number; road?: number | null }) =>
    setQuery(
      Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value === null ? null : String(value)])),
    );
  return (
    <>
      <section class="card change">
        <Says lines={says} />
      </section>
      {jams.length > 0 && (
        <section class="card whole">
          <h2>Jams</h2>
          <Jams
            jams={jams.slice(0, jamsListed)}
            choose={({ row, worstHour }) => {
              setGoal(row);
              choose({ hour: worstHour, road: row });
            }}
          />
          <p class="soft">
            {jamsNote ?? `${counted(jams.length, 'jam')}, those with the largest delay first.`} A click shows one on the
            map in its worst hour.
          </p>
        </section>
      )}
      <section class="card">
        <h2>
          Speed by road, <Hour hour={hour} />
        </h2>
        <label class="hour-bar">
          <span class="hidden">Hour</span>
          <input
            type="range"
            min={hours[0]?.hour ?? 0}
            max={hours.at(-1)?.hour ?? 23}
            value={hour}
            onInput={(event) => choose({ hour: Number(event.currentTarget.value) })}
          />
        </label>
        {city === null ? (
          <Loading what="the map" />
        ) : (
          <RoadMap
            city={city}
            roads={roads}
            most={most}
            picked={picked}
            goal={goal}
            onPick={(road) => choose({ road: road?.row ?? null })}
            label={`Speed of cars by road, ${clock(3600 * hour)}.`}
            say={(road) => <Said road={road} city={city} />}
          />
        )}
        <p>
          <Swatches
            entries={CLASSES.map((least, i) => ({
              name:
                i + 1 === CLASSES.length
                  ? `${100 * least} % or more`
                  : `${Math.round(100 * least)}–${Math.round(100 * CLASSES[i + 1]!)} %`,
              mark: colourOf(i),
            }))}
          >
            <span>of the limit</span>
            <Widths most={most} unit="cars on the road in the hour" />
          </Swatches>
        </p>
        {picked !== null && city !== null && <RoadDay names={[name]} reports={[traffic]} city={city} row={picked} />}
      </section>
      <section class="card">
        <Bars
          title={`${isLong ? 'Hours' : 'Minutes'} of delay of all cars, by hour of the run`}
          names={[isLong ? 'hours lost' : 'minutes lost']}
          rows={[hours.map(({ lostHours }) => (isLong ? lostHours : 60 * lostHours))]}
          label={(i) => clock(3600 * hours[i]!.hour)}
          every={(width) => hours.length / Math.min(8, width / HOUR_PIXELS)}
          say={(value) => fixed(value, 1)}
        />
      </section>
      <section class="card">
        <h2>Method</h2>
        {method.map((text) => (
          <p key={text}>{typeset(text)}</p>
        ))}
      </section>
    </>
  );
}

/** A time of day, with its day after the first. @param at seconds since the first midnight */
function Moment({ at }: { readonly at: number }) {
  const dayOf = useDayNames();
  const day = Math.floor(at / SECONDS_PER_DAY);
  return <>{day > 0 ? `${dayOf(day)}, ${clock(at)}` : clock(at)}</>;
}

const Hour = ({ hour }: { readonly hour: number }) => (
  <>
    <Moment at={3600 * hour} />–{clock(3600 * (hour + 1))}
  </>
);

function Jams({ jams, choose }: { readonly jams: readonly TrafficJam[]; readonly choose: (jam: TrafficJam) => void }) {
  return (
    <PlainTable
      title="Jams"
      head={['street', 'begins', 'ends', 'worst from', 'begins at', 'roads', 'cars', 'hours lost', 's per car']}
      rows={jams.map((jam) => [
        <button key="jam" type="button" class="link" onClick={() => choose(jam)}>
          {jam.name}
        </button>,
        <Moment key="begins" at={jam.begins} />,
        <Moment key="ends" at={jam.ends} />,
        <Moment key="worst" at={jam.worstFrom} />,
        jam.near,
        count(jam.roads),
        count(jam.cars),
        fixed(jam.lostHours, 1),
        count(jam.lostSeconds),
      ])}
    />
  );
}

function roadsAt({ row, hour, cars, seconds, freeSeconds }: RunTrafficReport['cells'], wanted: number): ShownRoad[] {
  const shown: ShownRoad[] = [];
  for (let i = 0; i < row.length; i++) {
    if (hour[i] !== wanted) continue;
    const share = freeSeconds[i]! / Math.max(0.1, seconds[i]!);
    shown.push({
      row: row[i]!,
      value: cars[i]!,
      colour: colourOf(CLASSES.findLastIndex((least) => share >= least)),
      seconds: seconds[i]!,
      freeSeconds: freeSeconds[i]!,
    });
  }
  return shown;
}

function Said({ road, city }: { readonly road: ShownRoad | null; readonly city: City }) {
  if (road === null) return <span class="soft">Point at a road for its numbers, or click it for its day.</span>;
  const { row, value, seconds, freeSeconds } = road;
  const share = Math.round((100 * freeSeconds) / Math.max(0.1, seconds));
  return (
    <>
      <bdi>{city.nameOfRoad(row)}</bdi>: {count(value)} {value === 1 ? 'car' : 'cars'} on it in the hour, {share} % of
      the limit, {count(Math.max(0, seconds - freeSeconds))} s lost by each
    </>
  );
}
