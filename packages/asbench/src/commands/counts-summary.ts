import { counted, csvCell } from '@itinera/base';
import { demandAdvice } from '@itinera/city';
import type { RunCountComparison } from '@itinera/studies';
import { textTable } from './text-table.js';

const WORST_SHOWN = 5;
/** The share that the guidelines require. */
const ENOUGH = 0.85;
/** Mean absolute value of a standard normal variable. */
const MEAN_DEVIATION = Math.sqrt(2 / Math.PI);

/** Describes the comparison in text and tables. */
export function describeCounts(run: string, observed: string, compared: RunCountComparison): string {
  const { all, byHour, intervals, rows, scale, demand, usualDays, offTheMap } = compared;
  const days = rows.some(({ day }) => day === null)
    ? `simulated: mean of ${counted(usualDays, 'day')}`
    : 'simulated: the same day';
  const lines = [
    `${run} against ${observed}: ${counted(all.n, 'count')} at ${counted(all.roads, 'station')}; ${days}${scale === 1 ? '' : `, times ${scale}`}`,
    textTable([
      ['', 'value', 'interval', ''],
      [
        'GEH under 5',
        percent(all.gehUnder5),
        range(intervals?.gehUnder5, percent),
        `the guidelines require at least ${percent(ENOUGH)}`,
      ],
      ['mean GEH', number(all.meanGeh), range(intervals?.meanGeh), ''],
      ['R²', number(all.r2), range(intervals?.r2), '1: equal; 0: as good as the observed mean'],
      ['squared correlation', number(all.correlation2), range(intervals?.correlation2), 'ignores scale and offset'],
      ['simulated / observed', number(all.ratio), range(intervals?.ratio), 'bias; 1: none'],
      [
        'RMSE',
        number(all.rmse, 1),
        range(intervals?.rmse, (value) => number(value, 1)),
        `vehicles per hour, ${percent(all.relativeRmse)} of the observed mean`,
      ],
    ]),
    intervals === null
      ? `All values are estimates: ${counted(all.roads, 'station is', 'stations are')} too few for an interval.`
      : 'Intervals are 95 %, over stations.',
    '',
    textTable([
      ['hour', 'counts', 'simulated / observed', 'mean GEH', 'GEH under 5', 'interval', 'R²', 'interval'],
      ...byHour.map(({ hour, n, ratio, meanGeh, gehUnder5, r2, intervals: own }) => [
        String(hour).padStart(2, '0'),
        String(n),
        number(ratio),
        number(meanGeh),
        percent(gehUnder5),
        range(own?.gehUnder5, percent),
        number(r2),
        range(own?.r2),
      ]),
    ]),
    '',
    textTable([
      ['largest deviations', 'hour', 'simulated', 'observed', 'GEH'],
      ...[...rows]
        .sort((a, b) => b.geh - a.geh)
        .slice(0, WORST_SHOWN)
        .map(({ station, day, hour, simulated, observed: count, geh }) => [
          station,
          day === null ? String(hour) : `${hour} of day ${day}`,
          number(simulated, 0),
          number(count, 0),
          number(geh),
        ]),
    ]),
  ];
  if (demand !== null) {
    const { factor, interval, error } = demand;
    const { use, says } = demandAdvice(demand);
    const over = interval === null ? '' : ` (95 % interval over stations ${range(interval)})`;
    lines.push(
      `Demand: ${number(factor)} times the traffic${over} fits the counts best. Vehicles at a station are off by ${percent(error.before)} as simulated, and by ${percent(error.heldOut)} with a factor fitted to the other stations. ${says}` +
        (use
          ? ` To simulate with it: asbench traffic calibrate ${observed} --run ${run} -o demand.json, then asbench simulate … --demand demand.json.`
          : ''),
    );
  }
  if (scale > 1)
    lines.push(
      `A sample is noisy: if each vehicle represents ${scale}, chance alone produces a mean GEH of ${number(MEAN_DEVIATION * Math.sqrt(scale / usualDays))}.`,
    );
  if (offTheMap.length > 0)
    lines.push(
      `${counted(offTheMap.length, 'station is', 'stations are')} omitted because no road for cars in their direction is within 50 m: ${offTheMap.slice(0, WORST_SHOWN).join(', ')}`,
    );
  return `${lines.join('\n')}\n`;
}

/** @param warnings of the run */
export function countsAsJson({ all, byHour, ...rest }: RunCountComparison, warnings: readonly string[]): string {
  const { geh: _, ...measures } = all;
  const demand = rest.demand && { ...rest.demand, ...demandAdvice(rest.demand) };
  const whole = { ...measures, byHour: byHour.map(({ geh: _own, ...hour }) => hour), ...rest, demand, warnings };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

export function* countsAsCsv({ rows }: RunCountComparison): Generator<string> {
  yield 'station,roads,day,hour,simulated,observed,geh\n';
  for (const { station, roads, day, hour, simulated, observed, geh } of rows)
    yield `${csvCell(station)},${roads.join(' ')},${day ?? ''},${hour},${simulated},${observed},${geh}\n`;
}

function range(ends: readonly [number, number] | undefined, text: (value: number) => string = number): string {
  return ends === undefined ? '–' : ends.map((end) => text(end)).join(' to ');
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–';
}

function number(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}
