/** Progress of long work: what is being done, how much is done, and how much there is (0 if unknown). */
export type OnProgress = (text: string, done: number, total: number) => void;
