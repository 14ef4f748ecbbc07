/** Collects the parameters of a statement while its SQL is built. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #shared = new Map<string, string>()

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Adds a value once per name and returns its placeholder. Calls `value` only the first time. */
  shared(name: string, value: () => unknown): string {
    let placeholder = this.#shared.get(name)
    if (placeholder === undefined) {
      placeholder = this.add(value())
      this.#shared.set(name, placeholder)
    }
    return placeholder
  }
}

/** Joins SQL conditions by AND. Ignores empty ones; returns `true` when none is left. */
export function allOf(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ') || 'true'
}
