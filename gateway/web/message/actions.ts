import { type Conversation, conversationKey, conversationOf } from '../model/conversation.ts'
import { narrowKey } from '../model/narrow.ts'
import { hashOf, parseRoute } from '../model/route.ts'
import type { Message } from '../model/wire.ts'
import { copy } from '../parts/copy.ts'
import { textOfHtml } from '../parts/text-of-html.ts'
import { channelName } from '../store/derived/names.ts'
import { insertion } from '../store/insertion.ts'
import type { Store } from '../store/state/store.ts'
import { fetchSource } from '../store/verbs/change-message.ts'
import { attempt } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** The address of a message within its conversation. */
export function linkTo(store: Store, message: Message): string {
  const conversation = conversationOf(message, store.me)
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  return location.origin + location.pathname + hashOf(conversation, channel, message.id)
}

export async function copyLink(store: Store, message: Message): Promise<void> {
  await copy(store, linkTo(store, message), t.linkCopied)
}

/** Copies the text of a message, without its marks. */
export async function copyText(store: Store, { content }: Message): Promise<void> {
  await copy(store, textOfHtml(content), t.textCopied)
}

/** Opens a conversation; `near` is the message that the list shows first. */
export function openConversation(store: Store, conversation: Conversation, near?: number): void {
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  location.hash = hashOf(conversation, channel, near)
}

/** Inserts text in the composer of a conversation, and opens it. */
function insertInto(store: Store, conversation: Conversation, text: string): void {
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  insertion(store).value = { key: conversationKey(conversation), text }
  const address = hashOf(conversation, channel)
  if (!location.hash.startsWith(address)) location.hash = address
}

/** The message as a quotation that names its sender and links to it. Undefined when it cannot be fetched. */
export async function quotationOf(store: Store, message: Message): Promise<string | undefined> {
  const source = fetchSource(message.id)
  if (!(await attempt(store, source))) return undefined
  const content = await source
  const fence = fenceFor(content)
  const head = t.saidIn(`@_**${senderOf(store, message)}|${message.sender_id}**`, linkTo(store, message))
  return `${head}\n${fence}quote\n${content}\n${fence}\n`
}

const senderOf = (store: Store, { sender_id, sender_full_name }: Message): string =>
  store.people.value.get(sender_id)?.full_name ?? sender_full_name

/** Quotes a message in the composer of its conversation, and opens it. */
export async function quote(store: Store, message: Message): Promise<void> {
  const text = await quotationOf(store, message)
  if (text !== undefined) insertInto(store, conversationOf(message, store.me), text)
}

/** Mentions the sender of a message in the composer of its conversation, and opens it. */
export function replyWithMention(store: Store, message: Message): void {
  const mention = `@**${senderOf(store, message)}|${message.sender_id}** `
  insertInto(store, conversationOf(message, store.me), mention)
}

/** Inserts a message as a quotation in the composer of another place, and opens it. */
export async function forward(store: Store, message: Message, hash: string): Promise<void> {
  const place = parseRoute(hash)
  if (place.view !== 'messages') return
  const text = await quotationOf(store, message)
  if (text === undefined) return
  insertion(store).value = { key: narrowKey(place.narrow), text }
  location.hash = hash
}

/** A fence longer than every fence in the text. */
function fenceFor(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/^`{3,}/gm)].map(([found]) => found.length))
  return '`'.repeat(longest + 1)
}
