import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/transact.ts'
import { ApiError } from '../errors.ts'
import type { UserId } from '../ids.ts'
import { takeJob } from '../jobs/outbox.ts'
import { type MessageRow, messageColumns, messageJoins, presentMessage } from '../messages/row.ts'
import { checkMaySend, prepareMessage, type SendRequest } from '../messages/send.ts'
import { storeMessages } from '../messages/store.ts'
import { realmUrl } from '../realm/address.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
import { type BotService, botDetails } from './details.ts'
import { WebhookInterface } from './kinds.ts'
import type { WebhookJob } from './triggers.ts'

// message_pkey
const MESSAGE = statement(
  'webhook.message',
  `SELECT ${messageColumns('$1', false)}, m.rendered_content AS html
   FROM message m ${messageJoins('$1')} WHERE m.id = $2 AND m.realm_id = $3`,
)

type Told = ReturnType<typeof presentMessage>

/** A request to a bot's server, and what the answer is an answer to. */
export interface WebhookCall {
  readonly url: string
  readonly contentType: string
  readonly body: string
  readonly bot: UserRecord
  readonly message: Told
}

/** Undefined when there is nobody to ask any more: the bot, its message or the organization has gone. */
export async function webhookCall(core: Core, job: WebhookJob): Promise<WebhookCall | undefined> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return undefined
  await realm.sync()
  const bot = realm.users.get(job.bot)
  const service = (await botDetails(core.db, [job.bot])).get(job.bot)?.service
  const [row] = await core.db.run<MessageRow & { html: string }>(MESSAGE, [job.bot, job.message, job.realm])
  if (realm.record.isDeactivated || !bot?.isActive || !service || row === undefined) return undefined
  const how = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: true }
  const message = presentMessage(realm, row, how, undefined)
  const { base_url: url, interface: form } = service
  if (form === WebhookInterface.slack) {
    if (message.type !== 'stream') return undefined // Slack has no such form for what is direct.
    const contentType = 'application/x-www-form-urlencoded'
    return { url, contentType, body: slackForm(core, realm, message, service, bot, row), bot, message }
  }
  const { flags: _, ...told } = message
  const body = JSON.stringify({
    data: row.content,
    message: { ...told, rendered_content: row.html },
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    token: service.token,
    trigger: job.trigger,
  })
  return { url, contentType: 'application/json', body, bot, message }
}

function slackForm(
  core: Core,
  realm: RealmState,
  message: Told,
  service: BotService,
  bot: UserRecord,
  row: MessageRow,
): string {
  return new URLSearchParams({
    token: service.token,
    team_id: `T${realm.realm}`,
    team_domain: new URL(realmUrl(realm.record, core.options.rootUrl)).host,
    channel_id: `C${message.stream_id}`,
    channel_name: String(message.display_recipient),
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: row.content,
    trigger_word: 'mention',
    service_id: String(bot.id),
  }).toString()
}

/** What a bot says is from here, as other clients show it. */
const CLIENT = 'OutgoingWebhookResponse'

/**
 * Sends a bot's answer to where it was asked, and ends the job, in one transaction: an answer is sent once, however
 * often the job runs. An empty answer is none. One that the bot may not send is told to its owner.
 */
export async function answerWebhook(
  core: Core,
  realm: RealmState,
  { bot, message }: WebhookCall,
  content: string,
  outboxId: number | undefined,
): Promise<void> {
  await once(core, realm, outboxId, async (tx) => {
    if (content.trim() === '') return
    try {
      await say(core, tx, realm, bot, placeOf(message), content)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await tellOwner(core, tx, realm, bot, message, `its answer could not be sent: ${error.message}`)
    }
  })
}

/** Tells the bot's owner that its server cannot be asked, once, and ends the job. */
export async function giveUpWebhook(
  core: Core,
  realm: RealmState,
  { bot, message }: WebhookCall,
  reason: string,
  outboxId: number | undefined,
): Promise<void> {
  await once(core, realm, outboxId, (tx) => tellOwner(core, tx, realm, bot, message, reason))
}

async function once(
  core: Core,
  realm: RealmState,
  outboxId: number | undefined,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await core.transactHolding(realm.realm, async (tx) => {
    if (!(await takeJob(tx, outboxId))) return
    await realm.holdStill(tx)
    await work(tx)
  })
}

async function say(
  core: Core,
  tx: Tx,
  realm: RealmState,
  bot: UserRecord,
  to: SendRequest['to'],
  content: string,
): Promise<void> {
  const sender = realm.users.get(bot.id)!
  const outgoing = prepareMessage(core, realm, sender, { to, content, client: CLIENT })
  await checkMaySend(tx, realm, outgoing)
  await storeMessages(tx, realm, [outgoing])
}

async function tellOwner(
  core: Core,
  tx: Tx,
  realm: RealmState,
  bot: UserRecord,
  message: Told,
  reason: string,
): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : realm.users.get(bot.botOwnerId)
  if (!owner?.isActive) return
  const content = `A message to your bot @_**${bot.fullName}** (number ${message.id}) triggered an outgoing webhook.\n${reason}`
  await say(core, tx, realm, bot, { kind: 'direct', users: [owner.id] }, content)
}

function placeOf(message: Told): SendRequest['to'] {
  if (message.type === 'stream') {
    return { kind: 'channel', channel: message.stream_id!, topic: message.subject }
  }
  const participants = message.display_recipient as { id: number }[]
  return { kind: 'direct', users: participants.map((one) => one.id as UserId) }
}
