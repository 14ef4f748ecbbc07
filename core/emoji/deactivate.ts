import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/transact.ts'
import { ApiError } from '../errors.ts'
import { toRealm } from '../events/audience.ts'
import { emitChange } from '../realm/changes.ts'
import type { RealmState } from '../realm/state.ts'
import { isAdministrator, type UserRecord } from '../users/record.ts'
import { activeEmoji, type RealmEmoji, wireEmoji } from './emoji.ts'

const DEACTIVATE = statement('emoji.deactivate', 'UPDATE realm_emoji SET is_deactivated = true WHERE id = $1') // realm_emoji_pkey

/**
 * Lets an emoji of the organization be used no more. Throws when there is none of that name, and unless the
 * caller is an administrator or added it and may still add some.
 */
export async function deactivateEmoji(
  core: Core,
  realm: RealmState,
  caller: UserRecord,
  name: string,
): Promise<void> {
  await core.change(realm, caller, async (tx, caller) => {
    const { emoji } = realm.lists
    const found = activeEmoji(emoji, name)
    if (found === undefined) throw new ApiError(`Emoji '${name}' does not exist`, { status: 404 })
    const mayAdd = realm.groups.has(realm.record.settings.can_add_custom_emoji_group, caller)
    if (!isAdministrator(caller) && !(mayAdd && found.authorId === caller.id)) {
      throw new ApiError('Must be an organization administrator or emoji author')
    }
    await tx.run(DEACTIVATE, [found.id])
    tellEmoji(
      tx,
      realm,
      emoji.map((one) => (one === found ? { ...found, isDeactivated: true } : one)),
    )
  })
}

/** Keeps the organization's emoji, and tells everybody. The realm is held still. */
export function tellEmoji(tx: Tx, realm: RealmState, emoji: readonly RealmEmoji[]): void {
  emitChange(tx, { type: '_lists', lists: { emoji } })
  tx.emit({ type: 'realm_emoji', op: 'update', realm_emoji: wireEmoji(realm.realm, emoji) }, toRealm)
}
