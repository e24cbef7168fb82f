/**
 * Litres per km of a car by average speed v in km/h: a / v + b + c v + d v², UK fleet of 2010, [a, b, c, d].
 * @see UK Department for Transport, Transport Analysis Guidance, unit A1.3 and data book table A1.3.8
 */
const LITRES_PER_KM = {
  petrol: [1.11932239320862, 0.0440047704089497, -0.0000813834474888197, 2.44908328418021e-6],
  diesel: [0.492145560354439, 0.0621819673117346, -0.000590984065596694, 4.64689042740593e-6],
} as const;

/**
 * Kilograms of CO2 per litre: 8,887 and 10,180 g per US gallon.
 * @see US Environmental Protection Agency, Greenhouse Gas Emissions from a Typical Passenger Vehicle, EPA-420-F-14-040a
 */
export const CO2_PER_LITRE = { petrol: 8.887 / 3.785411784, diesel: 10.18 / 3.785411784 } as const;

export const FUELS = ['petrol', 'diesel'] as const;
export type Fuel = (typeof FUELS)[number];

/** Highest average speed of the function, km/h; faster cars count as this fast. */
const FASTEST = 140;

/**
 * Litres that a car uses over a distance, stops included.
 * @param metres 0 or more
 * @param seconds with the time standing, which counts as idling
 * @example
 * ```ts
 * litresOf('petrol', 10_000, 900); // 0.72651
 * ```
 */
export function litresOf(fuel: Fuel, metres: number, seconds: number): number {
  const [a, b, c, d] = LITRES_PER_KM[fuel];
  const km = metres / 1000;
  const hours = Math.max(seconds / 3600, km / FASTEST);
  const kmh = hours > 0 ? km / hours : 0;
  return a * hours + (b + c * kmh + d * kmh ** 2) * km;
}
