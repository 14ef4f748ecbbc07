import { autoFollowOnParticipation } from '../../channels/user-topics/auto-follow.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitToReaders } from '../messages/audience.ts'
import { type LockedMessage, lockMessage } from '../messages/lock-message.ts'
import { checkEmoji, type EmojiKey, emojiKeyByName, type NamedEmoji, type ReactionType } from './emoji.ts'
import type { Reaction } from './entity.ts'
import { emojiNotNamed, noSuchReaction, reactionAlreadyExists } from './errors.ts'

// All three statements use reaction_pkey.
const FIND_SAME = statement(
  'reaction.same',
  `SELECT emoji_name AS "emojiName", user_id = $4 AS "isOwn" FROM reaction
   WHERE message_id = $1 AND reaction_type = $2 AND emoji_code = $3 ORDER BY "isOwn" DESC, id LIMIT 1`,
)
/** A reaction with the same emoji to the same message. */
type SameReaction = Columns<typeof Reaction, 'emojiName'> & { readonly isOwn: boolean }

const ADD = statement(
  'reaction.add',
  `INSERT INTO reaction (message_id, reaction_type, emoji_code, user_id, emoji_name)
   VALUES ($1, $2, $3, $4, $5)`,
)
const REMOVE = statement(
  'reaction.remove',
  `DELETE FROM reaction WHERE message_id = $1 AND reaction_type = $2 AND emoji_code = $3 AND user_id = $4
   RETURNING emoji_name AS "emojiName"`,
)

/**
 * Adds a reaction of the caller to a message. Code and type identify the emoji; without one of them, the name
 * of the emoji does. If others have reacted with the same emoji, the reaction takes the name that they used.
 * Throws `invalidMessages`, `reactionAlreadyExists`, and when no such emoji exists.
 */
export async function addReaction(
  caller: Caller,
  id: MessageId,
  { name, code, type }: NamedEmoji & { readonly name: string },
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    const key =
      code === undefined || type === undefined ? emojiKeyByName(name, realm.lists.emoji) : { code, type }
    const parameters = [id, key.type, key.code, actor.id]
    const [same] = await tx.run<SameReaction>(FIND_SAME, parameters)
    if (same?.isOwn) throw reactionAlreadyExists()
    if (same === undefined) checkEmoji(name, key, realm.lists.emoji)
    const nameToStore = same?.emojiName ?? name
    await tx.run(ADD, [...parameters, nameToStore])
    await autoFollowOnParticipation(tx, actor, message)
    await emitReaction(tx, realm, actor, message, 'add', nameToStore, key)
  })
}

/**
 * Removes a reaction of the caller, named by the emoji's code or by its name. Throws `invalidMessages` and
 * `noSuchReaction`.
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
        ? emojiKeyByName(requireName(name), realm.lists.emoji)
        : { code, type: type ?? 'unicode_emoji' }
    const [removed] = await tx.run<Columns<typeof Reaction, 'emojiName'>>(REMOVE, [
      id,
      key.type,
      key.code,
      actor.id,
    ])
    if (removed === undefined) throw noSuchReaction()
    await emitReaction(tx, realm, actor, message, 'remove', removed.emojiName, key)
  })
}

function requireName(name: string | undefined): string {
  if (name !== undefined) return name
  throw emojiNotNamed()
}

async function emitReaction(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  op: 'add' | 'remove',
  name: string,
  { code, type }: EmojiKey,
): Promise<void> {
  const { id: user_id, email, fullName: full_name } = user
  await emitToReaders(tx, realm, message, [message.id], user_id, {
    type: 'reaction',
    op,
    user_id,
    user: { user_id, email, full_name, is_mirror_dummy: false }, // deprecated, but clients still read it
    message_id: message.id,
    emoji_name: name,
    emoji_code: code,
    reaction_type: type as ReactionType,
  })
}
