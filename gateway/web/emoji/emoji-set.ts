import type { Settings } from '../store/slices/settings.ts'
import type { Store } from '../store/state/store.ts'

/** The sets in which this client draws emoji. */
type EmojiSet = 'google' | 'twitter' | 'text'

/** The set of each value of the setting: other servers and clients know more sets. */
const SETS: Readonly<Record<Settings['emojiset'], EmojiSet>> = {
  google: 'google',
  'google-blob': 'google',
  vendora: 'google',
  'vendora-blob': 'google',
  twitter: 'twitter',
  vendorb: 'twitter',
  text: 'text',
}

const FONTS = {
  google: () => import('./google.css'),
  twitter: () => import('./twitter.css'),
}

const setOf = (store: Store): EmojiSet => SETS[store.settings.value.emojiset] ?? 'google'

/** Whether emoji are shown by their names. */
export const showsEmojiAsText = (store: Store): boolean => setOf(store) === 'text'

/**
 * Draws emoji in the reader's set from now on. Browsers fetch the fonts, each with a part of the set, when
 * characters of that part are shown; until then, and where a browser cannot draw a font, the emoji of the
 * system stand there.
 */
export function showEmojiSet(store: Store): void {
  const set = setOf(store)
  document.documentElement.dataset.emoji = set
  if (set !== 'text') void FONTS[set]().catch(() => undefined)
}
