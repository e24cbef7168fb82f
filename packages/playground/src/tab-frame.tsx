import type { ComponentChildren } from 'preact';
import { BrandMark, SkipLink, ThemeButton } from '../../viewer/src/app/parts/head.js';

/** Name and address of each tab. Simulating is a separate page, because only that page may load from elsewhere. */
const TABS = {
  simulate: ['Simulate', 'index.html'],
  score: ['Score', 'files.html#/score'],
  validate: ['Validate', 'files.html#/validate'],
  measure: ['Measure', 'files.html#/measure'],
} as const;
/** Addresses, as the pages were built; null if they are not known. */
declare const LINKS: Readonly<Record<'docs' | 'source', string | null>>;
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
        <a class="mark" href={TABS.simulate[1]}>
          <BrandMark />
        </a>
        <nav>
          Playground
          {LINKS.docs !== null && <a href={LINKS.docs}>Documentation</a>}
          {LINKS.source !== null && <a href={LINKS.source}>Source</a>}
        </nav>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        <p class="soft">
          Itinera simulates how people move through a city, by agents that you write, and measures how real it looks.
        </p>
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
