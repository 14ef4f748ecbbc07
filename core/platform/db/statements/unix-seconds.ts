/**
 * Returns the Unix seconds of a point in time, rounded down. The time is a property of an entity, or the text
 * with which a statement answers a `timestamptz` column.
 */
export const unixSeconds = (time: Date | string): number => Math.floor(new Date(time).getTime() / 1000)
