import type { Store } from './state/store.ts'

/** `color_scheme` on the wire: 1 follows the system. */
const THEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }

export function showTheme(store: Store): void {
  const theme = THEMES[store.settings.value.color_scheme]
  if (theme === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
