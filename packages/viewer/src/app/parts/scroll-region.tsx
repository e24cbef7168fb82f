import type { ComponentChildren } from 'preact';

interface Props {
  /** What is in it, for those who hear the page. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** What may be larger than its place: it scrolls, by keyboard too. */
export function ScrollRegion({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
