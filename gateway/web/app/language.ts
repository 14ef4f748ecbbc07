import { effect } from '@preact/signals'
import { isLanguage } from '../../../core/platform/text/languages.ts'
import type { Store } from '../store/state/store.ts'
import { language, rememberLanguage } from '../texts/language.ts'

/**
 * Keeps the language of the reader's settings for the next page on this device. When the page starts in
 * another language, it starts anew; a change on another device does not interrupt the reader. Returns the
 * function that ends this.
 */
export function followLanguage(store: Store): () => void {
  let isStart = true
  const end = effect(() => {
    const code = store.settings.value.default_language
    if (!isLanguage(code) || code === language) return
    if (rememberLanguage(code) && isStart) location.reload()
  })
  isStart = false
  return end
}
