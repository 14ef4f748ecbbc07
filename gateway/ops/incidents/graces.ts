/** People notice an event loop that is this late. */
export const NOTICED_LOOP_MS = 1_000
/** Longer than the report of an idle process counts, so that two reports must show the fault. */
export const GRACE_MS = 11_000
/** Workers of a server that starts, or gets another version, report within this time. */
export const START_GRACE_MS = 15_000
