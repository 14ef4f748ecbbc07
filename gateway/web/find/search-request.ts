import { signal } from '@preact/signals'
import { runCommand } from '../parts/commands.ts'
import { eachPage, type OnPage } from '../store/state/page.ts'
import type { SearchMode } from './suggestions.ts'

/** The latest key or button that opened the search box. Each request is a new object. */
export const searchRequest = eachPage(() => signal<{ readonly mode: SearchMode } | undefined>(undefined))

/**
 * Opens the search box. The field gets the focus at once, so that it also receives the next keys before it is
 * drawn.
 */
export function openSearch(page: OnPage, mode: SearchMode): void {
  runCommand(page, 'focus-search')
  searchRequest(page).value = { mode }
}
