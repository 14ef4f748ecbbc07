/** Values of a statement that is put together: `add` gives the placeholder. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #shared = new Map<string, string>()

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** The same placeholder for all who ask under one name: `value` is worked out once. */
  shared(name: string, value: () => unknown): string {
    let placeholder = this.#shared.get(name)
    if (placeholder === undefined) {
      placeholder = this.add(value())
      this.#shared.set(name, placeholder)
    }
    return placeholder
  }
}

export function allOf(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ') || 'true'
}
