import { checkMentions } from '../../content/markdown/group-mentions.ts'
import { messageContext } from '../../content/markdown/realm-context.ts'
import { render } from '../../content/markdown/render.ts'
import { checkContent, checkTopic } from '../../content/messages/check-text.ts'
import type { Sql } from '../../platform/db/statement.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { currentActor } from '../../state/users/current-actor.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Destination } from '../conversations/resolve.ts'
import { checkCanMessage, checkCanStartConversation } from './permissions/direct.ts'
import { checkTopicsPolicy } from './permissions/topics-policy.ts'
import { checkWildcards } from './permissions/wildcards.ts'
import { channelToSendTo, directParticipants, type Named } from './recipients.ts'
import { type Judged, SendBatches } from './send-batches.ts'
import type { Outgoing, Stored } from './store.ts'

export interface SendRequest {
  readonly to:
    | { readonly kind: 'channel'; readonly channel: Named; readonly topic?: string }
    | { readonly kind: 'direct'; readonly users: readonly Named[] }
  readonly content: string
  /** Name of the sending client, as other clients show it. */
  readonly client: string
  /** Default: whether the client is one that a person reads with. */
  readonly readBySender?: boolean
  readonly queueId?: string
  readonly localId?: string
}

/** Clients that people read with: their own message is read when it is sent (spec.md flag `read`). */
const INTERACTIVE =
  /^(website|loquat|zulip ?terminal|zulip ?mobile|zulip ?flutter|zulip ?electron|zulip ?desktop|snipe|test suite)/i

const batches = new WeakMap<RealmState, SendBatches>()

/**
 * Checks, renders and stores a message; resolves after COMMIT with what was stored. Throws the error the client is
 * to see, with nothing changed. It is judged by the realm as it is at the message's position in the log, and a refusal
 * is given on fresh state only.
 */
export async function sendMessage({ core, realm, user }: Caller, request: SendRequest): Promise<Stored> {
  const judge = async (sql: Sql): Promise<Judged> => {
    const at = realm.position
    const outgoing = prepareMessage({ core, realm, user: currentActor(realm, user) }, request)
    await checkCanSend(sql, realm, outgoing)
    return { outgoing, at, again: judge }
  }
  return batchesOf(core, realm).send(await realm.withFreshState(() => judge(core.db)))
}

/**
 * Checks of a prepared message what memory alone cannot tell. Throws the error the client is to see. No query but
 * for who begins a conversation without the permission to, and for who mentions a topic's people without it.
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

/** Checks and renders a message on the realm as memory has it. Throws the error the client is to see. */
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
