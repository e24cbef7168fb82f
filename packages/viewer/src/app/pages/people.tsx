import { API, PAGES } from '../../wire/addresses.js';
import { asDuration, count, fixed, metres } from '../../wire/format.js';
import { PEOPLE_PER_PAGE, type PeoplePage, type PersonRow } from '../../wire/people.js';
import { peoplePage, readPeopleIndex } from '../../wire/people-index.js';
import { type Loaded, useBytes, useLast, useLoad } from '../load.js';
import { REFRESH, type RunView } from '../page.js';
import { Field } from '../parts/choice.js';
import { ListTable } from '../parts/list-table.js';
import { LongList } from '../parts/long-list.js';
import { Empty, Loading, Trouble } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';
import { source } from '../source.js';

const COLUMNS: readonly (readonly [key: string, title: string, say: (row: PersonRow) => string])[] = [
  ['trips', 'trips', (row) => count(row.trips)],
  ['minutes', 'travel time', (row) => asDuration(row.minutes * 60)],
  ['kilometres', 'distance', (row) => `${fixed(row.kilometres)} km`],
  ['places', 'places', (row) => count(row.places)],
  ['radius', 'radius', (row) => metres(row.radius)],
  ['problems', 'problems', (row) => count(row.problems)],
  ['cost', 'points lost', (row) => (row.cost === null ? '–' : `−${fixed(row.cost, 2)}`)],
];

/** All people of a run, sorted by any column. */
export const PeopleOfRun: RunView['View'] = ({ data: { run } }) => (
  <People name={run.name} refresh={run.state === 'running' ? REFRESH : 0} />
);

/** A page of the people, from the server, or of those that a report or a site holds. */
function usePeople(run: string, search: URLSearchParams, refresh: number): Loaded<PeoplePage> {
  const found = useLoad(source.live ? API.people.at({ run }, search) : null, refresh);
  const held = useBytes(source.live ? null : API.peopleIndex.at({ run }), readPeopleIndex);
  if (source.live) return found;
  const [columns, facts] = held.data ?? [];
  return { ...held, data: columns ? peoplePage(columns, search, facts) : null };
}

function People({ name, refresh }: { readonly name: string; readonly refresh: number }) {
  const { query } = useRoute();
  const [sort, order, q, offset] = ['sort', 'order', 'q', 'offset'].map((key) => query.get(key) ?? '');
  const search = new URLSearchParams({ sort: sort || 'id', order: order || 'up', q: q!, offset: offset! });
  const { data, error } = useLast(usePeople(name, search, refresh));
  if (error) return <Trouble title="People cannot be listed">{error}</Trouble>;
  // Some are measured only by a benchmark.
  const columns = COLUMNS.filter(([key, , say]) => key === sort || data?.rows.some((row) => say(row) !== '–'));
  const by = (key: string) =>
    setQuery({ sort: key, order: sort === key && order === 'down' ? 'up' : 'down', offset: null });
  return (
    <>
      <search class="filters">
        <Field label="search">
          <input
            type="search"
            value={q}
            placeholder="number, age, occupation, intention, place"
            onInput={(event) => setQuery({ q: event.currentTarget.value, offset: null })}
          />
        </Field>
      </search>
      {data === null && <Loading what="people" />}
      {data?.total === 0 && <Empty title="No people">{q ? `Nobody fits “${q}”.` : 'Nobody has finished yet.'}</Empty>}
      {data !== null && data.total > 0 && (
        <LongList total={data.total} offset={data.offset} shown={data.rows.length} page={PEOPLE_PER_PAGE}>
          <ListTable
            title="People of the run"
            people
            columns={['person', ...columns.map(([key, name]) => ({ key, name }))]}
            sort={{ by: sort!, isUp: order !== 'down', to: by }}
            rows={data.rows.map((row) => ({
              key: row.id,
              cells: [
                <>
                  <a href={href(PAGES.person, { run: name, person: row.id })}>person {row.id}</a>
                  {source.has(API.replay.at({ run: name })) && (
                    <a class="on-map" href={href(PAGES.replay, { run: name }, { follow: String(row.id) })}>
                      map<span class="hidden"> of person {row.id}</span>
                    </a>
                  )}
                </>,
                ...columns.map(([, , say]) => say(row)),
              ],
            }))}
          />
        </LongList>
      )}
    </>
  );
}
