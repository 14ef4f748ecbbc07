import { render } from '../../content/markdown/render.ts'
import { markdownContext } from '../../content/messages/realm-context.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { Notice } from '../../state/realm/notice.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { notificationBot } from '../../state/users/system-bots.ts'
import type { Destination } from '../conversations/resolve.ts'
import { type Outgoing, storeMessages } from './store.ts'

/** The client name of notices. */
const CLIENT = 'Internal'

/**
 * Stores notices, in their order, in the transaction of the change that they describe. A constant number of
 * statements. Their text is rendered with the names in `realm`: those before the change, unless it is
 * `afterChanges`. Checks no permission to send.
 */
export async function storeNotices(
  tx: Tx,
  core: Core,
  realm: PendingRealm,
  notices: readonly Notice[],
): Promise<MessageId[]> {
  if (notices.length === 0) return []
  const messages = notices.map((notice) => outgoing(core, realm, notice))
  return (await storeMessages(tx, realm, messages)).map(({ id }) => id)
}

function outgoing(core: Core, realm: PendingRealm, notice: Notice): Outgoing {
  const sender = notice.by ?? notificationBot(realm)
  const { channelByName } = markdownContext(realm, notice.as ?? sender, core.options.rootUrl)
  // A notice shows the name of the acting user to everybody, restricted guests included.
  const context = { ...markdownContext(realm, sender, core.options.rootUrl), channelByName }
  return {
    sender,
    destination: destinationOf(sender, notice.to),
    client: CLIENT,
    content: notice.content,
    rendered: render(notice.content, context),
    readBySender: true,
    unreadBy: notice.unreadBy,
    readBy: notice.readBy,
  }
}

function destinationOf(sender: UserRecord, to: Notice['to']): Destination {
  if ('channel' in to) return { kind: 'topic', ...to }
  return { kind: 'direct', participants: [sender.id, to.user].sort((a, b) => a - b) }
}
