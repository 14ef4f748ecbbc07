/** Values of a statement that is put together: `add` gives the placeholder. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export function allOf(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ') || 'true'
}

/** Whether row `m` reached the user of placeholder `user` as a subscriber (subscription_span_pkey). */
export function inSpan(user: string): string {
  return `EXISTS (SELECT FROM subscription_span span WHERE span.user_id = ${user}::int
    AND span.channel_id = m.channel_id AND span.from_id <= m.id AND (span.to_id IS NULL OR m.id < span.to_id))`
}
