import { adoptOnParticipation } from '../../channels/user-topics/auto-follow.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitToReaders } from '../messages/audience.ts'
import { type LockedMessage, lockMessage } from '../messages/lock-message.ts'
import { checkEmoji, keyByName, type NamedEmoji, type ReactionKey, type ReactionType } from './emoji.ts'

// reaction_pkey, all of them.
const SAME = statement(
  'reaction.same',
  `SELECT emoji_name AS name, user_id = $4 AS own FROM reaction
   WHERE message_id = $1 AND reaction_type = $2 AND emoji_code = $3 ORDER BY own DESC, id LIMIT 1`,
)
const ADD = statement(
  'reaction.add',
  `INSERT INTO reaction (message_id, reaction_type, emoji_code, user_id, emoji_name)
   VALUES ($1, $2, $3, $4, $5)`,
)
const REMOVE = statement(
  'reaction.remove',
  `DELETE FROM reaction WHERE message_id = $1 AND reaction_type = $2 AND emoji_code = $3 AND user_id = $4
   RETURNING emoji_name AS name`,
)

/**
 * Adds a reaction of the caller's to a message. A code and a type tell the emoji; without them its name does.
 * Who reacts as others did does so under the name they gave. Throws "Invalid message(s)",
 * REACTION_ALREADY_EXISTS, and when there is no such emoji.
 */
export async function addReaction(
  caller: Caller,
  id: MessageId,
  { name, code, type }: NamedEmoji & { readonly name: string },
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    const key = code === undefined || type === undefined ? keyByName(name, realm.lists.emoji) : { code, type }
    const parameters = [id, key.type, key.code, actor.id]
    const [same] = await tx.run<{ name: string; own: boolean }>(SAME, parameters)
    if (same?.own) throw new ApiError('Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' })
    if (same === undefined) checkEmoji(name, key, realm.lists.emoji)
    const shown = same?.name ?? name
    await tx.run(ADD, [...parameters, shown])
    await adoptOnParticipation(tx, actor, message)
    await emitReaction(tx, realm, actor, message, 'add', shown, key)
  })
}

/**
 * Takes a reaction of the caller's back, named by its code or its name. Throws "Invalid message(s)" and
 * REACTION_DOES_NOT_EXIST.
 */
export async function removeReaction(
  caller: Caller,
  id: MessageId,
  { name, code, type }: NamedEmoji,
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    const key =
      code === undefined
        ? keyByName(nameOf(name), realm.lists.emoji)
        : { code, type: type ?? 'unicode_emoji' }
    const [removed] = await tx.run<{ name: string }>(REMOVE, [id, key.type, key.code, actor.id])
    if (removed === undefined) {
      throw new ApiError("Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })
    }
    await emitReaction(tx, realm, actor, message, 'remove', removed.name, key)
  })
}

function nameOf(name: string | undefined): string {
  if (name !== undefined) return name
  throw new ApiError('At least one of the following arguments must be present: emoji_name, emoji_code')
}

async function emitReaction(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  op: 'add' | 'remove',
  name: string,
  { code, type }: ReactionKey,
): Promise<void> {
  const { id: user_id, email, fullName: full_name } = user
  await emitToReaders(tx, realm, message, [message.id], user_id, {
    type: 'reaction',
    op,
    user_id,
    user: { user_id, email, full_name, is_mirror_dummy: false }, // deprecated, and still read
    message_id: message.id,
    emoji_name: name,
    emoji_code: code,
    reaction_type: type as ReactionType,
  })
}
