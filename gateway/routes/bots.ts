import { z } from 'zod'
import { MAX_BOT_CONFIG_KEYS } from '../../config/limits.ts'
import { MIB } from '../../core/content/uploads/space.ts'
import { createBot } from '../../core/people/bots/create.ts'
import { botDefaults, botDetails, wireServices } from '../../core/people/bots/details.ts'
import {
  badBotName,
  botNameTaken,
  botUsernameTaken,
  invalidBotConfig,
  invalidBotType,
  invalidEmbeddedBot,
  noSuchBot,
  noSuchOwner,
} from '../../core/people/bots/errors.ts'
import { findBot } from '../../core/people/bots/find.ts'
import { canSeeBot } from '../../core/people/bots/permissions.ts'
import { deactivateBot, updateBot } from '../../core/people/bots/update.ts'
import { regenerateKey } from '../../core/people/users/regenerate-key.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { PicturePath } from '../../core/state/pictures/path.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { avatarUrl } from '../../core/state/users/wire.ts'
import { botDefaultsShape, botServices } from '../../core/state/wire/bot.ts'
import { avatarVersions } from '../../storage/images/versions.ts'
import { dict } from '../http/bounds.ts'
import { endpoint } from '../http/endpoint.ts'
import { severalFiles } from '../http/errors.ts'
import { form, id, json, jsonOrText, line, path, text } from '../http/parameter.ts'
import type { SmallFile } from '../http/text-fields.ts'
import { AVATAR, storeAvatar } from '../pictures/avatar.ts'
import { pictureErrors, readSmallPicture } from '../pictures/receive.ts'
import type { Services } from '../services.ts'

const config = dict(text(), MAX_BOT_CONFIG_KEYS)
const bot_id = path(id<UserId>())
const url = jsonOrText(z.string().max(2000).optional())

const AVATAR_FILE = { part: 'file', maxBytes: AVATAR.maxMib * MIB }

/** Stores the uploaded avatar, when there is one, and runs `use` with its path. */
async function withAvatar<T>(
  services: Services,
  realm: RealmState,
  user: UserRecord,
  file: SmallFile | undefined,
  use: (avatarPath: PicturePath | undefined) => Promise<T>,
): Promise<T> {
  if (file === undefined) return use(undefined)
  const versions = await readSmallPicture(file, AVATAR, avatarVersions)
  return storeAvatar(services, realm, user, versions, use)
}

/** Bot management: people manage their own bots, administrators manage all bots. */
export function botRoutes(services: Services) {
  const { core } = services
  return [
    endpoint({
      method: 'GET',
      path: '/bots',
      access: 'humanMember',
      summary: 'Get your own bots',
      response: {
        bots: z.array(
          z.object({
            username: z.string(),
            full_name: z.string(),
            api_key: z.string(),
            avatar_url: z.string(),
            services: botServices,
            ...botDefaultsShape,
          }),
        ),
      },
      handler: async ({ realm, user }) => {
        const bots = [...realm.users].filter(
          (bot) => bot.isBot && bot.isActive && bot.botOwnerId === user.id && canSeeBot(user, bot),
        )
        const ids = bots.map((bot) => bot.id)
        const details = await botDetails(core.db, ids)
        return {
          bots: bots.map((bot) => ({
            username: bot.email,
            full_name: bot.fullName,
            api_key: realm.apiKeyOf(bot),
            avatar_url: avatarUrl(bot),
            services: wireServices(details.get(bot.id)!),
            ...botDefaults(realm, details.get(bot.id)!),
          })),
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/bots',
      access: 'humanMember',
      summary: 'Create a bot',
      params: {
        full_name: form(line()),
        short_name: form(line()),
        bot_type: json(z.int().default(1)),
        payload_url: url,
        interface_type: json(z.int().default(1)),
        service_name: form(line().default('')),
        config_data: json(config.default({})),
        default_sending_stream: form(line().default('')),
        default_events_register_stream: form(line().default('')),
        default_all_public_streams: json(z.boolean().default(false)),
      },
      optionalFile: AVATAR_FILE,
      response: {
        user_id: z.int(),
        api_key: z.string(),
        avatar_url: z.string(),
        ...botDefaultsShape,
      },
      errors: [
        badBotName(),
        botUsernameTaken(),
        botNameTaken(),
        invalidBotType(),
        invalidEmbeddedBot(),
        invalidBotConfig(),
        insufficientPermission(),
        severalFiles(),
        ...pictureErrors(AVATAR),
      ],
      handler: async ({ caller, realm, user, params, file }) => {
        const request = {
          fullName: params.full_name,
          shortName: params.short_name,
          type: params.bot_type,
          payloadUrl: params.payload_url ?? '',
          interface: params.interface_type,
          serviceName: params.service_name,
          config: params.config_data,
          sendingChannel: params.default_sending_stream,
          eventsChannel: params.default_events_register_stream,
          allPublicChannels: params.default_all_public_streams,
        }
        const bot = await withAvatar(services, realm, user, file, (avatarPath) =>
          createBot(caller, { ...request, avatarPath }),
        )
        const details = await botDetails(core.db, [bot.id])
        return {
          user_id: bot.id,
          api_key: realm.apiKeyOf(bot),
          avatar_url: avatarUrl(bot),
          ...botDefaults(realm, details.get(bot.id)!),
        }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/bots/{bot_id}',
      access: 'humanMember',
      summary: 'Change a bot',
      params: {
        bot_id,
        full_name: form(line().optional()),
        role: json(z.literal(Object.values(Role)).optional()),
        bot_owner_id: json(z.int().optional()),
        service_payload_url: url,
        service_interface: json(z.int().optional()),
        config_data: json(config.optional()),
        default_sending_stream: form(line().optional()),
        default_events_register_stream: form(line().optional()),
        default_all_public_streams: json(z.boolean().optional()),
      },
      optionalFile: AVATAR_FILE,
      response: {
        full_name: z.string(),
        avatar_url: z.string(),
        service_interface: z.int().nullable(),
        service_payload_url: z.string().nullable(),
        config_data: config.nullable(),
        bot_owner: z.string().optional(),
        ...botDefaultsShape,
      },
      errors: [
        noSuchBot(),
        insufficientPermission(),
        noSuchOwner(),
        severalFiles(),
        ...pictureErrors(AVATAR),
      ],
      handler: async ({ caller, realm, user, params, file }) => {
        await realm.withFreshState(() => findBot(realm, realm.users.get(user.id) ?? user, params.bot_id))
        const update = {
          fullName: params.full_name,
          role: params.role,
          ownerId: params.bot_owner_id,
          payloadUrl: params.service_payload_url,
          interface: params.service_interface,
          config: params.config_data,
          sendingChannel: params.default_sending_stream,
          eventsChannel: params.default_events_register_stream,
          allPublicChannels: params.default_all_public_streams,
        }
        const { bot, details } = await withAvatar(services, realm, user, file, (avatarPath) =>
          updateBot(caller, params.bot_id, { ...update, avatarPath }),
        )
        const { service } = details
        const webhook = service !== null && 'base_url' in service ? service : undefined
        const embedded = service !== null && 'service_name' in service ? service : undefined
        const owner = bot.botOwnerId === null ? undefined : realm.users.get(bot.botOwnerId)
        return {
          full_name: bot.fullName,
          avatar_url: avatarUrl(bot),
          service_interface: webhook?.interface ?? null,
          service_payload_url: webhook?.base_url ?? null,
          config_data: embedded?.config_data ?? null,
          bot_owner: owner?.email,
          ...botDefaults(realm, details),
        }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/bots/{bot_id}',
      access: 'person',
      summary: 'Deactivate a bot',
      params: { bot_id },
      errors: [noSuchBot(), insufficientPermission()],
      handler: ({ caller, params }) => deactivateBot(caller, params.bot_id),
    }),
    endpoint({
      method: 'GET',
      path: '/bots/{bot_id}/api_key',
      access: 'humanMember',
      summary: "Get a bot's API key",
      params: { bot_id },
      response: { api_key: z.string() },
      errors: [noSuchBot(), insufficientPermission()],
      handler: async ({ realm, user, params }) => {
        const find = () => findBot(realm, realm.users.get(user.id) ?? user, params.bot_id)
        return { api_key: realm.apiKeyOf(await realm.withFreshState(find)) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/bots/{bot_id}/api_key/regenerate',
      access: 'humanMember',
      summary: "Replace a bot's API key; the old key stops working",
      params: { bot_id },
      response: { api_key: z.string() },
      errors: [noSuchBot(), insufficientPermission()],
      handler: async ({ caller, params }) => ({ api_key: await regenerateKey(caller, params.bot_id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/api_key/regenerate',
      access: 'person',
      summary: 'Replace your API key; the old key stops working',
      response: { api_key: z.string() },
      handler: async ({ caller }) => ({ api_key: await regenerateKey(caller) }),
    }),
  ] as const
}
