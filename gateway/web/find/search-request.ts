import { signal } from '@preact/signals'
import type { SearchMode } from './suggestions.ts'

/** The latest key or button that asked for the search box. Each is an object of its own. */
export const searchRequest = signal<{ readonly mode: SearchMode } | undefined>(undefined)

/** Opens the search box. The field gets the focus at once, so that it also takes the keys that follow before it is drawn. */
export function openSearch(mode: SearchMode): void {
  const field = document.querySelector<HTMLInputElement>('.search-box input')
  field?.focus()
  field?.select()
  searchRequest.value = { mode }
}
