import { API, PAGES } from '../../wire/addresses.js';
import { PEOPLE_PER_PAGE, type PersonRow } from '../../wire/people.js';
import { asDuration, count, fixed, metres } from '../format.js';
import { useLoad } from '../load.js';
import { REFRESH, type RunView } from '../page.js';
import { Pager } from '../parts/pager.js';
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
export const peopleView: RunView = {
  at: 'run/:run/people',
  tab: 'People',
  isShown: ({ run }) => source.has(API.people.at({ run: run.name })),
  View: ({ data: { run } }) => <People name={run.name} refresh={run.state === 'running' ? REFRESH : 0} />,
};

function People({ name, refresh }: { readonly name: string; readonly refresh: number }) {
  const { query } = useRoute();
  const [sort, order, q, offset] = ['sort', 'order', 'q', 'offset'].map((key) => query.get(key) ?? '');
  const search = new URLSearchParams({ sort: sort || 'id', order: order || 'up', q: q!, offset: offset! });
  const { data, error } = useLoad(API.people.at({ run: name }, source.searchFor(search)), refresh);
  if (error) return <Trouble title="People cannot be listed">{error}</Trouble>;
  const by = (key: string) => () =>
    setQuery({ sort: key, order: sort === key && order === 'down' ? 'up' : 'down', offset: null });
  return (
    <>
      {source.live && (
        <search class="filters">
          <label>
            <span>search</span>
            <input
              type="search"
              value={q}
              placeholder="number, age, occupation, intention, place"
              onInput={(event) => setQuery({ q: event.currentTarget.value, offset: null })}
            />
          </label>
        </search>
      )}
      {data === null && <Loading what="people" />}
      {data?.total === 0 && <Empty title="No people">{q ? `Nobody fits “${q}”.` : 'Nobody has finished yet.'}</Empty>}
      {data !== null && data.total > 0 && (
        <>
          <table class="runs people" aria-label="People of the run">
            <thead>
              <tr>
                <th>person</th>
                {COLUMNS.map(([key, title]) => (
                  <th key={key} aria-sort={sort === key ? (order === 'down' ? 'descending' : 'ascending') : 'none'}>
                    <button type="button" class="plain" onClick={by(key)} disabled={!source.live}>
                      {title}
                      {sort === key && <span aria-hidden="true">{order === 'down' ? ' ↓' : ' ↑'}</span>}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td class="col-name">
                    <a href={href(PAGES.person, { run: name, person: row.id })}>person {row.id}</a>
                    {source.has(API.replay.at({ run: name })) && (
                      <a class="on-map" href={href(PAGES.replay, { run: name }, { follow: String(row.id) })}>
                        map<span class="hidden"> of person {row.id}</span>
                      </a>
                    )}
                  </td>
                  {COLUMNS.map(([key, title, say]) => (
                    <td key={key} class="num" data-name={title}>
                      {say(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Pager total={data.total} offset={data.offset} shown={data.rows.length} page={PEOPLE_PER_PAGE} />
        </>
      )}
    </>
  );
}
