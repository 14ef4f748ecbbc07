import type { Sending } from '../client/index.ts'
import { route } from '../model/current-route.ts'
import { placeName } from './derived/names.ts'
import { shownRoute } from './home.ts'
import type { Store } from './state/store.ts'
import { showNotice } from './verbs/notice.ts'
import { conversationOfUnsent, failureOf, hasNewest } from './verbs/send.ts'

/** Tells of a message that was not sent, unless the page shows it. */
export function tellFailure(store: Store, sending: Sending): void {
  const conversation = conversationOfUnsent(store, sending)
  if (sending.state !== 'failed' || conversation === undefined) return
  const shown = shownRoute(store, route.peek())
  if (shown.view === 'messages' && hasNewest(shown.narrow, conversation)) return
  showNotice(store, `${placeName(store, conversation)}: ${failureOf(sending)}`, true)
}
