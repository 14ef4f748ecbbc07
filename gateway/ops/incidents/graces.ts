/** People notice an event loop that is this late. */
export const NOTICED_LOOP_MS = 1_000
/** Longer than the report of an idle process counts, so that two reports must show the fault. */
export const GRACE_MS = 11_000
