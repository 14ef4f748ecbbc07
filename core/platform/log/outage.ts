/** A part outside of this process that fails. */
export interface Outage {
  /** Such as `Postgres` or `mail server`. */
  readonly part: string
  /** Its host and port, or its folder; several with commas. */
  readonly host: string
}

/** Tells of an outage that an error is a sign of. */
export type OutageOf = (error: Error) => Outage | undefined

const marked = new WeakMap<object, Outage>()

/** Notes that an error comes from a part that fails, for the log lines about it. */
export function markOutage(error: unknown, outage: Outage): void {
  if (typeof error === 'object' && error !== null) marked.set(error, outage)
}

/** The outage that an error or one of its causes was marked with. */
export const markedOutage: OutageOf = (error) => {
  let cause: unknown = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    const outage = marked.get(cause)
    if (outage !== undefined) return outage
    cause = cause.cause
  }
  return undefined
}
