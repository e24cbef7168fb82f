/** Version of a run's tables. */
export const TABLE_FORMAT = 2;
