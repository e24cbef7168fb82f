import type { ComponentChildren } from 'preact';
import { ScrollRegion } from './scroll-region.js';

interface Props {
  readonly title: string;
  /** Whether the title is visible above the table; otherwise only screen readers announce it. */
  readonly captioned?: boolean;
  readonly head: readonly string[];
  /** Rows. */
  readonly children: ComponentChildren;
}

/** A table of numbers that scrolls if it does not fit. */
export function NumberTable({ title, captioned = false, head, children }: Props) {
  return (
    <ScrollRegion label={title}>
      <table class="numbers">
        <caption class={captioned ? '' : 'hidden'}>{title}</caption>
        <thead>
          <tr>
            {head.map((name) =>
              name === '' ? (
                <td key={name} />
              ) : (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

interface PlainProps extends Omit<Props, 'children'> {
  /** Cells by row; the first of each names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Whether a row stands out. */
  readonly isMain?: (row: number) => boolean;
}

/** A table of numbers, given as cells. */
export function PlainTable({ rows, isMain, ...of }: PlainProps) {
  return (
    <NumberTable {...of}>
      {rows.map(([name, ...cells], i) => (
        <tr key={i} class={isMain?.(i) ? 'main-row' : ''}>
          <th scope="row">{name}</th>
          {cells.map((cell, k) => (
            <td key={of.head[k + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </NumberTable>
  );
}
