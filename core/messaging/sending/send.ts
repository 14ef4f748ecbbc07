import { checkMentions } from '../../content/markdown/group-mentions.ts'
import { render } from '../../content/markdown/render.ts'
import { checkContent, checkTopic } from '../../content/messages/check-text.ts'
import { messageContext } from '../../content/messages/realm-context.ts'
import type { Sql } from '../../platform/db/statements/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { currentActor } from '../../state/realm/current-actor.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Destination } from '../conversations/resolve.ts'
import { findSent } from './deduplicate.ts'
import { checkCanMessage, checkCanStartConversation } from './direct-permission.ts'
import { channelToSendTo, directParticipants, type Named } from './recipients.ts'
import { type CheckedMessage, SendBatches } from './send-batches.ts'
import type { Outgoing, Stored } from './store.ts'
import { checkTopicsPolicy } from './topics-policy.ts'
import { checkWildcards } from './wildcard-permission.ts'

export interface SendRequest {
  readonly to:
    | { readonly kind: 'channel'; readonly channel: Named; readonly topic?: string }
    | { readonly kind: 'direct'; readonly users: readonly Named[] }
  readonly content: string
  /** Name of the sending client, as other clients show it. */
  readonly client: string
  /**
   * Whether the message arrives read for its sender. Default: whether people read in the client
   * (`INTERACTIVE`).
   */
  readonly readBySender?: boolean
  readonly queueId?: string
  readonly localId?: string
}

/** Clients in which people read: a message sent by one arrives read for its sender (spec.md flag `read`). */
const INTERACTIVE =
  /^(website|loquat|zulip ?terminal|zulip ?mobile|zulip ?flutter|zulip ?electron|zulip ?desktop|snipe|test suite)/i

const batches = new WeakMap<RealmState, SendBatches>()

/**
 * Checks, renders and stores a message; resolves after COMMIT. Throws the client's error, with nothing
 * changed. The message is checked by the state at its position in the log, and an error is thrown only on
 * fresh state. Sending a message again returns the stored one, even if the sender may not send it any more.
 */
export async function sendMessage({ core, realm, user }: Caller, request: SendRequest): Promise<Stored> {
  const check = async (sql: Sql): Promise<CheckedMessage> => {
    const checkedAt = realm.position
    const outgoing = prepareMessage({ core, realm, user: currentActor(realm, user) }, request)
    await checkCanSend(sql, realm, outgoing)
    return { outgoing, checkedAt, recheck: check }
  }
  try {
    return await batchesOf(core, realm).send(await realm.withFreshState(() => check(core.db)))
  } catch (error) {
    // The first attempt may have been allowed.
    const isRefused = error instanceof ApiError && error.status < 500
    const sent = isRefused ? await findSent(core.db, user.id, request) : undefined
    if (sent === undefined) throw error
    return sent
  }
}

/**
 * Makes the checks of a prepared message that may need the database. Throws the client's error. Queries only
 * for a sender who lacks the permission to start conversations, or to mention many people in a topic.
 */
export async function checkCanSend(
  sql: Sql,
  realm: RealmState,
  { sender, destination, rendered }: Outgoing,
): Promise<void> {
  if (destination.kind === 'direct')
    return checkCanStartConversation(sql, realm, sender, destination.participants)
  return checkWildcards(sql, realm, sender, destination, rendered)
}

/** Checks and renders a message by the state in memory. Throws the client's error. */
export function prepareMessage({ core, realm, user }: Caller, request: SendRequest): Outgoing {
  const content = checkContent(request.content)
  const topic = request.to.kind === 'channel' ? checkTopic(request.to.topic) : ''
  const destination = destinationOf(realm, user, request, topic)
  const rendered = render(content, messageContext(core, realm, user))
  checkMentions(realm, user, rendered)
  return {
    sender: user,
    destination,
    client: request.client,
    content,
    rendered,
    readBySender: request.readBySender ?? (!user.isBot && INTERACTIVE.test(request.client)),
    queueId: request.queueId,
    localId: request.localId,
  }
}

function batchesOf(core: Core, realm: RealmState): SendBatches {
  const known = batches.get(realm)
  if (known !== undefined) return known
  const opened = new SendBatches(core, realm)
  batches.set(realm, opened)
  return opened
}

function destinationOf(
  realm: RealmState,
  sender: UserRecord,
  { to }: SendRequest,
  topic: string,
): Destination {
  if (to.kind === 'direct') {
    const participants = directParticipants(realm, sender, to.users)
    checkCanMessage(realm, sender, participants)
    return { kind: 'direct', participants }
  }
  const channel = channelToSendTo(realm, sender, to.channel)
  checkTopicsPolicy(realm, channel, topic)
  return { kind: 'topic', channel: channel.id, topic }
}
