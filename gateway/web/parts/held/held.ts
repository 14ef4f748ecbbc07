/** A value that a person edits while others may save another one. */
export interface Held<V> {
  /** What the control shows. */
  readonly mine: V
  /** What the server has. */
  readonly stored: V
  /** What was sent last, until the server has it. */
  readonly sent?: V | undefined
  /** What somebody else saved after that, before the server had it. */
  readonly overtaken?: V | undefined
  /** What somebody else saved, while the person has not chosen between it and `mine`. */
  readonly other?: V | undefined
}

/** Whether two values are saved alike. */
export const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string'
    ? a.trim() === b.trim()
    : JSON.stringify(a) === JSON.stringify(b)

export const holding = <V>(stored: V): Held<V> => ({ mine: stored, stored })

/** After the person has changed the value. What somebody else saved is no other value once it is typed. */
export const typing = <V>(held: Held<V>, mine: V): Held<V> => ({
  ...held,
  mine,
  other: isSame(held.other, mine) ? undefined : held.other,
})

/** After the value was sent to the server. */
export const sending = <V>(held: Held<V>, sent: V): Held<V> => ({ ...held, sent, overtaken: undefined })

/** After the server has refused what was sent. */
export const refused = <V>(held: Held<V>): Held<V> => ({ ...held, sent: undefined, overtaken: undefined })

/** After the server has stored a value, by whomever. A value that the person has changed stays. */
export function storing<V>(held: Held<V>, stored: V): Held<V> {
  if (isSame(stored, held.stored)) return held
  const { mine, sent, overtaken, other } = held
  const isSent = sent !== undefined
  const isUntouched = isSame(mine, held.stored) || (isSent && isSame(mine, sent))
  // The person replaced what somebody else saved meanwhile, and could not see it.
  if (isSent && isSame(stored, sent))
    return { mine: isUntouched ? stored : mine, stored, other: overtaken ?? other }
  if (isSame(stored, mine)) return { mine, stored, sent }
  // The server may also have written differently what was sent, such as 7 for 007.
  if (isUntouched) return { mine: stored, stored, sent, overtaken: isSent ? stored : undefined }
  return { mine, stored, sent, other: stored }
}

/** After the person has chosen the other value, or their own. */
export const taking = <V>({ other, mine, stored }: Held<V>): Held<V> => ({ mine: other ?? mine, stored })
export const keeping = <V>({ mine, stored }: Held<V>): Held<V> => ({ mine, stored })
