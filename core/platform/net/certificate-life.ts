const DAY_MS = 86_400_000
/** Programs renew a certificate 30 days before its end. */
const LEAST_MS = 14 * DAY_MS

/**
 * Whether a certificate should have been renewed: in its last two weeks, or in the last quarter of its
 * lifetime if that is shorter, as of certificates for six days.
 */
export const isRenewalOverdue = (leftMs: number, lifetimeMs: number): boolean =>
  leftMs < Math.min(LEAST_MS, lifetimeMs / 4)
