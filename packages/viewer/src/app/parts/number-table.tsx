import type { ComponentChildren } from 'preact';
import { ScrollRegion } from './scroll-region.js';

interface Props {
  readonly title: string;
  /** Whether the title stands above the table; else it is only heard. */
  readonly captioned?: boolean;
  readonly head: readonly string[];
  /** Rows. */
  readonly children: ComponentChildren;
}

/** A table of numbers that scrolls when it is larger than its place. */
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
