import { useEffect } from 'preact/hooks'
import { openSearch } from '../find/search-request.ts'
import { openedByKey } from '../message/opening.ts'
import { isDialogOpen, isLayerOpen } from '../parts/floating/layers.ts'
import { keyOf } from '../parts/key-of.ts'
import type { Store } from '../store/state/store.ts'
import { startMenuKeys } from './menu-keys.ts'
import type { Shortcut } from './shortcut.ts'
import { SHORTCUTS } from './shortcuts.ts'

const byKey = new Map<string, Shortcut>(
  SHORTCUTS.flatMap(({ shortcuts }) =>
    shortcuts.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut] as const)),
  ),
)

/** The keys that people without an account can use: they search and read. */
const FOR_SPECTATORS: readonly string[] = [
  ...['/', 'q', 'a', 's', 'v', 'y', 'z', 'Escape', 'Ctrl+['],
  ...[
    'j',
    'ArrowDown',
    'k',
    'ArrowUp',
    'J',
    'PageDown',
    'Space',
    'K',
    'PageUp',
    'Shift+Space',
    'Home',
    'End',
    'G',
  ],
]

/** Handles the keys of the page while no field has the focus and no dialog is open. */
export function useShortcuts(store: Store): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const key = keyOf(event)
      // Also while somebody types.
      if (key === 'Ctrl+K') {
        event.preventDefault()
        // A dialog keeps the focus from the field.
        if (!isDialogOpen()) openSearch(store, 'jump')
        return
      }
      const target = event.target as Element
      if (isTaken(target)) return
      const shortcut = byKey.get(key)
      if (shortcut === undefined || (store.isSpectator && !FOR_SPECTATORS.includes(key))) return
      // These keys press the focused link or button.
      if (key === 'Enter' && target.matches('a[href^="#"]'))
        openedByKey(store).value = (target as HTMLAnchorElement).hash
      if ((key === 'Enter' || key.endsWith('Space')) && target.matches('a, button, summary, [role="button"]'))
        return
      event.preventDefault()
      const before = location.hash
      shortcut.act(store)
      if (location.hash !== before && !shortcut.writes) openedByKey(store).value = location.hash
    }
    const pointed = () => {
      openedByKey(store).value = undefined
    }
    addEventListener('keydown', pressed)
    addEventListener('pointerdown', pointed, { capture: true })
    const stopMenuKeys = startMenuKeys()
    return () => {
      removeEventListener('keydown', pressed)
      removeEventListener('pointerdown', pointed, { capture: true })
      stopMenuKeys()
    }
  }, [store])
}

const isTaken = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], dialog') !==
    null || isLayerOpen()
