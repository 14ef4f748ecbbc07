/** More values than this are not listed: whoever sends one of many has them from elsewhere. */
const MAX_LISTED = 60

/** What a value that is none of `values` is answered with: `refusal`, and what is valid. */
export function notOneOf(refusal: string, values: readonly unknown[], or?: string): string {
  if (values.length === 0 || values.length > MAX_LISTED) return refusal
  const valid = `${values.map((value) => (value === '' ? '""' : String(value))).join(', ')}${or === undefined ? '' : ` or ${or}`}`
  return `${refusal}: must be ${values.length === 1 && or === undefined ? valid : `one of ${valid}`}`
}
