/** The groups of checks. */
export const AREAS = ['machine', 'postgres', 'redis', 'storage', 'mail', 'push', 'log-in', 'proxy'] as const
export type Area = (typeof AREAS)[number]
