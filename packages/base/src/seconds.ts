export const SECONDS_PER_HOUR = 3_600;
export const SECONDS_PER_DAY = 86_400;
