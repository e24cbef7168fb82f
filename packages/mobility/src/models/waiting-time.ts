import { power, type Random } from '@itinera/base';

/**
 * Waiting times with density ∝ x^−(1+β) e^(−x/τ) above a minimum: a power law with an exponential cutoff of about a
 * day.
 */
export interface WaitingTimeLaw {
  readonly beta: number;
  /** τ in seconds. */
  readonly cutoff: number;
  /** Seconds. */
  readonly least: number;
}

/**
 * β 0.8, τ 17 h, minimum 20 min. @see C. Song et al. (2010), Modelling the scaling properties of human mobility,
 * doi:10.1038/nphys1760
 */
export const SONG_WAITING_TIMES: WaitingTimeLaw = { beta: 0.8, cutoff: 17 * 3600, least: 20 * 60 };

/** @returns seconds, drawn from the law: the power law by inversion, kept with probability e^(−(x − least)/τ) */
export function drawWaitingTime({ beta, cutoff, least }: WaitingTimeLaw, random: Random): number {
  for (;;) {
    const seconds = least * power(1 - random.uniform(), -1 / beta);
    if (random.uniform() < Math.exp((least - seconds) / cutoff)) return seconds;
  }
}

/** @returns probability of at most `seconds` seconds */
export function waitingTimeCdf(law: WaitingTimeLaw, seconds: number): number {
  if (!(seconds > law.least)) return 0;
  return moment(law, 0, law.least, seconds) / moment(law, 0, law.least, farEnd(law));
}

/** @returns mean of the law, in seconds */
export function meanWaitingTime(law: WaitingTimeLaw): number {
  return moment(law, 1, law.least, farEnd(law)) / moment(law, 0, law.least, farEnd(law));
}

/** @returns seconds that a share of all waiting times, 0 to 1, do not exceed */
export function waitingTimeQuantile(law: WaitingTimeLaw, share: number): number {
  const wanted = share * moment(law, 0, law.least, farEnd(law));
  let low = law.least;
  let high = farEnd(law);
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = Math.sqrt(low * high);
    if (moment(law, 0, law.least, middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** The time beyond which the rest is below double precision. */
function farEnd({ cutoff, least }: WaitingTimeLaw): number {
  return least + 60 * cutoff;
}

/** ∫ xᵏ x^−(1+β) e^(−x/τ) dx over the logarithm of x, in panels short enough for five-digit exponents of e. */
function moment({ beta, cutoff, least }: WaitingTimeLaw, k: number, from: number, to: number): number {
  const span = Math.log(to / from);
  const panels = Math.max(1, Math.ceil(span / 0.05));
  let sum = 0;
  for (let panel = 0; panel < panels; panel++) {
    const start = Math.log(from) + (panel * span) / panels;
    for (let i = 0; i < NODES.length; i++) {
      const x = Math.exp(start + ((NODES[i] + 1) / 2) * (span / panels));
      // Powers of x / least, so that none is out of range.
      sum += WEIGHTS[i] * power(x / least, k - beta) * Math.exp((least - x) / cutoff);
    }
  }
  return ((sum * span) / panels / 2) * power(least, k);
}

/** Gauss–Legendre of order 5: exact for polynomials of degree 9. */
const NODES = [-0.906179845938664, -0.5384693101056831, 0, 0.5384693101056831, 0.906179845938664];
const WEIGHTS = [0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665, 0.2369268850561891];
