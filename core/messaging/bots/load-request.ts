import { type BotService, botDetails } from '../../people/bots/details.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { canReadMessage, reached } from '../messages/permissions/read.ts'
import { type MessageRow, messageColumns, messageJoins, presentMessage } from '../messages/row.ts'
import type { Told } from './answer.ts'
import type { BotJob } from './triggers.ts'

// message_pkey
const MESSAGE = statement(
  'bot.message',
  `SELECT ${messageColumns('$1', false)}, m.rendered_content AS html, ${reached('$1')} AS reached
   FROM message m ${messageJoins('$1')} WHERE m.id = $2 AND m.realm_id = $3`,
)

/** A bot and the message that it is to answer. */
export interface Asked {
  readonly realm: RealmState
  readonly bot: UserRecord
  readonly service: BotService
  readonly message: Told
  readonly row: MessageRow & { readonly html: string; readonly reached: boolean }
}

/**
 * Undefined when there is nobody to ask any more: the bot, its message or the organization has gone, or the bot may not
 * read the message.
 */
export async function asked(core: Core, job: BotJob): Promise<Asked | undefined> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return undefined
  await realm.sync()
  const bot = realm.users.get(job.bot)
  const service = (await botDetails(core.db, [job.bot])).get(job.bot)?.service
  const [row] = await core.db.run<Asked['row']>(MESSAGE, [job.bot, job.message, job.realm])
  if (realm.record.isDeactivated || !bot?.isActive || !service || row === undefined) return undefined
  if (!canReadMessage(realm, bot, { channel: row.channel_id, reached: row.reached })) return undefined
  const how = { applyMarkdown: false, clientGravatar: false, allowEmptyTopicName: true }
  return { realm, bot, service, message: presentMessage(realm, row, how, undefined), row }
}
