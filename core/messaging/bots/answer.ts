import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { takeJob } from '../../platform/jobs/outbox.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { presentMessage } from '../messages/row.ts'
import { checkCanSend, prepareMessage, type SendRequest } from '../messages/send.ts'
import { storeMessages } from '../messages/store.ts'

/** A message that a bot was told of. */
export type Told = ReturnType<typeof presentMessage>

/** Who answers what. */
export interface Answering {
  readonly bot: UserRecord
  readonly message: Told
  /** What the answer is said to come from. */
  readonly client: string
}

/**
 * Does what a job asks for and ends the job, in one transaction that holds the realm still: runOnce, however often the
 * job runs. `outboxId` is the job's row; undefined for one that has none.
 */
export async function runOnce(
  core: Core,
  realm: RealmState,
  outboxId: number | undefined,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await core.transactLocked(realm.id, async (tx) => {
    if (!(await takeJob(tx, outboxId))) return
    await realm.lockAndSync(tx)
    await work(tx)
  })
}

/** Sends a bot's answer to where it was asked; an empty one is none. One that it may not send is told to its owner. */
export async function answer(
  tx: Tx,
  core: Core,
  realm: RealmState,
  answering: Answering,
  content: string,
): Promise<void> {
  if (content.trim() === '') return
  try {
    await say(tx, core, realm, answering, placeOf(answering.message), content)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await tellOwner(tx, core, realm, answering, `its answer could not be sent: ${error.message}`)
  }
}

/** Tells the bot's owner, if there is one, what went wrong with an answer. */
export async function tellOwner(
  tx: Tx,
  core: Core,
  realm: RealmState,
  answering: Answering,
  reason: string,
): Promise<void> {
  const { bot, message } = answering
  const owner = bot.botOwnerId === null ? undefined : realm.users.get(bot.botOwnerId)
  if (!owner?.isActive) return
  const content = `A message to your bot @_**${bot.fullName}** (number ${message.id}) was not answered.\n${reason}`
  await say(tx, core, realm, answering, { kind: 'direct', users: [owner.id] }, content)
}

async function say(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { bot, client }: Answering,
  to: SendRequest['to'],
  content: string,
): Promise<void> {
  const sender = realm.users.get(bot.id)!
  const outgoing = prepareMessage({ core, realm, user: sender }, { to, content, client })
  await checkCanSend(tx, realm, outgoing)
  await storeMessages(tx, realm, [outgoing])
}

function placeOf(message: Told): SendRequest['to'] {
  if (message.type === 'stream') {
    return { kind: 'channel', channel: message.stream_id!, topic: message.subject }
  }
  const participants = message.display_recipient as { id: number }[]
  return { kind: 'direct', users: participants.map((one) => one.id as UserId) }
}
