import { unreadInTitle } from '../store/derived/counts.ts'
import type { Store } from '../store/state/store.ts'
import { tabIcon } from './tab-icon.ts'
import { showUnreadIcon } from './unread-icon.ts'

/**
 * The icon is drawn after the messages that it counts, and once for messages that are read as they arrive.
 */
const ICON_MS = 500
let timer: ReturnType<typeof setTimeout> | undefined

/** The title of the window: the organization, and the number of unread messages. */
export function showTitle(store: Store): void {
  const count = unreadInTitle(store)
  const { name } = store.realm.value
  const icon = tabIcon(store.realm.value)
  clearTimeout(timer)
  timer = setTimeout(() => void showUnreadIcon(count, icon).catch(() => undefined), ICON_MS)
  showBadge(count)
  document.title = count === 0 ? name : `(${count}) ${name}`
}

/** The number on the icon of the installed app, in browsers that show one. */
function showBadge(count: number): void {
  const { setAppBadge } = navigator as { readonly setAppBadge?: (count: number) => Promise<void> }
  void setAppBadge?.call(navigator, count).catch(() => undefined)
}
