import { emitFirstMessage } from '../../channels/changing/first-message.ts'
import { autoFollowOnSend, type SenderStates } from '../../channels/user-topics/auto-follow.ts'
import type { VisibilityPolicy } from '../../channels/user-topics/policy.ts'
import { previewLinks } from '../../content/link-previews/previews.ts'
import type { Rendered } from '../../content/markdown/render.ts'
import { contentBits, MessageBit } from '../../content/messages/bits.ts'
import { showPictures } from '../../content/uploads/pictures.ts'
import { storeDmPartners } from '../../people/users/guest-visibility.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toChannel, toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { hasGravatar } from '../../state/users/wire.ts'
import { type Conversation, type Destination, resolveConversations } from '../conversations/resolve.ts'
import { type WireSubmessage, wireMessage } from '../messages/wire.ts'
import { addWidgets } from '../submessages/create-widgets.ts'
import type { ReadableUpload } from '../uploads/access.ts'
import { claimUploads, linkedFiles } from '../uploads/claims.ts'
import { languageOf } from '../words/languages.ts'
import { wordsOfHtml } from '../words/word-list.ts'
import { enqueueBots } from './bot-triggers.ts'
import type { MessageEvent } from './event.ts'
import { flagRecipients, type Reached } from './flag-recipients.ts'
import { readStoreInputs, type StoreInputs } from './store-inputs.ts'

/** A message that has been checked and rendered and may be stored unchanged. */
export interface Outgoing {
  readonly sender: UserRecord
  readonly destination: Destination
  readonly client: string
  readonly content: string
  readonly rendered: Rendered
  readonly readBySender: boolean
  /** If given, the message arrives read for everyone except these users. */
  readonly unreadBy?: readonly UserId[] | undefined
  /** The message arrives read for these users, as for those who mute its sender. */
  readonly readBy?: readonly UserId[] | undefined
  readonly queueId?: string
  readonly localId?: string
}

export interface Stored {
  readonly id: MessageId
  /** The sender's new visibility policy of the topic, if sending has changed it. */
  readonly newPolicy: VisibilityPolicy | undefined
}

export const INSERT_MESSAGES = statement(
  'message.insert',
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at, bits, language, words)
   SELECT id, $1, conversation_id, channel_id, sender_id, client, content, rendered, coalesce($2::timestamptz, statement_timestamp()), bits, $3, words::tsvector
   FROM unnest($4::int8[], $5::int8[], $6::int[], $7::int[], $8::text[], $9::text[], $10::text[], $11::int2[], $12::text[])
     AS m (id, conversation_id, channel_id, sender_id, client, content, rendered, bits, words)`,
)

const FIRST = statement(
  'channel.first-message',
  'UPDATE channel SET first_message_id = $2 WHERE id = $1 AND first_message_id IS NULL RETURNING id',
)

/**
 * Stores messages with their events in the caller's transaction, in their order. Runs a constant number of
 * statements. Writes a row for a recipient only for a mention, an alert word or a muted sender. `given`:
 * inputs that were read for exactly these messages since the log was locked.
 */
export async function storeMessages(
  tx: Tx,
  realm: PendingRealm,
  outgoing: readonly Outgoing[],
  given?: StoreInputs,
): Promise<Stored[]> {
  if (outgoing.length === 0) return []
  // Locks the log before taking ids, so that both have the same order.
  await tx.lockLog()
  const linking = outgoing.map(({ sender, rendered }) => ({ linker: sender, uploads: rendered.uploads }))
  const files = await linkedFiles(tx, realm, linking)
  const linkPreviews = await previewLinks(
    tx,
    outgoing.map(({ rendered }) => rendered),
  )
  const messages = outgoing
    .map((message, index) => withPictures(message, files[index]!))
    .map((message) => ({ ...message, rendered: linkPreviews.show(message.rendered) }))
  const { ids, sentAt, topicStates, ...inputs } = given ?? (await readStoreInputs(tx, realm.id, messages))
  const conversations = await resolveConversations(
    tx,
    realm.id,
    messages.map((message) => message.destination),
    languageOf(realm),
    inputs.conversations,
  )
  for (const [index, { destination }] of messages.entries()) {
    if (destination.kind === 'direct' && conversations[index]!.isNew)
      await storeDmPartners(tx, realm, destination.participants)
  }
  tx.write(INSERT_MESSAGES, [
    realm.id,
    sentAt.text,
    languageOf(realm).code,
    ids,
    conversations.map((conversation) => conversation.id),
    messages.map(({ destination }) => (destination.kind === 'topic' ? destination.channel : null)),
    messages.map((message) => message.sender.id),
    messages.map((message) => message.client),
    messages.map((message) => message.content),
    messages.map((message) => message.rendered.html),
    messages.map(bitsOf),
    messages.map((message) => wordsOfHtml(message.rendered.html)),
  ])
  await markFirst(tx, realm, messages, ids)
  const widgets = await addWidgets(
    tx,
    messages.map(({ sender, content }, index) => ({ id: ids[index]!, sender: sender.id, content })),
  )
  const reached = await flagRecipients(
    tx,
    realm,
    messages.map(({ sender, destination, rendered, unreadBy, readBy }, index) => ({
      id: ids[index]!,
      sender,
      destination,
      conversation: conversations[index]!.id,
      rendered,
      unreadBy,
      readBy,
    })),
  )
  await claimUploads(
    tx,
    messages.map((_, index) => ({ id: ids[index]!, files: files[index]! })),
  )
  const policies = await adoptPolicies(tx, realm, messages, conversations, reached, topicStates)
  for (const [index, message] of messages.entries()) {
    const { destination } = message
    const id = ids[index]!
    enqueueBots(tx, realm, id, message)
    linkPreviews.enqueueFetch(id, message.sender.id, message.rendered)
    const place = { id, sentAt: sentAt.seconds, conversation: conversations[index]! }
    tx.emit(
      eventOf(realm, message, place, reached[index]!, widgets.get(id)),
      destination.kind === 'topic' ? toChannel(destination.channel) : toUsers(destination.participants),
    )
  }
  return messages.map((_, index) => ({ id: ids[index]!, newPolicy: policies[index] }))
}

/**
 * Shows the pictures in their current state. Making a picture ready locks the log too, so either this message
 * finds the picture ready, or the picture's job finds this message.
 */
function withPictures(message: Outgoing, files: readonly ReadableUpload[]): Outgoing {
  const { rendered } = message
  if (!rendered.hasAttachment) return message
  return { ...message, rendered: { ...rendered, html: showPictures(rendered.html, files) } }
}

/**
 * Changes the visibility policies of topics by their senders' settings. Returns the new policy for each
 * message.
 */
async function adoptPolicies(
  tx: Tx,
  realm: PendingRealm,
  messages: readonly Outgoing[],
  conversations: readonly Conversation[],
  reached: readonly Reached[],
  states: SenderStates,
): Promise<(VisibilityPolicy | undefined)[]> {
  return autoFollowOnSend(
    tx,
    realm,
    messages.map(({ sender, destination }, index) => {
      if (destination.kind !== 'topic') return undefined
      const { topic } = conversations[index]!
      return {
        sender,
        channel: destination.channel,
        topic: topic!,
        mentioned: reached[index]!.mentioned,
        state: states[index],
      }
    }),
  )
}

function bitsOf({ rendered, readBySender, unreadBy }: Outgoing): number {
  return (
    (readBySender ? MessageBit.readBySender : 0) |
    (unreadBy === undefined ? 0 : MessageBit.arrivesRead) |
    contentBits(rendered)
  )
}

/** Where and when a message is stored. `sentAt` is in Unix seconds. */
interface Place {
  readonly id: MessageId
  readonly sentAt: number
  readonly conversation: Conversation
}

function eventOf(
  realm: PendingRealm,
  message: Outgoing,
  { id, sentAt, conversation }: Place,
  { mentioned, topicMentioned, alerted, muters }: Reached,
  widget: WireSubmessage | undefined,
): MessageEvent {
  const { destination } = message
  const facts = {
    id,
    senderId: message.sender.id,
    // The topic keeps the spelling of its first message.
    destination: destination.kind === 'topic' ? { ...destination, topic: conversation.topic! } : destination,
    conversationId: conversation.id,
    sentAt,
    client: message.client,
    bits: bitsOf(message),
  }
  const wire = wireMessage(realm, facts, message.content, 'text/x-markdown')
  if (widget !== undefined) wire.submessages = [widget]
  return {
    type: 'message',
    message: wire,
    _html: message.rendered.html,
    _gravatar: hasGravatar(realm.users.get(message.sender.id)),
    _mentioned: mentioned,
    ...(topicMentioned.length > 0 && { _topicMentioned: topicMentioned }),
    _alerted: alerted,
    ...(muters.length > 0 && { _muters: muters }),
    ...(message.unreadBy?.length && { _unreadBy: message.unreadBy }),
    _bits: bitsOf(message),
    _conversation: conversation.id,
    ...(message.queueId !== undefined &&
      message.localId !== undefined && { _queue: message.queueId, _local: message.localId }),
  }
}

/** Records the first message of channels, which clients see as a property of the channel. */
async function markFirst(
  tx: Tx,
  realm: PendingRealm,
  messages: readonly Outgoing[],
  ids: readonly MessageId[],
): Promise<void> {
  const firsts = new Map<ChannelId, MessageId>()
  for (const [index, { destination }] of messages.entries()) {
    if (destination.kind !== 'topic' || firsts.has(destination.channel)) continue
    if (realm.channels.get(destination.channel)?.firstMessageId === null) {
      firsts.set(destination.channel, ids[index]!)
    }
  }
  for (const [id, firstMessageId] of firsts) {
    if ((await tx.run(FIRST, [id, firstMessageId])).length === 0) continue
    const channel = { ...realm.channels.get(id)!, firstMessageId }
    emitChange(tx, { type: '_channel', channel })
    emitFirstMessage(tx, realm, channel)
  }
}
