/** The largest id of a user in files of the challenge; ids are whole numbers from 0. */
export const LARGEST_UID = 2 ** 31 - 1;

/** What to do about a number that is no id of a user; empty for a text that is no number. @param text as it is written */
export const userIdRemedy = (text: string): string =>
  /^[-+]?\d/.test(text) ? ' Renumber the users in all files.' : '';

/** A warning about the first number that is no id of a user: its steps can be scored, but not its files. */
export function userIdWarning(uids: ArrayLike<number>): string[] {
  for (let i = 0; i < uids.length; i++) {
    const uid = uids[i]!;
    if (uid >= 0 && uid <= LARGEST_UID && Number.isInteger(uid)) continue;
    const text = String(uid);
    return [`In files, uid ${text} is refused: expected a whole number from 0 to ${LARGEST_UID}.${userIdRemedy(text)}`];
  }
  return [];
}
