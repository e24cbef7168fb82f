import type { PeoplePage as Page, PersonRow } from '../../wire/people.js';
import { asDuration, count, fixed, metres } from '../format.js';
import { useLoad } from '../load.js';
import { Pager } from '../parts/pager.js';
import { Empty, Loading, Trouble } from '../parts/states.js';
import { href, setQuery, useRoute } from '../route.js';
import { source } from '../source.js';

const COLUMNS: readonly (readonly [key: string, title: string, say: (row: PersonRow) => string])[] = [
  ['trips', 'trips', (row) => count(row.trips)],
  ['minutes', 'on the way', (row) => asDuration(row.minutes * 60)],
  ['kilometres', 'way', (row) => `${fixed(row.kilometres)} km`],
  ['places', 'places', (row) => count(row.places)],
  ['radius', 'radius', (row) => metres(row.radius)],
  ['problems', 'problems', (row) => count(row.problems)],
  ['cost', 'costs points', (row) => (row.cost === null ? '–' : `−${fixed(row.cost, 2)}`)],
];

interface PeopleProps {
  readonly name: string;
  /** Milliseconds until the list is loaded again; 0 for not again. */
  readonly refresh: number;
}

/** Everybody in a run, in any order. */
export function PeopleView({ name, refresh }: PeopleProps) {
  const { query } = useRoute();
  const [sort, order, q, offset] = ['sort', 'order', 'q', 'offset'].map((key) => query.get(key) ?? '');
  const base = `runs/${encodeURIComponent(name)}/people`;
  const search = new URLSearchParams({ sort: sort || 'id', order: order || 'up', q: q!, offset: offset! });
  const { data, error } = useLoad<Page>(source.live ? `${base}?${search}` : base, refresh);
  if (error) return <Trouble title="The people cannot be listed">{error}</Trouble>;
  const by = (key: string) => () =>
    setQuery({ sort: key, order: sort === key && order === 'down' ? 'up' : 'down', offset: null });
  return (
    <>
      {source.live && (
        <search class="filters">
          <label>
            <span>person</span>
            <input
              type="search"
              inputMode="numeric"
              value={q}
              placeholder="number"
              onInput={(event) => setQuery({ q: event.currentTarget.value, offset: null })}
            />
          </label>
        </search>
      )}
      {data === null && <Loading what="people" />}
      {data?.total === 0 && (
        <Empty title="Nobody is here">{q ? `No number begins with ${q}.` : 'Nobody has finished the days yet.'}</Empty>
      )}
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
                    <a href={href(['run', name, 'person', row.id])}>person {row.id}</a>
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
          <Pager total={data.total} offset={data.offset} shown={data.rows.length} />
        </>
      )}
    </>
  );
}
