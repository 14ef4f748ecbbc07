import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { candidatesOf } from './candidates.ts'
import { holdCursor } from './cursor.ts'
import { notify } from './notify.ts'

/**
 * Notifies everybody who is to be notified of an organization's next messages, at most 256 of them, in one
 * transaction with the cursor: a process that dies meanwhile loses and repeats nothing. Resolves to whether there
 * may be more; false too while another process is at it. Sending does not wait for it: it does not hold the head.
 */
export async function notifyOfNewMessages(core: Core, realmId: RealmId): Promise<boolean> {
  const realm = await core.realms.get(realmId)
  if (realm === undefined) return false
  return core.transact(realmId, async (tx) => {
    const cursor = await holdCursor(tx)
    if (cursor === undefined) return false
    const { messages, isFull, advance } = cursor
    if (messages.length > 0) {
      // Memory is to know everyone and every channel of these messages.
      await realm.sync()
      await notify(tx, core, realm, await candidatesOf(tx, realm, messages))
    }
    await advance()
    return isFull
  })
}
