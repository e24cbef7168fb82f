import type { OdValidation, OnProgress, Validation } from '@itinera/humob/browser';

/** The tabs whose files a worker processes. */
export type TabJobName = 'score' | 'validate' | 'measure';

/** Files by role, such as `submission` and `truth`. */
export type TabFiles = Readonly<Record<string, File>>;
/** Values of the settings, as in the address of the page. */
export type TabSettings = Readonly<Record<string, string>>;

/** What a worker is asked to do. */
export interface TabTask {
  readonly job: TabJobName;
  readonly files: TabFiles;
  readonly settings: TabSettings;
  /** Whether people of the files do not exist: those of the page's own samples, and those whose note says so. */
  readonly synthetic: boolean;
}

/** A file that the page offers to save. */
export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** The result of a job. */
export interface TabResult {
  /** The address of the page that shows it. */
  readonly page: readonly string[];
  /** One line each. */
  readonly notes: readonly string[];
  readonly saved: readonly SavedFile[];
  /** The data of the page at an address: JSON, or bytes; undefined if there are none. */
  answer(address: string): unknown;
}

export type TabJob = (task: TabTask, onProgress: OnProgress) => Promise<TabResult>;

/** The steps of a job that take time; between them, progress can be shown. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Where a validation is shown. */
export const VALIDATION = 'validation';

/** The data of the page of a validation: of steps, or of flows. */
export interface ShownValidation {
  readonly file: string;
  readonly steps?: Validation;
  readonly flows?: OdValidation;
}
