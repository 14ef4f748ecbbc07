import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { activeEmoji, type RealmEmoji, wireEmoji } from '../../state/realm/custom-emoji.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isAdministrator } from '../../state/users/record.ts'
import { RealmEmoji as RealmEmojiRow } from './entity.ts'
import { mustManageEmoji, noSuchCustomEmoji } from './errors.ts'

/**
 * Deactivates a custom emoji. Throws when there is none of that name, and unless the caller is an
 * administrator, or added the emoji and may still add emoji.
 */
export async function deactivateEmoji(caller: Caller, name: string): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const { emoji } = realm.lists
    const found = activeEmoji(emoji, name)
    if (found === undefined) throw noSuchCustomEmoji(name)
    const canAdd = realm.groups.has(realm.record.settings.can_add_custom_emoji_group, actor)
    if (!isAdministrator(actor) && !(canAdd && found.authorId === actor.id)) {
      throw mustManageEmoji()
    }
    await tx.em.nativeUpdate(RealmEmojiRow, { id: found.id }, { isDeactivated: true })
    emitEmoji(
      tx,
      realm,
      emoji.map((known) => (known === found ? { ...found, isDeactivated: true } : known)),
    )
  })
}

/** Emits the organization's emoji to memory and clients. The organization is locked. */
export function emitEmoji(tx: Tx, realm: RealmState, emoji: readonly RealmEmoji[]): void {
  emitChange(tx, { type: '_lists', lists: { emoji } })
  tx.emit({ type: 'realm_emoji', op: 'update', realm_emoji: wireEmoji(realm.id, emoji) }, toRealm)
}
