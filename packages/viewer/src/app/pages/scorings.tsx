import type { ComponentChildren } from 'preact';
import { PAGES } from '../../wire/addresses.js';
import { count, fixed } from '../../wire/format.js';
import type { ListedFlows, ListedScoring } from '../../wire/humob.js';
import type { ListedMeasures, Listing } from '../../wire/runs.js';
import { ListTable } from '../parts/list-table.js';
import { href } from '../route.js';

type Listed = Pick<ListedScoring, 'name' | 'trouble'>;

interface BoardProps<T extends Listed> {
  readonly title: string;
  readonly columns: Parameters<typeof ListTable>[0]['columns'];
  readonly listed: readonly T[];
  readonly at: (name: string) => string;
  readonly note?: (one: T) => ComponentChildren;
  readonly cells: (one: T) => readonly ComponentChildren[];
}

/** A board of what is not a run; none without any. */
function Board<T extends Listed>({ title, columns, listed, at, note, cells }: BoardProps<T>) {
  if (listed.length === 0) return null;
  const rows = listed.map((one) => ({
    key: one.name,
    cells: [
      <>
        <a href={at(one.name)}>
          <bdi>{one.name}</bdi>
        </a>
        {note?.(one)}
        {one.trouble && <span class="trouble">{one.trouble}</span>}
      </>,
      ...cells(one),
    ],
  }));
  return (
    <section class="board">
      <h2>{title}</h2>
      <ListTable {...{ title, columns, rows }} />
    </section>
  );
}

const below = (text: ComponentChildren) => <span class="soft sub">{text}</span>;

/** Scorings of HuMob submissions. */
const Scorings = ({ scorings }: { readonly scorings: readonly ListedScoring[] }) => (
  <Board
    title="HuMob scorings"
    columns={[
      'scoring',
      { name: 'GEO-BLEU, higher is better', short: 'GEO-BLEU' },
      { name: 'DTW, km, lower is better', short: 'DTW, km' },
      { name: 'users' },
    ]}
    listed={scorings}
    at={(scoring) => href(PAGES.scoring, { scoring })}
    note={({ synthetic }) => synthetic && below('synthetic people')}
    cells={({ geobleu, rules, dtw, users }) => [
      <>
        {fixed(geobleu?.value, 4)}
        {rules && below(rules)}
      </>,
      fixed(dtw?.value, 2),
      count(users),
    ]}
  />
);

/** Scored predictions of daily flows. */
const FlowsList = ({ flows }: { readonly flows: readonly ListedFlows[] }) => (
  <Board
    title="Predicted flows"
    columns={[
      'scoring',
      { name: 'best combined NRMSE, lower is better', short: 'combined NRMSE' },
      { name: 'predictions', isText: true },
      { name: 'days' },
    ]}
    listed={flows}
    at={(scoring) => href(PAGES.keptFlows, { scoring })}
    cells={({ combined, predictions, days }) => [
      <>
        {fixed(combined?.value, 4)}
        {combined?.low != null && below(`${fixed(combined.low, 4)} – ${fixed(combined.high, 4)}`)}
      </>,
      <bdi key="predictions">{predictions.join(', ')}</bdi>,
      count(days),
    ]}
  />
);

/** Reports of `asbench measure`. */
const MeasureList = ({ reports }: { readonly reports: readonly ListedMeasures[] }) => (
  <Board
    title="Reports of measures"
    columns={[
      'report',
      { name: 'generated', isText: true },
      { name: 'real', isText: true },
      { name: 'people' },
      { name: 'measures that differ', short: 'that differ' },
    ]}
    listed={reports}
    at={(report) => href(PAGES.measures, { report })}
    cells={({ generated, real, people, different, measures }) => [
      ...[generated, real].map((name) => <bdi key="name">{name ?? '–'}</bdi>),
      count(people),
      different === null ? '–' : `${count(different)} of ${count(measures)}`,
    ]}
  />
);

/** What is listed below the runs. */
export const OtherBoards = ({ listing }: { readonly listing: Listing }) => (
  <>
    <Scorings scorings={listing.scorings} />
    <FlowsList flows={listing.flows} />
    <MeasureList reports={listing.measures} />
  </>
);
