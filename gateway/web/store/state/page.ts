/**
 * What a running client remembers beside the state of the organization: what is open, chosen or on its way.
 * It outlives a registration, and ends with the page.
 */
export class Page {
  readonly #held = new Map<() => unknown, unknown>()

  /** The value that `make` has made for this page; made when it is asked for the first time. */
  of<T>(make: () => T): T {
    const known = this.#held.get(make) as T | undefined
    if (known !== undefined) return known
    const made = make()
    this.#held.set(make, made)
    return made
  }
}

/** A page, or what belongs to one, such as the store. */
export type OnPage = Page | { readonly page: Page }

/**
 * Declares something that every running client has for itself, such as a signal. The returned function gives
 * the one of a page.
 */
export const eachPage =
  <T>(make: () => T) =>
  (owner: OnPage): T =>
    (owner instanceof Page ? owner : owner.page).of(make)
