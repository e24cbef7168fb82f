import { useMemo, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import type { RoadChange, SimulationChange } from '../../wire/comparison.js';
import { count, fixed, signed } from '../../wire/format.js';
import { CELL_COLOURS } from '../cells/draw-cells.js';
import { MARKS, RoadMap, type RoadStroke, Widths } from '../cells/road-map.js';
import { useLoadAll } from '../load.js';
import { PlainTable } from '../parts/number-table.js';
import { PAIRED_HEAD, pairedCells } from '../parts/paired-cells.js';
import { Loading } from '../parts/states.js';
import { Swatches } from '../parts/swatches.js';
import type { City } from '../player/city.js';
import { useCity } from '../player/use-city.js';
import { source } from '../source.js';
import { RoadDay, type RoadDayProps } from './road-day.js';

const MOST_ROADS = 12;
const VIEWS = { difference: 'Difference', before: 'Before', after: 'After' } as const;
type View = keyof typeof VIEWS;
const DIFFERENCE = [
  { name: 'more cars', mark: CELL_COLOURS.more },
  { name: 'fewer', mark: CELL_COLOURS.fewer },
];
/** A road as it is drawn; `change` only where cars differ. */
interface ShownRoad extends RoadStroke {
  readonly change: RoadChange | null;
}

/** Cars per day by road before, after and their difference, with what the scenario changes. */
export function ChangedRoads({ change: { answer, drawn, sameRoads } }: { readonly change: SimulationChange }) {
  const { a, b, names, roads } = answer;
  const city = useCity(b);
  const [view, setView] = useState<View>('difference');
  const [picked, setPicked] = useState<number | null>(null);
  const [goal, setGoal] = useState<number | null>(null);
  const all = roads ?? [];
  const shown = useMemo<ShownRoad[]>(() => roadsOf(all, sameRoads ?? [], view), [roads, sameRoads, view]);
  const most = shown.reduce((max, { value }) => Math.max(max, Math.abs(value)), 1);
  const kinds = [...new Set(drawn.map(({ kind }) => kind))];
  return (
    <section class="card" data-of="roads places">
      <h2>Cars per day by road</h2>
      {city === null ? (
        <Loading what="the map" />
      ) : (
        <>
          <div class="segments">
            {Object.entries(VIEWS).map(([name, title]) => (
              <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name as View)}>
                {title}
              </button>
            ))}
          </div>
          <RoadMap
            city={city}
            roads={shown}
            places={drawn}
            most={most}
            picked={picked}
            goal={goal}
            onPick={(road) => setPicked(road?.row ?? null)}
            label={`${VIEWS[view]} of cars per day by road, ${names.join(' and ')}. ${count(all.length)} roads change.`}
            say={(road) =>
              road === null ? (
                <span class="soft">Point at a road for its numbers.</span>
              ) : (
                <Said road={road} city={city} />
              )
            }
          />
          <p>
            <Swatches
              entries={[
                ...(view === 'difference' ? DIFFERENCE : [{ name: 'cars', mark: 'generated' }]),
                ...kinds.map((kind) => ({ name: MARKS[kind].name, mark: MARKS[kind].colour })),
              ]}
            >
              <Widths most={most} unit="cars per day" />
            </Swatches>
          </p>
          {picked !== null && <DayOf runs={[a, b]} names={names} city={city} row={picked} />}
        </>
      )}
      <PlainTable
        title="Roads that change most"
        head={['road', ...PAIRED_HEAD, 'people who drive there']}
        rows={mostChanged(all).map((road) => [
          <button
            key="road"
            type="button"
            class="link"
            onClick={() => {
              setPicked(road.row);
              setGoal(road.row);
            }}
          >
            {road.name || (city?.nameOfRoad(road.row) ?? 'unnamed road')}
          </button>,
          ...pairedCells(road, 1),
          count(road.users),
        ])}
      />
    </section>
  );
}

/** The day of a road in both runs. */
function DayOf({ runs, ...road }: { readonly runs: readonly string[] } & Omit<RoadDayProps, 'reports'>) {
  const addresses = runs.map((run) => API.traffic.at({ run })).filter((at) => source.has(at));
  const { data, error } = useLoadAll(addresses);
  if (addresses.length < runs.length || error !== null) return null;
  if (data === null) return <Loading what="the day of this road" />;
  return <RoadDay {...road} reports={data} />;
}

/** The busiest changes, one part of each named road. */
function mostChanged(roads: readonly RoadChange[]): RoadChange[] {
  const seen = new Set<string>();
  return [...roads]
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
    .filter(({ name }) => name === '' || (!seen.has(name) && seen.add(name)))
    .slice(0, MOST_ROADS);
}

function roadsOf(changed: readonly RoadChange[], same: readonly number[], view: View): ShownRoad[] {
  if (view === 'difference')
    return changed.map((change) => ({
      row: change.row,
      value: change.difference,
      colour: change.difference > 0 ? CELL_COLOURS.more : CELL_COLOURS.fewer,
      change,
    }));
  const drawn = changed.map((change) => ({
    row: change.row,
    value: view === 'before' ? change.a : change.b,
    colour: 'accent',
    change,
  }));
  const others = same.flatMap((row, i) =>
    i % 2 === 0 ? [{ row, value: same[i + 1]!, colour: 'accent', change: null }] : [],
  );
  return [...drawn, ...others].filter(({ value }) => value > 0);
}

function Said({ road: { row, value, change }, city }: { readonly road: ShownRoad; readonly city: City }) {
  if (change === null)
    return (
      <>
        {city.nameOfRoad(row)}: {fixed(value, 1)} cars per day before and after
      </>
    );
  const { a, b, difference, low, high, users, changed } = change;
  return (
    <>
      <bdi>{city.nameOfRoad(row)}</bdi>: {fixed(a, 1)} cars per day before, {fixed(b, 1)} after, {signed(difference, 1)}{' '}
      ({low === null ? 'too few change for an interval' : `95 % interval ${signed(low, 1)} to ${signed(high, 1)}`};{' '}
      {count(users)} people drive here, {count(changed)} more or less often)
    </>
  );
}
