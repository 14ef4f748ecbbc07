import { useEffect } from 'preact/hooks'
import { openSearch } from '../find/search-request.ts'
import type { Store } from '../store/store.ts'
import { SHORTCUTS, type Shortcut } from './shortcuts.ts'

const byKey = new Map<string, Shortcut>(
  SHORTCUTS.flatMap(({ shortcuts }) =>
    shortcuts.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut] as const)),
  ),
)

/** The keys that people without an account can use: they search and read. */
const FOR_SPECTATORS: readonly string[] = [
  ...['/', 'q', 'a', 'j', 'ArrowDown', 'k', 'ArrowUp', 'End', 'G', 's', 'S', 'Escape'],
]

/** Handles the keys of the page while no field has the focus and no dialog is open. */
export function useShortcuts(store: Store): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const withControl = event.ctrlKey || event.metaKey
      if (withControl && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openSearch('jump')
        return
      }
      if (isTaken(event.target as Element)) return
      const shortcut = byKey.get(withControl ? `Ctrl+${event.key.toUpperCase()}` : event.key)
      if (shortcut === undefined || (store.isSpectator && !FOR_SPECTATORS.includes(event.key))) return
      // Enter and arrows belong to the focused link or button.
      if (event.key === 'Enter' && (event.target as Element).matches('a, button, summary')) return
      event.preventDefault()
      shortcut.act(store)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [store])
}

const isTaken = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], dialog') !==
    null || document.querySelector('dialog[open], [popover]:popover-open') !== null
