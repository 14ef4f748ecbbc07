import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { avatarUrl } from '../../state/users/wire.ts'

/** Where an outgoing webhook bot's messages go. */
export interface WebhookService {
  readonly base_url: string
  readonly interface: number
  readonly token: string
}

/** An embedded bot by its name, with its configuration. */
export interface EmbeddedService {
  readonly service_name: string
  readonly config_data: Readonly<Record<string, string>>
}

/** The service that answers messages to a bot. */
export type BotService = WebhookService | EmbeddedService

/** The data of a bot in addition to its account. */
export type BotDetails = Columns<
  typeof User,
  'id' | 'defaultSendingChannelId' | 'defaultEventsRegisterChannelId' | 'defaultAllPublicChannels'
> & { readonly service: BotService | null }

// A statement, because one query reads many bots with their services and configurations.
const DETAILS = statement(
  'bot.details',
  `SELECT u.id, u.default_sending_channel_id AS "defaultSendingChannelId",
     u.default_events_register_channel_id AS "defaultEventsRegisterChannelId",
     u.default_all_public_channels AS "defaultAllPublicChannels",
     CASE WHEN s.bot_id IS NOT NULL THEN json_build_object(
       'base_url', s.base_url, 'interface', s.interface, 'token', s.token)
     WHEN e.bot_id IS NOT NULL THEN json_build_object('service_name', e.name, 'config_data',
       coalesce((SELECT json_object_agg(c.key, c.value) FROM bot_config c WHERE c.bot_id = u.id), '{}')) END AS service
   FROM user_account u LEFT JOIN bot_service s ON s.bot_id = u.id LEFT JOIN embedded_bot e ON e.bot_id = u.id
   WHERE u.id = ANY($1)`, // user_account_pkey, bot_service_pkey, embedded_bot_pkey, bot_config_pkey
)

/** Loads the details of these bots, by id. One query. */
export async function botDetails(sql: Sql, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, BotDetails>> {
  const rows = ids.length === 0 ? [] : await sql.run<BotDetails>(DETAILS, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The services of a bot as clients see them. */
export const wireServices = ({ service }: BotDetails): BotService[] => (service === null ? [] : [service])

/** The names of a bot's default channels. */
export function botDefaults(view: RealmView, details: BotDetails) {
  const nameOf = (id: ChannelId | null) => (id === null ? null : (view.channels.get(id)?.name ?? null))
  return {
    default_sending_stream: nameOf(details.defaultSendingChannelId),
    default_events_register_stream: nameOf(details.defaultEventsRegisterChannelId),
    default_all_public_streams: details.defaultAllPublicChannels,
  }
}

/** A bot as its owner and administrators see it, without its API key, which the log does not keep. */
export function wireBot(view: RealmView, bot: UserRecord, details: BotDetails) {
  return {
    user_id: bot.id,
    email: bot.email,
    full_name: bot.fullName,
    bot_type: bot.botType,
    is_active: bot.isActive,
    owner_id: bot.botOwnerId,
    avatar_url: avatarUrl(bot),
    services: wireServices(details),
    ...botDefaults(view, details),
  }
}
export type WireBot = ReturnType<typeof wireBot>
