import type { ComponentChildren } from 'preact';

interface Column {
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
  /** Cells by row; the first of each names the row. */
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ComponentChildren[] }[];
}

/** A list of links with facts, whose rows are cards on narrow screens. */
export function ListTable({ title, people = false, columns: [first, ...others], rows }: Props) {
  return (
    <table class={people ? 'runs people' : 'runs'} aria-label={title}>
      <thead>
        <tr>
          {[first, ...others.map(({ name }) => name)].map((name) => (
            <th key={name}>{name}</th>
          ))}
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
