import { conversationKey, conversationOf } from '../../model/conversation.ts'
import type { Message } from '../../model/wire.ts'

/** Conversations that a device keeps, the most recently active ones. */
export const MAX_CONVERSATIONS = 50
/** Messages of each, the newest ones. */
export const MAX_MESSAGES = 50
/** Bytes of all kept messages, as UTF-16 code units of their JSON. */
export const MAX_BYTES = 4 * 1024 * 1024

/** The newest messages of a conversation, in the order of their ids. */
export interface KeptConversation {
  /** `conversationKey` */
  readonly key: string
  readonly messages: readonly Message[]
}

/** The conversations to keep, the most recently active first. `isReadable`: the reader has the channel. */
export function chooseKept(
  messages: Iterable<Message>,
  me: number,
  isReadable: (channel: number) => boolean,
): KeptConversation[] {
  const byKey = new Map<string, Message[]>()
  for (const message of [...messages].sort((a, b) => b.id - a.id)) {
    const conversation = conversationOf(message, me)
    if (conversation.kind === 'topic' && !isReadable(conversation.channel)) continue
    const key = conversationKey(conversation)
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [message])
    else if (known.length < MAX_MESSAGES) known.push(message)
  }
  const chosen: KeptConversation[] = []
  let bytes = 0
  for (const [key, newestFirst] of byKey) {
    if (chosen.length === MAX_CONVERSATIONS) break
    const fitting: Message[] = []
    for (const message of newestFirst) {
      bytes += 2 * JSON.stringify(message).length
      if (bytes > MAX_BYTES) break
      fitting.unshift(message)
    }
    if (fitting.length > 0) chosen.push({ key, messages: fitting })
    if (bytes > MAX_BYTES) break
  }
  return chosen
}
