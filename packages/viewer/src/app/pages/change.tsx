import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { API, PAGES } from '../../wire/addresses.js';
import type {
  GroupChange,
  PairedValue,
  RoadChange,
  SimulationAnswer,
  SimulationChange,
} from '../../wire/comparison.js';
import { CELL_COLOURS } from '../cells/draw-cells.js';
import { MARKS, RoadMap, type RoadStroke, Widths } from '../cells/road-map.js';
import { Bars } from '../charts/bin-chart.js';
import { count, fixed, sentence, signed } from '../format.js';
import { useLoadAll } from '../load.js';
import { PlainTable } from '../parts/number-table.js';
import { Loading, Tag } from '../parts/states.js';
import type { City } from '../player/city.js';
import { useCity } from '../player/use-city.js';
import { href } from '../route.js';
import { source } from '../source.js';
import { RoadDay } from './road-day.js';

const [MOST_ZONES, MOST_ROADS] = [12, 12];

interface SectionProps {
  readonly answer: SimulationAnswer;
}

/** A part of the page, and what of the answer it shows. */
interface Section {
  readonly title: string;
  readonly of: readonly (keyof SimulationAnswer)[];
  readonly View: (props: SectionProps) => ComponentChildren;
}

/** What two simulations differ in, in the order in which it is read. */
export function Change({ change }: { readonly change: SimulationChange }) {
  const { answer } = change;
  return (
    <>
      <Headline answer={answer} />
      {answer.roads !== null && <Roads change={change} />}
      {SECTIONS.map(({ title, of, View }) => {
        const shown = View({ answer });
        return (
          shown && (
            <section key={title} class="card" data-of={of.join(' ')}>
              <h2>{title}</h2>
              {shown}
            </section>
          )
        );
      })}
    </>
  );
}

function Headline({
  answer: { says, said, caveats, synthetic, verdicts, cutOff, people, days, scenarios },
}: SectionProps) {
  const [first, ...rest] = says;
  const facts = [
    ['lose', verdicts.loses],
    ['gain', verdicts.wins],
    ['change by less than a minute', verdicts.similar],
    ['have the same days', verdicts.same],
    ['cannot make all their trips', cutOff.people],
  ] as const;
  return (
    <section
      class="card change"
      data-of="a b says said caveats synthetic verdicts cutOff people days scenarios effectOf"
    >
      {caveats.map((caveat) => (
        <p key={caveat} class="trouble">
          {caveat}
        </p>
      ))}
      <p class="verdict">
        {first} {synthetic && <Tag>SYNTHETIC</Tag>}
      </p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      {rest.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {said.map(
        (lines, i) =>
          lines.length > 0 && (
            <div key={i}>
              <h2>
                {said.every(({ length }) => length > 0) ? `${['First', 'Second'][i]} scenario` : 'The scenario'}
                {scenarios[i] !== null && (
                  <>
                    : <bdi>{scenarios[i]}</bdi>
                  </>
                )}
              </h2>
              <ul class="plain">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          ),
      )}
      <p class="soft">
        {count(people)} people, {count(days)} {days === 1 ? 'day' : 'days'}.
      </p>
    </section>
  );
}

/** Before, after, difference and interval, as cells. */
function cells({ a, b, difference, low, high }: PairedValue, digits = 2): string[] {
  const range = low === null ? '–' : `${signed(low, digits)} to ${signed(high, digits)}`;
  return [fixed(a, digits), fixed(b, digits), signed(difference, digits), range];
}
const CHANGE_HEAD = ['before', 'after', 'difference', '95 %'];

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly (GroupChange & { readonly name?: string })[];
}

function Groups({ title, groups }: GroupsProps) {
  return (
    <PlainTable
      title={title}
      head={['group', 'people', ...CHANGE_HEAD, 'lose', 'gain']}
      rows={groups.map((one) => [
        one.name ?? (one.group === 'purpose' ? sentence(one.value) : `${sentence(one.group)}: ${one.value}`),
        count(one.people),
        ...cells(one),
        count(one.lose),
        count(one.win),
      ])}
    />
  );
}

const concerned = ({ lose, win }: GroupChange) => lose + win;

const SECTIONS: readonly Section[] = [
  {
    title: 'How much people gain and lose',
    of: ['distribution'],
    View: ({ answer: { distribution } }) => {
      const moved = distribution.filter(({ from, to }) => from === null || to === null || from * to > 0);
      return (
        <Bars
          title="People by the change of their travel, minutes per day; without those for whom it changes by less than one"
          names={['people']}
          rows={[moved.map(({ people }) => people)]}
          label={(i) => nameOfBin(moved[i]!)}
          every={1}
          say={count}
        />
      );
    },
  },
  {
    title: 'Who: minutes of travel per day by group',
    of: ['groups'],
    View: ({ answer: { groups } }) =>
      groups.length > 0 && <Groups title="Minutes of travel per day by group" groups={groups} />,
  },
  {
    title: 'Where to: minutes per trip by purpose',
    of: ['purposes', 'sameTrips'],
    View: ({ answer: { purposes, sameTrips } }) => {
      const { n, gone, added, delay } = sameTrips;
      return (
        <>
          <p class="soft">
            {count(n)} trips arrive in both runs, {count(gone)} are gone and {count(added)} are new.
          </p>
          <Groups
            title="Minutes per trip by purpose, of trips in both runs"
            groups={delay === null ? purposes : [...purposes, { ...ALL, ...delay }]}
          />
        </>
      );
    },
  },
  {
    title: 'Where: minutes of travel per day by zone of home',
    of: ['zones'],
    View: ({ answer: { zones } }) => {
      const found = zones.filter((zone) => concerned(zone) > 0).sort((a, b) => concerned(b) - concerned(a));
      return (
        zones.length > 0 && (
          <>
            <Groups title="Minutes of travel per day by zone" groups={found.slice(0, MOST_ZONES)} />
            <p class="soft">
              In {count(found.length)} of {count(zones.length)} zones somebody loses or gains
              {found.length > MOST_ZONES && `; those with the most people who do`}. Zones are squares, named by the
              nearest place of the map.
            </p>
          </>
        )
      );
    },
  },
  {
    title: 'Means per person and day: travel, modes, emissions',
    of: ['totals', 'modeChanges', 'limits'],
    View: ({ answer: { totals, modeChanges, limits } }) => (
      <>
        <PlainTable
          title="Means per person and day"
          head={['measure', ...CHANGE_HEAD, 'people who have any', 'for whom it changes']}
          rows={Object.entries(totals).map(([name, value]) => [
            sentence(name),
            ...cells(value),
            count(value.users),
            count(value.changed),
          ])}
        />
        {modeChanges.length > 0 && (
          <PlainTable
            title="The same trips by another mode"
            head={['mode', 'trips', 'people', 'minutes per trip before', 'after']}
            rows={modeChanges.map(({ from, to, trips, people, minutesA, minutesB }) => [
              `${sentence(to)} instead of ${from}`,
              count(trips),
              count(people),
              ...[minutesA, minutesB].map((minutes) => minutes?.toFixed(1) ?? '–'),
            ])}
          />
        )}
        {limits.map((limit) => (
          <p key={limit} class="soft">
            {limit}
          </p>
        ))}
      </>
    ),
  },
  {
    title: 'Who cannot make all their trips',
    of: ['cutOff'],
    View: ({ answer: { cutOff, a, b } }) =>
      cutOff.people > 0 && (
        <p>
          {cutOff.ids.map((person, i) => (
            <>
              {i > 0 && ', '}
              {source.has(API.person.at({ run: b, person })) ? (
                <a href={href(PAGES.comparedPerson, { a, b, person })}>person {person}</a>
              ) : (
                `person ${person}`
              )}
            </>
          ))}
          {cutOff.people > cutOff.ids.length && ` and ${count(cutOff.people - cutOff.ids.length)} more`}
        </p>
      ),
  },
  {
    title: 'Method and limits',
    of: ['method', 'startedAt'],
    View: ({ answer: { method, startedAt } }) => (
      <>
        <ul class="plain">
          {method.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p class="soft">The second run was started on {startedAt.slice(0, 10)}.</p>
      </>
    ),
  },
];
const ALL = { group: 'purpose', value: 'all' } as const;

function nameOfBin({ from, to }: SimulationAnswer['distribution'][number]): string {
  if (from === null) return `≤ ${signed(to, 0)}`;
  if (to === null) return `≥ ${signed(from, 0)}`;
  return `${signed(from, 0)} to ${signed(to, 0)}`;
}

const VIEWS = { difference: 'Difference', before: 'Before', after: 'After' } as const;
type View = keyof typeof VIEWS;
/** A road as it is drawn; `change` only where cars differ. */
interface ShownRoad extends RoadStroke {
  readonly change: RoadChange | null;
}

/** Cars per day by road before, after and their difference, with what the scenario changes. */
function Roads({ change: { answer, drawn, sameRoads } }: { readonly change: SimulationChange }) {
  const { a, b, roads } = answer;
  const city = useCity(b);
  const [view, setView] = useState<View>('difference');
  const [picked, setPicked] = useState<number | null>(null);
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
            onPick={(road) => setPicked(road?.row ?? null)}
            label={`${VIEWS[view]} of cars per day by road, ${b} and ${a}. ${count(all.length)} roads change.`}
            say={(road) =>
              road === null ? (
                <span class="soft">Point at a road for its numbers.</span>
              ) : (
                <Said road={road} city={city} />
              )
            }
          />
          <p class="legend">
            {view === 'difference' ? (
              <>
                <span>
                  <i class={`mark-${CELL_COLOURS.more}`} /> more cars
                </span>
                <span>
                  <i class={`mark-${CELL_COLOURS.fewer}`} /> fewer
                </span>
              </>
            ) : (
              <span>
                <i class="mark-generated" /> cars
              </span>
            )}
            <Widths most={most} unit="cars per day" />
            {kinds.map((kind) => (
              <span key={kind}>
                <i style={{ background: `var(--${MARKS[kind].colour})` }} /> {MARKS[kind].name}
              </span>
            ))}
          </p>
          {picked !== null && <DayOf runs={[a, b]} city={city} row={picked} />}
        </>
      )}
      <PlainTable
        title="Roads that change most"
        head={['road', ...CHANGE_HEAD, 'people who drive there']}
        rows={mostChanged(all).map((road) => [
          <button key="road" type="button" class="link" onClick={() => setPicked(road.row)}>
            {nameOf(road)}
          </button>,
          ...cells(road, 1),
          count(road.users),
        ])}
      />
    </section>
  );
}

/** The day of a road in both runs. */
function DayOf({ runs, city, row }: { readonly runs: readonly string[]; readonly city: City; readonly row: number }) {
  const addresses = runs.map((run) => API.traffic.at({ run })).filter((at) => source.has(at));
  const { data } = useLoadAll(addresses);
  return data?.length === runs.length ? <RoadDay runs={runs} reports={data} city={city} row={row} /> : null;
}

const nameOf = ({ name, road }: RoadChange) => (name === '' ? `road ${road}` : name);

/** The busiest changes, one part of each named road. */
function mostChanged(roads: readonly RoadChange[]): RoadChange[] {
  const seen = new Set<string>();
  return [...roads]
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
    .filter((road) => !seen.has(nameOf(road)) && seen.add(nameOf(road)))
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
        {city.roadNames[city.lineOfRoad.get(row)!] || 'Road without a name'}: {fixed(value, 1)} cars per day before and
        after
      </>
    );
  const { name, a, b, difference, low, high, users, changed } = change;
  return (
    <>
      {name === '' ? 'Road without a name' : <bdi>{name}</bdi>} ({change.road}): {fixed(a, 1)} cars per day before,{' '}
      {fixed(b, 1)} after, {signed(difference, 1)} (
      {low === null ? 'too few change for an interval' : `95 % interval ${signed(low, 1)} to ${signed(high, 1)}`};{' '}
      {count(users)} people drive here, {count(changed)} more or less often)
    </>
  );
}
