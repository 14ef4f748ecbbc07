import { randomBytes } from 'node:crypto'
import { MAX_BOTS_PER_OWNER } from '../../../config/limits.ts'
import { insufficientPermission, notA } from '../../platform/errors.ts'
import type { ChannelId } from '../../platform/ids.ts'
import { findChannelByName } from '../../state/access/find-channel.ts'
import type { Caller } from '../../state/caller.ts'
import type { PicturePath } from '../../state/pictures/path.ts'
import { realmHost } from '../../state/realm/address.ts'
import { isAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { growList, sizeOf } from '../../state/shared-lists/grow.ts'
import { BotType, WebhookInterface } from '../../state/users/bot-types.ts'
import { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { checkConfig, storeConfig } from '../bots/config.ts'
import { embeddedBot } from '../bots/embedded.ts'
import { BotService, EmbeddedBot } from '../bots/entities.ts'
import {
  badBotName,
  botUsernameTaken,
  invalidBotType,
  invalidEmbeddedBot,
  invalidIntegration,
  invalidInterface,
  tooManyBots,
} from '../bots/errors.ts'
import { emitBotsAdded } from '../bots/event.ts'
import { checkBotName } from '../bots/find.ts'
import { canCreateBot } from '../bots/permissions.ts'
import { isUrl } from '../profile-fields/field-data.ts'
import { setAvatar } from '../users/change-avatar.ts'
import { checkFullName } from '../users/name.ts'
import { insertAccount } from './create.ts'

export interface NewBot {
  readonly fullName: string
  readonly shortName: string
  readonly type: number
  readonly payloadUrl: string
  readonly interface: number
  /** The name of the embedded bot; empty for other types. */
  readonly serviceName: string
  readonly config: Readonly<Record<string, string>>
  /** Channel names; empty for none. */
  readonly sendingChannel: string
  readonly eventsChannel: string
  readonly allPublicChannels: boolean
  /** An avatar whose files are already stored. */
  readonly avatarPath?: PicturePath
}

/**
 * Creates a bot that the caller owns. Throws for an invalid or used name, an invalid type, and when the
 * caller may not create bots of this type. Throws `tooManyBots`.
 */
export async function createBot(caller: Caller, bot: NewBot): Promise<UserRecord> {
  const { core, realm } = caller
  const created = await core.change(caller, async ({ tx, actor }) => {
    const shortName = bot.shortName.trim()
    const fullName = checkFullName(realm, bot.fullName)
    const email = `${shortName}-bot@${realmHost(realm.record, core.options.rootUrl)}`
    if (shortName === '' || !isAddress(email)) throw badBotName()
    if (realm.users.byEmail(email) !== undefined) throw botUsernameTaken()
    checkBotName(realm, fullName)
    if (!canCreateBot(realm, actor, bot.type)) throw insufficientPermission()
    if (!Object.values<number>(BotType).includes(bot.type)) throw invalidBotType()
    checkServiceOf(bot)
    const owned = [...realm.users].filter((user) => user.botOwnerId === actor.id)
    if (owned.length >= MAX_BOTS_PER_OWNER) throw tooManyBots(MAX_BOTS_PER_OWNER)
    const sending = channelNamed(realm, actor, bot.sendingChannel)
    const events = channelNamed(realm, actor, bot.eventsChannel)
    const user = { email, fullName, botType: bot.type, botOwnerId: actor.id }
    const record = await insertAccount(tx, realm, user, null, core.options.rootUrl)
    if (sending !== null || events !== null || bot.allPublicChannels) {
      await tx.em.nativeUpdate(
        User,
        { id: record.id },
        {
          defaultSendingChannelId: sending,
          defaultEventsRegisterChannelId: events,
          defaultAllPublicChannels: bot.allPublicChannels,
        },
      )
    }
    if (bot.type === BotType.outgoingWebhook) {
      await tx.em.insert(BotService, {
        botId: record.id,
        baseUrl: bot.payloadUrl,
        interface: bot.interface,
        token: randomBytes(24).toString('base64url'),
      })
    }
    if (bot.type === BotType.embedded) {
      await tx.em.insert(EmbeddedBot, { botId: record.id, name: bot.serviceName })
      await storeConfig(tx, record.id, bot.config)
    }
    await growList(tx, realm, actor.id, 'bots', { items: 1, bytes: sizeOf(record), total: 0 })
    await emitBotsAdded(tx, realm, [record])
    return bot.avatarPath === undefined ? record : setAvatar(tx, realm, record, bot.avatarPath)
  })
  return created
}

/** Throws when the service that the bot's type needs is missing or invalid. */
function checkServiceOf({ type, payloadUrl, interface: form, serviceName, config }: NewBot): void {
  if (type === BotType.outgoingWebhook) checkService(payloadUrl, form)
  if (type === BotType.embedded) {
    const embedded = embeddedBot(serviceName)
    if (embedded === undefined) throw invalidEmbeddedBot()
    checkConfig(embedded, config)
  }
  if (type === BotType.incomingWebhook && serviceName !== '') {
    throw invalidIntegration(serviceName)
  }
}

/** Throws for an address that is not a URL and for an unknown interface. */
export function checkService(payloadUrl: string, form: number): void {
  if (!Object.values<number>(WebhookInterface).includes(form)) throw invalidInterface()
  if (!isUrl(payloadUrl)) throw notA('payload_url', 'URL')
}

/** Returns the channel's id; null for an empty name. Throws for a channel that the user may not see. */
export function channelNamed(realm: RealmState, user: UserRecord, name: string): ChannelId | null {
  return name === '' ? null : findChannelByName(realm, user, name).id
}
