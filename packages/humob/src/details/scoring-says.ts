import { counted, fixed, formatTime, pValueInWords, rangeOfUsers, signed, withMinus } from '@itinera/base';
import type { PairedDifference } from '@itinera/metrics';
import type { HumobDetail } from './scoring-detail.js';

const SLOT_SECONDS = 1800;

/** Which submission is better, and where the first is worst, in sentences. */
export function scoringSays({ rules, first, second, difference }: Omit<HumobDetail, 'says' | 'warnings'>): string[] {
  const says: string[] = [];
  if (second && difference) {
    const { geobleu, dtw } = difference;
    const isUnknown = Number.isNaN(geobleu.low);
    const range = ({ low, high }: PairedDifference, digits: number) =>
      isUnknown ? rangeOfUsers({ low, high }, digits) : `${plus(low, digits)} to ${plus(high, digits)}`;
    const p = ({ pValue }: PairedDifference) => (isUnknown ? '' : `, ${pValueInWords(pValue, 4)}`);
    says.push(
      isUnknown || (geobleu.low <= 0 && geobleu.high >= 0)
        ? `The difference in GEO-BLEU (${rules}) may be chance: ${plus(geobleu.value, 4)}, paired by user (${range(geobleu, 4)}).`
        : `${geobleu.value > 0 ? first.name : second.name} is better by a GEO-BLEU (${rules}) of ${fixed(Math.abs(geobleu.value), 4)}.`,
      `${first.name} minus ${second.name}, paired by user: GEO-BLEU (${rules}) ${plus(geobleu.value, 4)} (${range(geobleu, 4)}${p(geobleu)}), DTW ${plus(dtw.value, 2)} km (${range(dtw, 2)}${p(dtw)}).`,
    );
  }
  const of = second ? `${first.name}: ` : '';
  const slots = first.bySlot.map((km, slot) => ({ km: km ?? -1, slot })).sort((a, b) => b.km - a.km);
  const days = [...first.byDay].sort((a, b) => a.geobleu - b.geobleu);
  const [slot, day] = [slots[0], days[0]];
  if (slot)
    says.push(
      `${of}The mean error is largest in the half hour from ${formatTime(slot.slot * SLOT_SECONDS).slice(0, 5)}: ${fixed(slot.km, 1)} km.`,
    );
  if (day)
    says.push(
      `${of}The worst day is ${day.day}, with a mean GEO-BLEU (${rules}) of ${fixed(day.geobleu, 3)} over ${counted(day.users, 'user')}.`,
    );
  return says;
}

/** With the sign of print. */
const plus = (value: number, digits: number) => withMinus(signed(value, digits));
