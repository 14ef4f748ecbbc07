/** Collects the parameters of a statement while its SQL is built. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #shared = new Map<string, string>()
  readonly #lists = new Map<readonly unknown[], string>()

  /** Adds a value and returns its placeholder. Adds the same list once: it may have thousands of ids. */
  add(value: unknown): string {
    const known = Array.isArray(value) ? this.#lists.get(value) : undefined
    if (known !== undefined) return known
    this.values.push(value)
    const placeholder = `$${this.values.length}`
    if (Array.isArray(value)) this.#lists.set(value, placeholder)
    return placeholder
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
