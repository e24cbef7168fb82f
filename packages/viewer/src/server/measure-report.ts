import { MEASURES, PAGES, pathParts } from '../wire/addresses.js';
import type { MeasureData } from '../wire/measures.js';
import { Held, reportHtml } from './report.js';

/** Returns a report of `asbench measure` as one HTML file that opens without a server. */
export function measureReport(data: MeasureData): string {
  const held = new Held(pathParts(PAGES.measures, {}));
  held.put(MEASURES.at({}), data);
  return reportHtml(`${data.generated} and ${data.real}`, held);
}
