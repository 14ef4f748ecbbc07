import { effect } from '@preact/signals'
import { unreadInTitle } from '../store/derived/counts.ts'
import type { Store } from '../store/state/store.ts'
import { tabIcon } from './tab-icon.ts'
import { showUnreadIcon } from './unread-icon.ts'

/**
 * The icon is drawn after the messages that it counts, and once for messages that are read as they arrive.
 */
const ICON_MS = 500

/**
 * The title of the window: the organization, and the number of unread messages. Returns the function that
 * ends this.
 */
export const showTitle = (store: Store): (() => void) =>
  effect(() => {
    const count = unreadInTitle(store)
    const { name } = store.realm.value
    const icon = tabIcon(store.realm.value)
    showBadge(count)
    document.title = count === 0 ? name : `(${count}) ${name}`
    const timer = setTimeout(() => void showUnreadIcon(count, icon).catch(() => undefined), ICON_MS)
    return () => clearTimeout(timer)
  })

/** The number on the icon of the installed app, in browsers that show one. */
function showBadge(count: number): void {
  const { setAppBadge } = navigator as { readonly setAppBadge?: (count: number) => Promise<void> }
  void setAppBadge?.call(navigator, count).catch(() => undefined)
}
