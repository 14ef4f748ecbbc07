/** The hash tag keeps all keys of figures and marks in one slot of a Redis Cluster. */
export const SERIES_PREFIX = '{processes}:series'
