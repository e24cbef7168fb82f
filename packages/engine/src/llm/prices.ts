import { UserError } from '@itinera/base';
import { z } from 'zod';

/** US dollars per million tokens. */
export const modelPrice = z.strictObject({
  input: z.number().nonnegative().describe('US dollars per million input tokens'),
  output: z.number().nonnegative().describe('US dollars per million output tokens'),
  cached_input: z
    .number()
    .nonnegative()
    .optional()
    .describe('US dollars per million input tokens in the provider’s cache (default: as input)'),
});
export type ModelPrice = z.infer<typeof modelPrice>;
export type Prices = Readonly<Record<string, ModelPrice>>;

interface DatedPrice extends ModelPrice {
  /** Source of the figure, and the date on which it was last checked. */
  readonly source: string;
  readonly checked: string;
}

const openai = { source: 'OpenAI price list', checked: '2026-03' };
const deepseek = { source: 'DeepSeek price list, peak hours (off-peak is half)', checked: '2026-10-27' };

/** Prices of common models. Override them with a prices file, or `price` in the config. */
export const PRICES: Readonly<Record<string, DatedPrice>> = {
  'gpt-4o': { input: 2.5, cached_input: 1.25, output: 10, ...openai },
  'gpt-4o-mini': { input: 0.15, cached_input: 0.075, output: 0.6, ...openai },
  'gpt-4.1': { input: 2, output: 8, ...openai },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, ...openai },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, ...openai },
  'gpt-5': { input: 1.25, output: 10, ...openai },
  'gpt-5-mini': { input: 0.25, output: 2, ...openai },
  'gpt-5-nano': { input: 0.05, output: 0.4, ...openai },
  'gpt-5.1': { input: 1.25, output: 10, ...openai },
  'gpt-5.4': { input: 2.5, output: 15, ...openai },
  o3: { input: 2, output: 8, ...openai },
  'o4-mini': { input: 1.1, output: 4.4, ...openai },
  'deepseek-flash': { input: 0.3, cached_input: 0.006, output: 1.2, ...deepseek },
  'deepseek-chat': { input: 0.3, cached_input: 0.006, output: 1.2, ...deepseek },
  'deepseek-v4-pro': { input: 1.32, cached_input: 0.044, output: 3.96, ...deepseek },
  'qwen-turbo': { input: 0.05, output: 0.2, source: 'Alibaba Cloud Model Studio, international', checked: '2026' },
  'glm-4.5-air': { input: 0.2, cached_input: 0.03, output: 1.1, source: 'Z.AI price list', checked: '2026' },
  'glm-5.3': { input: 1.4, output: 4.4, source: 'Z.AI price list', checked: '2026-08-20' },
  'glm-5.3-flash': { input: 0.15, output: 0.5, source: 'Z.AI price list', checked: '2026-08-28' },
};

/**
 * Reads a table of prices, model → {input, output, cached_input?} in US dollars per million tokens.
 * @throws UserError that names the model with an invalid entry.
 * @example
 * ```ts
 * parsePrices({ tiny: { input: 0.3, output: 1.2 } }); // { tiny: { input: 0.3, output: 1.2 } }
 * ```
 */
export function parsePrices(value: unknown, where = 'prices'): Prices {
  const parsed = z.record(z.string(), modelPrice).safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new UserError(
    `${where}: ${issue.path.join('.') || 'the file'}: ${issue.message}. ` +
      'Expected "model: {input: 0.3, output: 1.2}", US dollars per million tokens.',
  );
}

/**
 * Returns the configured price of a model, otherwise its custom price, otherwise 0 if it is local, otherwise that of the table;
 * also for dated names such as `gpt-4o-2024-08-06`.
 */
export function priceOf({ model, price, isLocal }: PricedModel, own: Prices = {}): ModelPrice | null {
  const undated = model.replace(/-\d{4}-\d{2}-\d{2}$|-\d{8}$/, '');
  const others = isLocal ? FREE : (PRICES[model] ?? PRICES[undated] ?? null);
  return price ?? own[model] ?? own[undated] ?? others;
}

interface PricedModel {
  readonly model: string;
  readonly price: ModelPrice | null;
  readonly isLocal?: boolean;
}

const FREE: ModelPrice = { input: 0, output: 0 };

/** Returns the cost of one answer, US dollars. */
export function costOf(price: ModelPrice, input: number, cachedInput: number, output: number): number {
  const cached = Math.min(cachedInput, input);
  return ((input - cached) * price.input + cached * (price.cached_input ?? price.input) + output * price.output) / 1e6;
}
