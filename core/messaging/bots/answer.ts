import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { takeJob } from '../../platform/jobs/outbox.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { presentMessage } from '../fetching/row.ts'
import type { Message } from '../messages/entities.ts'
import { storeNotices } from '../sending/notice.ts'
import { checkCanSend, prepareMessage, type SendRequest } from '../sending/send.ts'
import { storeMessages } from '../sending/store.ts'

/** The message that a bot answers. */
export type AnsweredMessage = ReturnType<typeof presentMessage>

/** Where a message is. */
type Place = Columns<typeof Message, 'channelId'> & Columns<typeof Conversation, 'topic'>

/** A bot's answer, without its content. */
export interface BotAnswer {
  readonly bot: UserRecord
  readonly message: AnsweredMessage
  /** The client name of the answer. */
  readonly client: string
}

/**
 * Runs `work` and deletes the job's outbox row in one transaction with the organization locked. So `work`
 * takes effect once, however often the job runs. Skips it when the bot or the organization was deactivated
 * meanwhile. `outboxId` is undefined for a job without a row.
 */
export async function runOnce(
  core: Core,
  realm: RealmState,
  bot: UserRecord,
  outboxId: number | undefined,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await core.changeAsSystem(realm, async (tx) => {
    if (!(await takeJob(tx, outboxId))) return
    if (realm.record.isDeactivated || !realm.users.get(bot.id)!.isActive) return
    await work(tx)
  })
}

// message_pkey, conversation_pkey
const PLACE = statement(
  'bot.place-of-message',
  `SELECT m.channel_id AS "channelId", c.topic FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = $1`,
)

/**
 * Sends a bot's answer to the conversation in which the message is now; sends nothing for an empty answer and
 * to a message that was deleted meanwhile. Notifies the bot's owner when the bot may not send the answer.
 */
export async function sendAnswer(
  tx: Tx,
  core: Core,
  realm: RealmState,
  answer: BotAnswer,
  content: string,
): Promise<void> {
  if (content.trim() === '') return
  const to = await conversationOf(tx, answer.message)
  if (to === undefined) return
  try {
    await sendAsBot(tx, core, realm, answer, to, content)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await notifyOwner(tx, core, realm, answer, noticeTexts(realm).answerNotSent(error.message))
  }
}

/**
 * Sends the bot's active owner, if it has one, a direct message about an answer that failed. It comes from
 * the notification bot when the bot may not write to its owner.
 */
export async function notifyOwner(
  tx: Tx,
  core: Core,
  realm: RealmState,
  answer: BotAnswer,
  reason: string,
): Promise<void> {
  const { bot, message } = answer
  const owner = bot.botOwnerId === null ? undefined : realm.users.get(bot.botOwnerId)
  if (!owner?.isActive) return
  const content = `${noticeTexts(realm).botNotAnswered(`@_**${bot.fullName}**`, message.id)}\n${reason}`
  try {
    await sendAsBot(tx, core, realm, answer, { kind: 'direct', users: [owner.id] }, content)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await storeNotices(tx, core, realm, [{ to: { user: owner.id }, content }])
  }
}

async function sendAsBot(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { bot, client }: BotAnswer,
  to: SendRequest['to'],
  content: string,
): Promise<void> {
  const sender = realm.users.get(bot.id)!
  const outgoing = prepareMessage({ core, realm, user: sender }, { to, content, client })
  await checkCanSend(tx, realm, outgoing)
  await storeMessages(tx, realm, [outgoing])
}

/** Finds where a message is now; undefined when it was deleted. */
async function conversationOf(tx: Tx, message: AnsweredMessage): Promise<SendRequest['to'] | undefined> {
  const [place] = await tx.run<Place>(PLACE, [message.id])
  if (place === undefined) return undefined
  if (place.channelId !== null) return { kind: 'channel', channel: place.channelId, topic: place.topic! }
  const participants = message.display_recipient as { id: number }[]
  return { kind: 'direct', users: participants.map(({ id }) => id as UserId) }
}
