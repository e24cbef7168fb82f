import type { ComponentChildren } from 'preact';

/** How a list is sorted: by the key of a column. */
export interface Sort {
  readonly by: string;
  readonly isUp: boolean;
  readonly to: (key: string) => void;
}

/** The head of a column that sorts the list. */
export function SortHead({ of, name, sort: { by, isUp, to } }: { of: string; name: string; sort: Sort }) {
  const isSorted = by === of;
  return (
    <th aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'} class={`col-${of}`}>
      <button type="button" class="plain" onClick={() => to(of)}>
        {name}
        {isSorted && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

interface Column {
  /** By which the list can be sorted. */
  readonly key?: string;
  readonly name: string;
  /** The name beside a cell on narrow screens; default: `name`. */
  readonly short?: string;
  readonly isText?: boolean;
}

interface Props {
  readonly title: string;
  /** Whether its rows are people. */
  readonly people?: boolean;
  readonly columns: readonly [first: string, ...others: readonly Column[]];
  readonly sort?: Sort;
  /** Cells by row; the first of each names the row. */
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ComponentChildren[] }[];
}

/** A list of links with facts, whose rows are cards on narrow screens. */
export function ListTable({ title, people = false, columns: [first, ...others], sort, rows }: Props) {
  return (
    <table class={people ? 'runs people' : 'runs'} aria-label={title}>
      <thead>
        <tr>
          <th>{first}</th>
          {others.map(({ key, name }) =>
            sort && key ? <SortHead key={key} of={key} {...{ name, sort }} /> : <th key={name}>{name}</th>,
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <td class="col-name">{name}</td>
            {others.map(({ name, short = name, isText = false }, i) => (
              <td key={name} class={isText ? '' : 'num'} data-name={short}>
                {cells[i]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
