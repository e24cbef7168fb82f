import { PAGES } from '../../wire/addresses.js';
import type { ListedFlows, ListedMeasures, ListedScoring } from '../../wire/runs.js';
import { count, fixed } from '../format.js';
import { href } from '../route.js';

/** Scorings of HuMob submissions. */
export function Scorings({ scorings }: { readonly scorings: readonly ListedScoring[] }) {
  if (scorings.length === 0) return null;
  return (
    <section class="board">
      <h2>HuMob scorings</h2>
      <table class="runs" aria-label="HuMob scorings">
        <thead>
          <tr>
            <th>scoring</th>
            <th>GEO-BLEU, higher is better</th>
            <th>DTW, km, lower is better</th>
            <th>users</th>
          </tr>
        </thead>
        <tbody>
          {scorings.map((one) => (
            <tr key={one.name}>
              <td class="col-name">
                <a href={href(PAGES.scoring, { scoring: one.name })}>
                  <bdi>{one.name}</bdi>
                </a>
                {one.synthetic && <span class="soft sub">synthetic sample</span>}
                {one.trouble && <span class="trouble">{one.trouble}</span>}
              </td>
              <td class="num" data-name="GEO-BLEU">
                {fixed(one.geobleu?.value, 4)}
                {one.rules && <span class="soft sub">{one.rules}</span>}
              </td>
              <td class="num" data-name="DTW, km">
                {fixed(one.dtw?.value, 2)}
              </td>
              <td class="num" data-name="users">
                {count(one.users)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Scored predictions of daily flows. */
export function FlowsList({ flows }: { readonly flows: readonly ListedFlows[] }) {
  if (flows.length === 0) return null;
  return (
    <section class="board">
      <h2>Predicted flows</h2>
      <table class="runs" aria-label="Predicted flows">
        <thead>
          <tr>
            <th>scoring</th>
            <th>best combined NRMSE, lower is better</th>
            <th>predictions</th>
            <th>days</th>
          </tr>
        </thead>
        <tbody>
          {flows.map(({ name, trouble, predictions, days, combined }) => (
            <tr key={name}>
              <td class="col-name">
                <a href={href(PAGES.keptFlows, { scoring: name })}>
                  <bdi>{name}</bdi>
                </a>
                {trouble && <span class="trouble">{trouble}</span>}
              </td>
              <td class="num" data-name="combined NRMSE">
                {fixed(combined?.value, 4)}
                {combined?.low != null && (
                  <span class="soft sub">
                    {fixed(combined.low, 4)} – {fixed(combined.high, 4)}
                  </span>
                )}
              </td>
              <td data-name="predictions">
                <bdi>{predictions.join(', ')}</bdi>
              </td>
              <td class="num" data-name="days">
                {count(days)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Reports of `asbench measure`. */
export function MeasureList({ reports }: { readonly reports: readonly ListedMeasures[] }) {
  if (reports.length === 0) return null;
  return (
    <section class="board">
      <h2>Reports of measures</h2>
      <table class="runs" aria-label="Reports of measures">
        <thead>
          <tr>
            <th>report</th>
            <th>generated</th>
            <th>real</th>
            <th>people</th>
            <th>measures that differ</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((one) => (
            <tr key={one.name}>
              <td class="col-name">
                <a href={href(PAGES.measures, { report: one.name })}>
                  <bdi>{one.name}</bdi>
                </a>
                {one.trouble && <span class="trouble">{one.trouble}</span>}
              </td>
              <td data-name="generated">
                <bdi>{one.generated ?? '–'}</bdi>
              </td>
              <td data-name="real">
                <bdi>{one.real ?? '–'}</bdi>
              </td>
              <td class="num" data-name="people">
                {count(one.people)}
              </td>
              <td class="num" data-name="that differ">
                {one.different === null ? '–' : `${count(one.different)} of ${count(one.measures)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
