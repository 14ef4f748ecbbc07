import type { Connection, Sending } from '../../client/index.ts'
import { type Conversation, conversationKey } from '../../model/conversation.ts'
import { isConversation, type Narrow } from '../../model/narrow.ts'
import { t } from '../../texts/texts.ts'
import type { ShownMessage } from '../state/messages.ts'
import { eachPage, type OnPage } from '../state/page.ts'
import type { Store } from '../state/store.ts'
import { loadMissing } from './load-messages.ts'
import { isAnswered } from './notice.ts'
import { forgetUnsent, storeUnsent } from './unsent-journal.ts'

interface Unsent {
  readonly sending: Sending
  readonly conversation: Conversation
  readonly me: number
}

const outgoing = eachPage(() => ({
  connection: undefined as Connection | undefined,
  /** Messages that are being sent or were refused, by local id. A new state shows them again. */
  unsent: new Map<string, Unsent>(),
}))

/** Makes `send` use this connection. */
export function sendBy(page: OnPage, connection: Connection): void {
  outgoing(page).connection = connection
}

/**
 * Shows a message at once and sends it. The event of the message replaces it. A message that the server
 * refuses stays, marked, so that no text is lost.
 */
export function send(store: Store, conversation: Conversation, content: string): Sending {
  const to =
    conversation.kind === 'topic'
      ? ({ type: 'channel', to: conversation.channel, topic: conversation.topic } as const)
      : ({ type: 'direct', to: conversation.people } as const)
  const { connection, unsent } = outgoing(store)
  const sending = connection!.send({ ...to, content, read_by_sender: true })
  const each = { sending, conversation, me: store.me }
  unsent.set(sending.localId, each)
  storeUnsent(store.me, sending.localId, conversation, content)
  show(store, each)
  return sending
}

/** Sends a message again that has failed. */
export const sendAgain = (page: OnPage, localId: string): void =>
  outgoing(page).unsent.get(localId)?.sending.retry()

/** Shows the unsent messages of the old state in a new one. */
export function showUnsent(store: Store): void {
  for (const each of outgoing(store).unsent.values()) show(store, each)
}

/** Marks a message that was sent or refused. */
export function updateSending(page: OnPage, store: Store | undefined, sending: Sending): void {
  const { unsent } = outgoing(page)
  if (sending.state === 'sent') {
    const { me, conversation } = unsent.get(sending.localId) ?? {}
    if (me !== undefined) forgetUnsent(me, sending.localId)
    unsent.delete(sending.localId)
    if (store !== undefined && conversation?.kind === 'topic' && sending.id !== undefined) {
      // Nothing tells of messages in a channel without a subscription.
      if (!store.channels.value.has(conversation.channel))
        void loadMissing(store, [sending.id]).then(() => store.messages.confirm(sending.localId))
    }
  } else store?.messages.changeOutgoing(sending.localId, outgoingOf(sending))
}

/** The conversation of a message that is being sent or was refused. */
export const conversationOfUnsent = (page: OnPage, { localId }: Sending): Conversation | undefined =>
  outgoing(page).unsent.get(localId)?.conversation

const outgoingOf = (sending: Sending) => ({
  localId: sending.localId,
  failure: sending.state === 'failed' ? failureOf(sending) : undefined,
})

/** Says that a message was not sent, or that nobody knows. */
export const failureOf = ({ error }: Sending): string =>
  error?.hasUnknownOutcome === true
    ? t.perhapsNotSent
    : `${t.notSent} ${error !== undefined && isAnswered(error) ? error.message : ''}`.trim()

/** Whether the list of a narrow ends with the newest message of a conversation. */
export const hasNewest = (narrow: Narrow, conversation: Conversation): boolean =>
  narrow.kind === 'feed' ||
  (narrow.kind === 'channel' && conversation.kind === 'topic' && narrow.channel === conversation.channel) ||
  (isConversation(narrow) && conversationKey(narrow) === conversationKey(conversation))

function show(store: Store, { sending, conversation }: Unsent): void {
  store.messages.arrive(shown(store, sending, conversation), (narrow) => hasNewest(narrow, conversation))
}

function shown(store: Store, sending: Sending, conversation: Conversation): ShownMessage {
  const { me } = store
  const user = store.people.value.get(me)!
  // Above every known message, below the next one of the server.
  const id = Math.floor(store.messages.newest) + Number(sending.localId) / 1e6
  const person = (each: number) => ({ id: each, email: '', full_name: '', is_mirror_dummy: false })
  return {
    id,
    sender_id: me,
    sender_full_name: user.full_name,
    sender_email: user.email,
    sender_realm_str: '',
    avatar_url: user.avatar_url,
    content: asHtml(sending.message.content),
    content_type: 'text/html',
    recipient_id: 0,
    timestamp: Math.floor(Date.now() / 1000),
    client: 'website',
    subject: conversation.kind === 'topic' ? conversation.topic : '',
    topic_links: [],
    is_me_message: false,
    reactions: [],
    submessages: [],
    flags: ['read'],
    ...(conversation.kind === 'topic'
      ? { type: 'stream', stream_id: conversation.channel, display_recipient: '' }
      : { type: 'private', display_recipient: [...new Set([...conversation.people, me])].map(person) }),
    outgoing: outgoingOf(sending),
  }
}

/** The Markdown as typed, until the server's HTML arrives. */
function asHtml(content: string): string {
  const escaped = content.replace(/[&<>]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[found]!)
  return `<p>${escaped.replace(/\n{2,}/g, '</p><p>').replace(/\n/g, '<br>')}</p>`
}
