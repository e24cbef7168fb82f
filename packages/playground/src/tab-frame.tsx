import type { ComponentChildren } from 'preact';
import { BrandMark, SkipLink, ThemeButton } from '../../viewer/src/app/parts/head.js';

/** Name and address of each tab. Simulating is a separate page, because only that page may load from elsewhere. */
const TABS = {
  score: ['Score', 'index.html#/score'],
  validate: ['Validate', 'index.html#/validate'],
  measure: ['Measure', 'index.html#/measure'],
  simulate: ['Simulate', 'simulate.html'],
} as const;
export type TabName = keyof typeof TABS;

interface Props {
  readonly current: TabName;
  readonly children: ComponentChildren;
}

/** The frame around every tab. */
export function TabFrame({ current, children }: Props) {
  return (
    <>
      <SkipLink />
      <header class="top">
        <a class="mark" href={TABS.score[1]}>
          <BrandMark />
        </a>
        <nav>Playground</nav>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        <nav class="tabs" aria-label="Tabs">
          {Object.entries(TABS).map(([tab, [name, address]]) => (
            <a key={tab} href={address} {...(tab === current && { 'aria-current': 'page' as const })}>
              {name}
            </a>
          ))}
        </nav>
        {children}
      </main>
    </>
  );
}
