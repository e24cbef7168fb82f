import type { RandomStream } from '../random-stream.js';
import type { DayPlanner, PlacedPart } from './day-planner.js';
import { ACCOMPANIED_BELOW, ADULT } from './household-school.js';
import { freeToursOf, partsOf, type Tour, withoutTour, withTour } from './household-tours.js';

/**
 * Probability with which someone who is at home comes along on an outing, instead of one of their own: fitted, so that with each of two
 * seeds in Honolulu (2,000 people, 28 days) 15 to 25 % of all trips are with a household member, and both figures of the realism
 * card hold: trips together are no evidence. In the Encuesta Origen Destino de Santiago 2012 (SECTRA) a tenth of adults who could come
 * along do so on weekdays and 18 % on weekends.
 */
const JOINS = 0.21;
/**
 * The same for children below ten if an adult is left at home, otherwise they always come along: 131 of 971 outings of adults without
 * work, school and escorts, on which a child below twelve could come along or stay at home with an adult (the same survey, all days).
 */
const CHILD_JOINS = 0.14;

/** Members of a household go out together, on outings that an adult has planned. Who has a car leads, else who has a licence. */
export function joinOutings(planners: readonly DayPlanner[], drafts: PlacedPart[][], random: RandomStream): void {
  const order = [...planners.keys()].sort((a, b) => rankOf(planners[a]!) - rankOf(planners[b]!) || a - b);
  for (const planned of order.filter((i) => planners[i]!.age >= ADULT))
    for (const tour of freeToursOf(drafts[planned]!)) {
      const way = partsOf(drafts[planned]!, tour);
      const days: { readonly i: number; readonly day: PlacedPart[] }[] = [];
      // Adults decide first: children come along if none of them is left at home.
      for (const i of order) {
        const chance = random.next();
        if (i === planned) continue;
        const isChild = planners[i]!.age < ACCOMPANIED_BELOW;
        const isLeft = () =>
          order.some(
            (k) => planners[k]!.age >= ADULT && days.every((one) => one.i !== k) && withTour(drafts[k]!, way) !== null,
          );
        if (chance >= (isChild ? CHILD_JOINS : JOINS) && (!isChild || isLeft())) continue;
        const day = (isChild ? withTour : joined)(drafts[i]!, way);
        if (day !== null) days.push({ i, day });
      }
      if (days.length === 0) continue;
      days.unshift({ i: planned, day: drafts[planned]! });
      const leader = days.reduce((best, one) => (order.indexOf(one.i) < order.indexOf(best.i) ? one : best)).i;
      const [begins, ends] = [way[0]!.begins, way.at(-1)!.begins];
      const role = (i: number) => (i === leader ? { isLed: true } : { with: planners[leader]!.id });
      for (const { i, day } of days)
        drafts[i] = day.map((part) => (part.begins >= begins && part.begins <= ends ? { ...part, ...role(i) } : part));
    }
}

/** Who drives: people with a car, with a licence, and all others. */
function rankOf({ age, ownsCar, mayDrive }: DayPlanner): number {
  if (age < ADULT) return 3;
  return ownsCar ? 0 : mayDrive ? 1 : 2;
}

/** The day of a person who comes along instead of an own outing; null if they have no time. */
function joined(parts: readonly PlacedPart[], way: readonly PlacedPart[]): PlacedPart[] | null {
  const [begins, ends] = [way[0]!.begins, way.at(-1)!.begins];
  const isMeanwhile = ({ from, to }: Tour) => parts[from]!.begins < ends && parts[to]!.begins > begins;
  const own = freeToursOf(parts);
  const instead = own.some(isMeanwhile) ? own.filter(isMeanwhile) : own.slice(0, 1);
  // From the last one on, so that the rows of the others stay.
  return withTour(instead.reduceRight<readonly PlacedPart[]>(withoutTour, parts), way);
}
