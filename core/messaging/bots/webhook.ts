import type { WebhookService } from '../../people/bots/details.ts'
import { WebhookInterface } from '../../people/bots/kinds.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type Answering, answer, runOnce, type Told, tellOwner } from './answer.ts'
import { type Asked, asked } from './load-request.ts'
import type { BotJob } from './triggers.ts'

/** A request to a bot's server, and what the answer is an answer to. */
export interface WebhookCall extends Answering {
  readonly url: string
  readonly contentType: string
  readonly body: string
}

/** What a bot says is from here, as other clients show it. */
const client = 'OutgoingWebhookResponse'

/** As `asked`; undefined also for what the server's form has no place for. */
export async function webhookCall(core: Core, job: BotJob): Promise<WebhookCall | undefined> {
  const found = await asked(core, job)
  if (found === undefined || !('base_url' in found.service)) return undefined
  const { realm, bot, service, message, row } = found
  const { base_url: url, interface: form } = service
  if (form === WebhookInterface.slack) {
    if (message.type !== 'stream') return undefined // Slack has no such form for what is direct.
    const contentType = 'application/x-www-form-urlencoded'
    return {
      url,
      contentType,
      body: slackForm(core, realm, message, service, bot, row),
      bot,
      message,
      client,
    }
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
  return { url, contentType: 'application/json', body, bot, message, client }
}

function slackForm(
  core: Core,
  realm: RealmState,
  message: Told,
  service: WebhookService,
  bot: UserRecord,
  row: Asked['row'],
): string {
  return new URLSearchParams({
    token: service.token,
    team_id: `T${realm.id}`,
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

/**
 * Sends a bot's answer to where it was asked, and ends the job, in one transaction: an answer is sent runOnce, however
 * often the job runs. An empty answer is none. One that the bot may not send is told to its owner.
 */
export async function answerWebhook(
  core: Core,
  realm: RealmState,
  call: WebhookCall,
  content: string,
  outboxId: number | undefined,
): Promise<void> {
  await runOnce(core, realm, outboxId, (tx) => answer(tx, core, realm, call, content))
}

/** Tells the bot's owner that its server cannot be asked, runOnce, and ends the job. */
export async function giveUpWebhook(
  core: Core,
  realm: RealmState,
  call: WebhookCall,
  reason: string,
  outboxId: number | undefined,
): Promise<void> {
  await runOnce(core, realm, outboxId, (tx) => tellOwner(tx, core, realm, call, reason))
}
