import type { ComponentChildren } from 'preact';
import { colourOfMark } from '../../charts/chart.js';

interface Props {
  readonly entries: readonly { readonly name: ComponentChildren; readonly mark: string; readonly opacity?: number }[];
  /** After the entries. */
  readonly children?: ComponentChildren;
}

/** What colours mean. */
export const Swatches = ({ entries, children }: Props) => (
  <span class="legend">
    {entries.map(({ name, mark, opacity }, i) => (
      <span key={i}>
        <Swatch of={mark} opacity={opacity} />
        {name}
      </span>
    ))}
    {children}
  </span>
);

/** A colour of the style sheet, or a mark of a figure in its colour. */
export const Swatch = ({ of, opacity }: { readonly of: string; readonly opacity?: number | undefined }) => (
  <i class={of} style={{ background: `var(--${colourOfMark(of)})`, opacity }} />
);
