import { counted } from '@itinera/base';
import type { ComponentChildren } from 'preact';
import { PAGES } from '../../wire/addresses.js';
import type { GroupChange, SimulationAnswer, SimulationChange } from '../../wire/comparison.js';
import { count, sentence, signed, typeset } from '../../wire/format.js';
import { Bars } from '../charts/findings.js';
import { Facts } from '../parts/facts.js';
import { PlainTable } from '../parts/number-table.js';
import { PAIRED_HEAD, pairedCells } from '../parts/paired-cells.js';
import { PersonLinks } from '../parts/person-links.js';
import { Tag } from '../parts/states.js';
import { href } from '../route.js';
import { ChangedRoads } from './changed-roads.js';

const MOST_ZONES = 12;

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
      {answer.roads !== null && <ChangedRoads change={change} />}
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
    ['of these, cannot make all their trips', cutOff.people],
  ] as const;
  return (
    <section
      class="card change"
      data-of="a b names says said caveats synthetic verdicts cutOff people days scenarios concerned effectOf"
    >
      {caveats.map((caveat) => (
        <p key={caveat} class="trouble">
          {typeset(caveat)}
        </p>
      ))}
      <p class="verdict">
        {typeset(first ?? '')} {synthetic && <Tag>SYNTHETIC</Tag>}
      </p>
      <Facts facts={facts.map(([name, value]) => [name, count(value)])} />
      {rest.map((text) => (
        <p key={text}>{typeset(text)}</p>
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
                  <li key={line}>{typeset(line)}</li>
                ))}
              </ul>
            </div>
          ),
      )}
      <p class="soft">
        {counted(people, 'person', 'people')}, {counted(days, 'day')}.
      </p>
    </section>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly (GroupChange & { readonly name?: string })[];
}

function Groups({ title, groups }: GroupsProps) {
  return (
    <PlainTable
      title={title}
      head={['group', 'people', ...PAIRED_HEAD, 'lose', 'gain']}
      rows={groups.map((one) => [
        one.name ?? (one.group === 'purpose' ? sentence(one.value) : `${sentence(one.group)}: ${one.value}`),
        count(one.people),
        ...pairedCells(one),
        count(one.lose),
        count(one.win),
      ])}
    />
  );
}

/** Width of a chart in which each bar has room for its label, pixels. */
const WIDE = 640;

const concerned = ({ lose, win }: GroupChange) => lose + win;

const SECTIONS: readonly Section[] = [
  {
    title: 'How much people gain and lose',
    of: ['distribution', 'cutOff'],
    View: ({ answer: { distribution, cutOff } }) => {
      const moved = distribution.filter(({ from, to }) => from === null || to === null || from * to > 0);
      return (
        <>
          {moved.some(({ people }) => people > 0) ? (
            <Bars
              title="People by change in travel, minutes per day; changes below one minute are omitted"
              names={['people']}
              rows={[moved.map(({ people }) => people)]}
              label={(i) => nameOfBin(moved[i]!)}
              every={(width) => (width < WIDE ? 1 + Math.round(WIDE / (2 * width)) : 1)}
              say={count}
            />
          ) : (
            <p>Nobody&rsquo;s travel changes by a minute per day or more.</p>
          )}
          {cutOff.people > 0 && (
            <p class="soft">Without {counted(cutOff.people, 'person', 'people')} who cannot make all their trips.</p>
          )}
        </>
      );
    },
  },
  {
    title: 'Minutes of travel per day, by group of people',
    of: ['groups', 'groupNote'],
    View: ({ answer: { groups, groupNote } }) =>
      groups.length > 0 && (
        <>
          <Groups title="Minutes of travel per day by group" groups={groups} />
          {groupNote !== null && <p class="soft">{groupNote}</p>}
        </>
      ),
  },
  {
    title: 'Minutes per trip, by purpose',
    of: ['purposes', 'sameTrips'],
    View: ({ answer: { purposes, sameTrips } }) => {
      const { delay } = sameTrips;
      return (
        <Groups
          title="Minutes per trip by purpose, of trips that arrive in both runs"
          groups={delay === null ? purposes : [...purposes, { ...ALL, ...delay }]}
        />
      );
    },
  },
  {
    title: 'Minutes of travel per day, by zone of the home',
    of: ['zones'],
    View: ({ answer: { zones } }) => {
      const found = zones.filter((zone) => concerned(zone) > 0).sort((a, b) => concerned(b) - concerned(a));
      return (
        zones.length > 0 && (
          <>
            <Groups title="Minutes of travel per day by zone" groups={found.slice(0, MOST_ZONES)} />
            <p class="soft">
              In {count(found.length)} of {count(zones.length)} zones, people lose or gain
              {found.length > MOST_ZONES && `; those with the most such people are shown`}. Zones are squares, named by
              the nearest place of the map.
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
          head={['measure', ...PAIRED_HEAD, 'people with any', 'people who change']}
          rows={Object.entries(totals).map(([name, value]) => [
            sentence(name),
            ...pairedCells(value),
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
            {typeset(limit)}
          </p>
        ))}
      </>
    ),
  },
  {
    title: 'People who cannot make all their trips',
    of: ['cutOff'],
    View: ({ answer: { cutOff, a, b } }) =>
      cutOff.people > 0 && (
        <p>
          People{' '}
          <PersonLinks
            run={b}
            ids={cutOff.ids}
            all={cutOff.people}
            at={(person) => href(PAGES.comparedPerson, { a, b, person })}
          />
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
            <li key={text}>{typeset(text)}</li>
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
