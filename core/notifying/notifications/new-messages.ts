import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { candidatesOf } from './candidates.ts'
import { lastOfNextBatch, lockCursor } from './cursor.ts'
import { notify } from './notify.ts'

/**
 * Notifies people of an organization's next messages, at most 256, and advances the cursor in the same
 * transaction, so that a crash loses and repeats nothing. Returns whether more messages may follow; false as
 * well while another process has the cursor. Sending does not wait for it: it does not lock the event log's
 * head.
 */
export async function notifyOfNewMessages(core: Core, realmId: RealmId): Promise<boolean> {
  const realm = await core.realms.get(realmId)
  const last = await lastOfNextBatch(core.db, realmId)
  if (realm === undefined || last === undefined) return false
  // Memory then knows every user and channel of messages up to `last`. Before the transaction, because it
  // needs a connection.
  await realm.sync()
  return core.transact(realmId, async (tx) => {
    const cursor = await lockCursor(tx, last)
    if (cursor === undefined) return false
    const { messages, isFull, advance } = cursor
    if (messages.length > 0) await notify(tx, core, realm, await candidatesOf(tx, realm, messages))
    await advance()
    return isFull
  })
}
