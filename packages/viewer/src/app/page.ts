import type { ComponentType } from 'preact';
import type { RunDetail } from '../wire/runs.js';

/** Milliseconds after which pages of a running run load their data again. */
export const REFRESH = 2500;

/** Values of the parameters in the address of a page. */
export type PageParams = Readonly<Record<string, string>>;

/** A page: its addresses after `#/`, the most general first, and the component that shows it. */
export interface Page {
  readonly at: readonly string[];
  readonly View: ComponentType<{ readonly params: PageParams; readonly query: URLSearchParams }>;
}

/** A page below the head of a run. */
export interface RunView {
  readonly at: string;
  /** Name of its tab. Of several pages with one tab, the tab leads to the first. */
  readonly tab: string;
  readonly isShown?: (data: RunDetail) => boolean;
  readonly View: ComponentType<{ readonly data: RunDetail; readonly params: PageParams }>;
}
