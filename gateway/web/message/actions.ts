import { hashOf } from '../app/route.ts'
import { fetchSource } from '../store/change-message.ts'
import { conversationKey, conversationOf } from '../store/conversation.ts'
import { insertion } from '../store/insertion.ts'
import { channelName } from '../store/names.ts'
import { attempt, showNotice } from '../store/notice.ts'
import type { Store } from '../store/store.ts'
import type { Message } from '../store/wire.ts'
import { t } from '../texts/texts.ts'

/** The address of a message within its conversation. */
export function linkTo(store: Store, message: Message): string {
  const conversation = conversationOf(message, store.me)
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  return location.origin + location.pathname + hashOf(conversation, channel, message.id)
}

export async function copyLink(store: Store, message: Message): Promise<void> {
  if (await attempt(navigator.clipboard.writeText(linkTo(store, message)))) showNotice(t.linkCopied)
}

/** Quotes a message in the composer of its conversation, and opens it. */
export async function quote(store: Store, message: Message): Promise<void> {
  const source = fetchSource(message.id)
  if (!(await attempt(source))) return
  const content = await source
  const conversation = conversationOf(message, store.me)
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  const name = store.people.value.get(message.sender_id)?.full_name ?? message.sender_full_name
  const fence = fenceFor(content)
  const head = t.saidIn(`@_**${name}|${message.sender_id}**`, linkTo(store, message))
  const text = `${head}\n${fence}quote\n${content}\n${fence}\n`
  insertion.value = { key: conversationKey(conversation), text }
  const address = hashOf(conversation, channel)
  if (!location.hash.startsWith(address)) location.hash = address
}

/** A fence longer than every fence in the text. */
function fenceFor(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/^`{3,}/gm)].map(([found]) => found.length))
  return '`'.repeat(longest + 1)
}
