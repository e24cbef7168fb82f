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
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
