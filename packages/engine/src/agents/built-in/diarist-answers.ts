import { z } from 'zod';
import { intentionList } from '../mobility-agent.js';
import { exampleDays } from './diarist-prompts.js';

// The answers that diarists expect; loaded by their first question, since zod is a third of what threads otherwise load.

const part = z.object({
  start: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 08:30'),
  activity: z.enum(intentionList),
  place: z.enum(['home', 'work', 'elsewhere']),
});

export const dayPlan = z
  .object({ parts: z.array(part).min(1).max(24) })
  .meta({ examples: exampleDays.map((parts) => ({ parts })) });

export const lateDecision = z.object({ decision: z.enum(['go on', 'skip']) });
