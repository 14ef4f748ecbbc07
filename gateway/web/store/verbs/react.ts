import type { Message } from '../../model/wire.ts'
import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'
import { attempt } from './notice.ts'

/** The fields of an emoji in reactions. */
export type EmojiChoice = Pick<Message['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** Adds the reader's reaction to a message, or removes it. */
export async function toggleReaction(store: Store, id: number, emoji: EmojiChoice): Promise<void> {
  const message = store.messages.get(id)?.peek()
  if (message === undefined) return
  const { emoji_name, emoji_code, reaction_type } = emoji
  const isGiven = message.reactions.some(
    (one) => one.user_id === store.me && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
  )
  const parameters = { message_id: id, emoji_name, emoji_code, reaction_type }
  await attempt(
    store,
    server.call(
      isGiven ? 'DELETE /messages/{message_id}/reactions' : 'POST /messages/{message_id}/reactions',
      parameters,
    ),
  )
}
