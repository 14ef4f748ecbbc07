/** Longer lists of values are left out of the message, because clients get them from elsewhere. */
const MAX_LISTED = 60

/**
 * Returns the error message for a value that is not one of `values`: `refusal`, followed by the valid values.
 */
export function invalidChoiceMessage(refusal: string, values: readonly unknown[], or?: string): string {
  if (values.length === 0 || values.length > MAX_LISTED) return refusal
  const valid = `${values.map((value) => (value === '' ? '""' : String(value))).join(', ')}${or === undefined ? '' : ` or ${or}`}`
  return `${refusal}: must be ${values.length === 1 && or === undefined ? valid : `one of ${valid}`}`
}
