/** Told of long work: what is being done, how much of it is done, and how much there is (0 when that is not known). */
export type OnProgress = (text: string, done: number, total: number) => void;
