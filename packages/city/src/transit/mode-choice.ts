/** Modes of travel to work that can be chosen. */
export type CommuteMode = 'drive' | 'transit' | 'bike' | 'walk';

/** Attributes of a mode for one way. */
export interface ModeOffer {
  /** Duration from door to door. */
  readonly minutes: number;
  /** Walking and waiting time included; irrelevant on foot and by bike. */
  readonly outsideMinutes?: number;
  /** Cents of 1990. */
  readonly cents?: number;
}

/** The person who chooses, and the destination. */
export interface ModeChooser {
  /** Cars of the household for each of its workers. */
  readonly vehiclesPerWorker: number;
  /** Annual household income, thousands of dollars of 1990. */
  readonly income: number;
  /** Length of the trip, by car if available, metres. */
  readonly metres: number;
  /** Whether the work place lies in a central business district. */
  readonly isCentral?: boolean;
  /** Jobs per acre around it. */
  readonly jobsPerAcre?: number;
}

const METRES_PER_MILE = 1609.344;
const TIME = { motorized: -0.020187, nonmotorized: -0.045443, outsidePerMile: -0.13287 };
const COST_BY_INCOME = -0.052418;
const ofMode: Readonly<
  Record<CommuteMode, { constant: number; income: number; vehicles: number; central: number; density: number }>
> = {
  drive: { constant: 0, income: 0, vehicles: 0, central: 0, density: 0 },
  transit: { constant: -0.684817, income: -0.0053236, vehicles: -0.946244, central: 1.308829, density: 0.0031324 },
  bike: { constant: -1.628724, income: -0.0086441, vehicles: -0.702273, central: 0.489465, density: 0.0019275 },
  walk: { constant: 0.067898, income: -0.0059966, vehicles: -0.721712, central: 0.10194, density: 0.0028901 },
};

/**
 * Shares of the modes by which people go to work: a multinomial logit by time, cost, income and cars, as estimated on 5,029
 * work trips in the San Francisco Bay Area of 1990. The two shared-ride modes of the source are omitted; in a logit the
 * ratios of the other shares do not depend on them. No one drives without a car.
 *
 * @param offers available modes; others are impossible
 * @returns shares that add up to 1; all 0 if nothing is available
 * @see Koppelman, Bhat 2006, A Self Instructing Course in Mode Choice Modeling, model 17W; figures as re-estimated by Larch
 *   (log likelihood -3444.2)
 */
export function modeShares(
  offers: Readonly<Partial<Record<CommuteMode, ModeOffer>>>,
  { vehiclesPerWorker, income, metres, isCentral = false, jobsPerAcre = 0 }: ModeChooser,
): Record<CommuteMode, number> {
  const shares: Record<CommuteMode, number> = { drive: 0, transit: 0, bike: 0, walk: 0 };
  const modes = Object.keys(shares) as CommuteMode[];
  const miles = Math.max(metres / METRES_PER_MILE, 0.1);
  const utilities = modes.map((mode) => {
    const offer = offers[mode];
    if (offer === undefined || (mode === 'drive' && !(vehiclesPerWorker > 0))) return -Infinity;
    const { minutes, outsideMinutes = 0, cents = 0 } = offer;
    const { constant, income: byIncome, vehicles, central, density } = ofMode[mode];
    const isMotorized = mode === 'drive' || mode === 'transit';
    const time = isMotorized
      ? TIME.motorized * minutes + (TIME.outsidePerMile * outsideMinutes) / miles
      : TIME.nonmotorized * minutes;
    return (
      constant +
      time +
      (cents > 0 ? (COST_BY_INCOME * cents) / Math.max(income, 1) : 0) +
      byIncome * income +
      vehicles * vehiclesPerWorker +
      (isCentral ? central : 0) +
      density * jobsPerAcre
    );
  });
  const most = Math.max(...utilities);
  if (most === -Infinity) return shares;
  const weights = utilities.map((utility) => Math.exp(utility - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  modes.forEach((mode, i) => {
    shares[mode] = weights[i]! / sum;
  });
  return shares;
}

/**
 * The mode at position `u` (0 ≤ u < 1) of the cumulative shares; undefined if all are 0.
 *
 * @example
 * ```ts
 * pickMode({ drive: 0.5, transit: 0.2, bike: 0.1, walk: 0.2 }, 0.6); // 'transit'
 * ```
 */
export function pickMode(shares: Readonly<Record<CommuteMode, number>>, u: number): CommuteMode | undefined {
  let rest = u;
  let last: CommuteMode | undefined;
  for (const [mode, share] of Object.entries(shares) as [CommuteMode, number][]) {
    if (share === 0) continue;
    last = mode;
    rest -= share;
    if (rest < 0) return mode;
  }
  return last;
}
