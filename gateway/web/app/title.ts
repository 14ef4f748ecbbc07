import { unreadInTitle } from '../store/counts.ts'
import type { Store } from '../store/store.ts'
import { tabIcon } from './tab-icon.ts'
import { showUnreadIcon } from './unread-icon.ts'

/** The title of the window: the organization, and the number of unread messages. */
export function showTitle(store: Store): void {
  const count = unreadInTitle(store)
  const { name } = store.realm.value
  void showUnreadIcon(count, tabIcon(store.realm.value)).catch(() => undefined)
  document.title = count === 0 ? name : `(${count}) ${name}`
}
