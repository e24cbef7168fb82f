/**
 * How cost grows with size: the exponent k of cost ∝ size^k, as the slope of the regression line through their logarithms.
 * 1 is linear. Costs of small sizes contain the start, so that k is below 1 there.
 */
export function exponent(sizes: readonly number[], costs: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = sizes.map(Math.log);
  const y = costs.map(Math.log);
  const [meanX, meanY] = [mean(x), mean(y)];
  const slope = mean(x.map((value, i) => (value - meanX) * (y[i]! - meanY)));
  return slope / mean(x.map((value) => (value - meanX) ** 2));
}
