import { insufficientPermission } from '../../platform/errors.ts'
import { toRealm, toUsers } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { type AuditRow, writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { PicturePath } from '../../state/pictures/path.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { WebhookInterface } from '../../state/users/bot-types.ts'
import { User } from '../../state/users/entity.ts'
import { isAdministrator, type Role, type UserRecord } from '../../state/users/record.ts'
import { checkConfig, storeConfig } from '../bots/config.ts'
import { type BotDetails, botDefaults, botDetails, wireServices } from '../bots/details.ts'
import { embeddedBot } from '../bots/embedded.ts'
import { BotService } from '../bots/entities.ts'
import { invalidBotConfig, noSuchOwner, ownerIsBot, ownerIsDeactivated } from '../bots/errors.ts'
import { botAudience, emitBotChanged, emitBotGone, emitBotsAdded } from '../bots/event.ts'
import { checkBotName, findBot } from '../bots/find.ts'
import { replaceKey } from '../credentials/regenerate-key.ts'
import { setAvatar } from '../users/change-avatar.ts'
import { checkRoleChange } from '../users/permissions.ts'
import { limitRole, setRole } from './change-role.ts'
import { channelNamed, checkService } from './create-bot.ts'
import { setActive } from './deactivate.ts'
import { setFullName } from './update.ts'

/** The changes of a bot. Undefined properties stay as they are. */
export interface BotUpdate {
  readonly fullName?: string
  readonly role?: Role
  readonly ownerId?: number
  readonly payloadUrl?: string
  readonly interface?: number
  /** Options of an embedded bot. Options that are not given keep their values. */
  readonly config?: Readonly<Record<string, string>>
  /** Channel names; empty for none. */
  readonly sendingChannel?: string
  readonly eventsChannel?: string
  readonly allPublicChannels?: boolean
  /** An avatar whose files are already stored. */
  readonly avatarPath?: PicturePath
}

export interface UpdatedBot {
  readonly bot: UserRecord
  readonly details: BotDetails
}

/**
 * Changes a bot, all of it or nothing. Throws when the caller may not administer it, and for invalid values.
 */
export async function updateBot(caller: Caller, id: number, update: BotUpdate): Promise<UpdatedBot> {
  const { core, realm } = caller
  const result = await core.change(caller, async ({ tx, actor }) => {
    let bot = findBot(realm, actor, id)
    if (update.fullName !== undefined && update.fullName.trim() !== bot.fullName) {
      checkBotName(realm, update.fullName.trim(), bot)
      bot = await setFullName(tx, realm, bot, update.fullName)
    }
    if (update.role !== undefined && update.role !== bot.role) {
      checkRoleChange(actor, bot, update.role)
      bot = await setRole(tx, realm, bot, update.role)
    }
    if (update.ownerId !== undefined && update.ownerId !== bot.botOwnerId) {
      // Otherwise a member could make a bot act in another person's name.
      const canGive = isAdministrator(actor) || update.ownerId === actor.id
      if (!canGive) throw insufficientPermission()
      bot = await setOwner(tx, realm, bot, update.ownerId)
    }
    if (update.avatarPath !== undefined) bot = await setAvatar(tx, realm, bot, update.avatarPath)
    await changeService(tx, realm, bot, update)
    if (update.config !== undefined) await changeConfig(tx, realm, bot, update.config)
    await changeDefaults(tx, realm, actor, bot, update)
    writeAudit(tx, actor.id, auditRows(bot, update))
    return { bot, details: (await botDetails(tx, [bot.id])).get(bot.id)! }
  })
  return result
}

/**
 * The entries of the audit log for parts of a bot that memory lacks. Values may contain secrets, so it has
 * none.
 */
function auditRows({ id, fullName: name }: UserRecord, update: BotUpdate): AuditRow[] {
  const changed = {
    services: update.payloadUrl !== undefined || update.config !== undefined,
    channels: [update.sendingChannel, update.eventsChannel, update.allPublicChannels].some(
      (given) => given !== undefined,
    ),
  }
  return (['services', 'channels'] as const)
    .filter((property) => changed[property])
    .map((property) => ({ kind: 'bot', action: 'changed', id, name, property }))
}

/** Deactivates a bot. Throws when the caller may not administer it. */
export async function deactivateBot(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const bot = findBot(realm, actor, id)
    if (bot.isActive) await setActive(tx, realm, [bot], false)
  })
}

/**
 * Gives the bot another owner. The former owner knows the bot's key, so the bot gets a new one, and its role
 * is limited to the new owner's role.
 */
async function setOwner(tx: Tx, realm: RealmState, bot: UserRecord, id: number): Promise<UserRecord> {
  const owner = realm.users.get(id)
  if (owner === undefined || owner.isSystemBot) throw noSuchOwner()
  if (!owner.isActive) throw ownerIsDeactivated()
  if (owner.isBot) throw ownerIsBot()
  const limited = await limitRole(tx, realm, bot, owner.role)
  await tx.em.nativeUpdate(User, { id: bot.id }, { botOwnerId: owner.id })
  const changed = await replaceKey(tx, { ...limited, botOwnerId: owner.id })
  const [before, after] = [new Set(botAudience(realm, limited)), botAudience(realm, changed)]
  emitBotGone(
    tx,
    bot,
    [...before].filter((id) => !after.includes(id)),
  )
  const newcomers = after.filter((id) => !before.has(id))
  if (newcomers.length > 0) await emitBotsAdded(tx, realm, [changed], toUsers(newcomers))
  emitBotChanged(tx, realm, changed, { owner_id: owner.id }, { withKey: true })
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: bot.id, bot_owner_id: owner.id } }, toRealm)
  return changed
}

async function changeService(tx: Tx, realm: RealmState, bot: UserRecord, update: BotUpdate): Promise<void> {
  if (update.payloadUrl === undefined) return
  const form = update.interface ?? WebhookInterface.generic
  checkService(update.payloadUrl, form)
  await tx.em.nativeUpdate(BotService, { botId: bot.id }, { baseUrl: update.payloadUrl, interface: form })
  const service = (await botDetails(tx, [bot.id])).get(bot.id)!.service
  if (service !== null) emitBotChanged(tx, realm, bot, { services: [service] })
}

async function changeConfig(
  tx: Tx,
  realm: RealmState,
  bot: UserRecord,
  config: NonNullable<BotUpdate['config']>,
): Promise<void> {
  const { service } = (await botDetails(tx, [bot.id])).get(bot.id)!
  const embedded =
    service !== null && 'service_name' in service ? embeddedBot(service.service_name) : undefined
  if (embedded === undefined) throw invalidBotConfig()
  checkConfig(embedded, config)
  await storeConfig(tx, bot.id, config)
  const details = (await botDetails(tx, [bot.id])).get(bot.id)!
  emitBotChanged(tx, realm, bot, { services: wireServices(details) })
}

async function changeDefaults(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  bot: UserRecord,
  { sendingChannel, eventsChannel, allPublicChannels }: BotUpdate,
): Promise<void> {
  if (sendingChannel === undefined && eventsChannel === undefined && allPublicChannels === undefined) return
  const former = (await botDetails(tx, [bot.id])).get(bot.id)!
  const channel = (name: string | undefined, otherwise: ChannelId | null) =>
    name === undefined ? otherwise : channelNamed(realm, actor, name)
  const changed = {
    defaultSendingChannelId: channel(sendingChannel, former.defaultSendingChannelId),
    defaultEventsRegisterChannelId: channel(eventsChannel, former.defaultEventsRegisterChannelId),
    defaultAllPublicChannels: allPublicChannels ?? former.defaultAllPublicChannels,
  }
  await tx.em.nativeUpdate(User, { id: bot.id }, changed)
  const [before, after] = [botDefaults(realm, former), botDefaults(realm, { ...former, ...changed })]
  for (const [name, value] of Object.entries(after)) {
    if (before[name as keyof typeof before] !== value) emitBotChanged(tx, realm, bot, { [name]: value })
  }
}
