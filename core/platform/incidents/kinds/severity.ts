/** The most severe first. */
export const SEVERITIES = ['critical', 'warning', 'notice'] as const

/** `critical`: people notice it now. `warning`: they will soon. `notice`: somebody should know it. */
export type Severity = (typeof SEVERITIES)[number]
