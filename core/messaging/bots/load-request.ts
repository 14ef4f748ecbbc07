import { type BotService, botDetails } from '../../people/bots/details.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type MessageRow, messageColumns, messageJoins, presentMessage } from '../fetching/row.ts'
import type { Message } from '../messages/entities.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import type { BotJob } from '../sending/bot-triggers.ts'
import type { AnsweredMessage } from './answer.ts'

// message_pkey
const MESSAGE = statement(
  'bot.message',
  `SELECT ${messageColumns('$1', false)}, m.rendered_content AS "renderedContent", ${wasReceivedBy('$1')} AS "wasReceived"
   FROM message m ${messageJoins('$1')} WHERE m.id = $2 AND m.realm_id = $3`,
)

/** A bot and the message that it should answer. */
export interface BotRequest {
  readonly realm: RealmState
  readonly bot: UserRecord
  readonly service: BotService
  readonly message: AnsweredMessage
  readonly row: MessageRow & Columns<typeof Message, 'renderedContent'> & ReceptionColumn
}

/**
 * Loads the bot and the message that a job names. Returns undefined when the bot, the message or the
 * organization no longer exists or is deactivated, and when the bot may not read the message.
 */
export async function loadBotRequest(core: Core, job: BotJob): Promise<BotRequest | undefined> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return undefined
  await realm.sync()
  const bot = realm.users.get(job.bot)
  const service = (await botDetails(core.db, [job.bot])).get(job.bot)?.service
  const [row] = await core.db.run<BotRequest['row']>(MESSAGE, [job.bot, job.message, job.realm])
  if (realm.record.isDeactivated || !bot?.isActive || !service || row === undefined) return undefined
  if (!canReadMessage(realm, bot, row)) return undefined
  const options = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: true }
  return { realm, bot, service, message: presentMessage(realm, row, options, undefined), row }
}
