interface BrowserStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** Undefined outside browsers. Throws where the browser forbids storage. */
const storage = (): BrowserStorage | undefined =>
  (globalThis as { readonly localStorage?: BrowserStorage }).localStorage

/** What this browser keeps of a reader's choices; an empty object without any. */
export function keptChoices<Kept extends object>(key: string): Partial<Kept> {
  try {
    return JSON.parse(storage()?.getItem(key) ?? '{}') as Partial<Kept>
  } catch {
    return {}
  }
}

export function keepChoices(key: string, kept: object): void {
  try {
    storage()?.setItem(key, JSON.stringify(kept))
  } catch {
    // Then the next page begins as the browser's first one.
  }
}
