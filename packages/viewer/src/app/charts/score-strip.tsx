import type { FindingSpread } from '../../wire/findings.js';
import { fixed } from '../../wire/format.js';
import { linear } from '../../wire/scale.js';

interface Props {
  readonly score: FindingSpread | null;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
  readonly width?: number;
  readonly height?: number;
  /** Score of a model in which nobody moves. */
  readonly nobodyMoves?: number | null;
  /** The range of the metric. */
  readonly range?: readonly [number, number];
  readonly digits?: number;
}

/** A score on its scale: a band for the ceiling, a tick for the floor, a line for the interval, a dot for the score. */
export function ScoreStrip({
  score,
  floor,
  ceiling,
  nobodyMoves = null,
  width = 180,
  height = 22,
  range = [0, 100],
  digits = 1,
}: Props) {
  const x = linear(range, [4, width - 4]);
  const middle = height / 2;
  const within = (value: number) => Math.min(range[1], Math.max(range[0], value));
  const has = score?.value != null;
  const said = [
    has ? `score ${fixed(score.value, digits)}` : 'no score',
    score?.low != null ? `interval ${fixed(score.low, digits)} to ${fixed(score.high, digits)}` : '',
    floor?.value != null ? `floor ${fixed(floor.value, digits)}` : '',
    ceiling?.value != null ? `ceiling ${fixed(ceiling.value, digits)}` : '',
    nobodyMoves === null ? '' : `nobody moves ${fixed(nobodyMoves, digits)}`,
  ];
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={said.filter(Boolean).join(', ')}
    >
      <title>{said.filter(Boolean).join('\n')}</title>
      <line class="axis" x1={x(range[0])} x2={x(range[1])} y1={middle} y2={middle} />
      {ceiling?.low != null && ceiling.high !== null && (
        <rect
          class="ceiling"
          x={x(within(ceiling.low))}
          y={middle - height * 0.36}
          width={Math.max(2, x(within(ceiling.high)) - x(within(ceiling.low)))}
          height={height * 0.72}
          rx="2"
        />
      )}
      {floor?.value != null && (
        <line
          class="floor"
          x1={x(floor.value)}
          x2={x(floor.value)}
          y1={middle - height * 0.3}
          y2={middle + height * 0.3}
        />
      )}
      {nobodyMoves !== null && <path class="nobody" d={`M${x(nobodyMoves) - 3.5} ${middle - 3.5}l7 7m0 -7l-7 7`} />}
      {score?.low != null && score.high !== null && (
        <line class="interval" x1={x(within(score.low))} x2={x(within(score.high))} y1={middle} y2={middle} />
      )}
      {has && <circle class="dot" cx={x(within(score.value as number))} cy={middle} r={Math.max(3.5, height * 0.2)} />}
    </svg>
  );
}
