import { z } from 'zod'
import { MAX_BOT_CONFIG_KEYS, MAX_BOTS_PER_OWNER, MAX_FULL_NAME_LENGTH } from '../../../config/limits.ts'
import { MIB } from '../../../core/content/uploads/space.ts'
import { createBot } from '../../../core/people/accounts/create-bot.ts'
import { deactivateBot, updateBot } from '../../../core/people/accounts/update-bot.ts'
import { botDefaults, botDetails, wireServices } from '../../../core/people/bots/details.ts'
import {
  badBotName,
  botNameTaken,
  botUsernameTaken,
  configTooLong,
  invalidBotConfig,
  invalidBotType,
  invalidEmbeddedBot,
  invalidIntegration,
  invalidInterface,
  noSuchBot,
  noSuchOwner,
  ownerIsBot,
  ownerIsDeactivated,
  tooManyBots,
} from '../../../core/people/bots/errors.ts'
import { findBot } from '../../../core/people/bots/find.ts'
import { canSeeBot } from '../../../core/people/bots/permissions.ts'
import { regenerateKey } from '../../../core/people/credentials/regenerate-key.ts'
import { guestAdministrator, onlyOwnerMustStay } from '../../../core/people/users/errors.ts'
import { insufficientPermission, notA } from '../../../core/platform/errors.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { noSuchChannel } from '../../../core/state/channels/errors.ts'
import type { PicturePath } from '../../../core/state/pictures/path.ts'
import { mustBeOwner } from '../../../core/state/realm/errors.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../../core/state/users/record.ts'
import { avatarUrl } from '../../../core/state/users/wire.ts'
import { botDefaultsShape, botServices } from '../../../core/state/wire/bot.ts'
import { makeVersions } from '../../../storage/images/small-pictures.ts'
import { storeAvatar } from '../../../storage/images/store-picture.ts'
import type { SmallFile } from '../../http/body/text-fields.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, jsonOrText, line, path, text } from '../../http/endpoint/parameter.ts'
import { severalFiles } from '../../http/errors/errors.ts'
import { dict } from '../../http/parameters/bounds.ts'
import { AVATAR } from '../../pictures/avatar.ts'
import { readSmallPicture, smallPictureErrors } from '../../pictures/receive.ts'
import type { Services } from '../../services.ts'
import { fullNameErrors, staleLogIn } from '../../wire/shared-errors.ts'

const config = dict(text(), MAX_BOT_CONFIG_KEYS)
const bot_id = path(id<UserId>(), { description: 'The id of the bot.', example: 21 })
const url = z.string().max(2000).optional()

const defaultSendingStream = {
  description:
    "The name of the channel to which the bot's program sends by default; empty for none. The server only keeps it.",
  example: 'general',
}
const defaultEventsStream = {
  description:
    "The name of the channel whose events the bot's program reads by default; empty for none. The server only keeps it.",
  example: 'general',
}
const defaultAllStreams = {
  description:
    "Whether the bot's program reads the events of all public channels by default. The server only keeps it.",
  example: true,
}
const configData = {
  description:
    'Options of an embedded bot, by their names. Options that are absent keep their values or defaults.',
  example: { prefix: 'You said: ' },
}

const PERMISSION = 'The owner of the bot and administrators, unless the bot has a higher role than they have.'
const noBot = when('The user does not exist or is not a bot.', noSuchBot())
const notYours = when(
  'You neither own the bot nor are an administrator, or the bot has a higher role than you.',
  insufficientPermission(),
)
const nameErrors = [...fullNameErrors, when('Another active bot has the name.', botNameTaken())]
const serviceErrors = [
  when('The interface of an outgoing webhook is not 1 or 2.', invalidInterface()),
  when('The address of an outgoing webhook is missing or no URL.', notA('payload_url', 'URL')),
]
const configErrors = [
  when('The bot has no such option, or is not an embedded bot.', invalidBotConfig()),
  when('The options are too long together.', configTooLong(12_000, 10_000)),
]
const noChannel = when('A default channel does not exist, or you may not know of it.', noSuchChannel('paint'))
const fileErrors = [when('The form has several files.', severalFiles()), ...smallPictureErrors(AVATAR)]

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
  const versions = await readSmallPicture(file, AVATAR, (bytes) =>
    makeVersions(services.decoder, 'avatar', bytes),
  )
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
      description: 'Deactivated bots and bots with a higher role than yours are left out.',
      response: {
        bots: z
          .array(
            z.object({
              username: z
                .string()
                .describe("The bot's email address, its user name for HTTP Basic authentication."),
              full_name: z.string().describe('The name of the bot.'),
              api_key: z.string().describe('The API key of the bot.'),
              avatar_url: z.string().describe('The address of the avatar.'),
              services: botServices.describe(
                'The address that an outgoing webhook calls, or the program of an embedded bot.',
              ),
              ...botDefaultsShape,
            }),
          )
          .describe('Your bots.'),
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
      description: `You own the bot, which is a member and is subscribed to no channels. The form may have a picture of at most ${AVATAR.maxMib} MiB in the part \`file\` as the bot's avatar. Everyone gets a \`realm_user\` event of op \`add\`; you and administrators also a \`realm_bot\` event with its key.`,
      permission:
        'Administrators and members of `can_create_bots_group`; for incoming webhooks also members of `can_create_write_only_bots_group`.',
      params: {
        full_name: form(line(MAX_FULL_NAME_LENGTH), {
          description: 'The name that others see. No other active bot may have it.',
          example: 'Call Board',
        }),
        short_name: form(line(), {
          description:
            "The beginning of the bot's address, which is `<short_name>-bot@<host of the organization>`.",
          example: 'call-board',
        }),
        bot_type: json(z.int().default(1), {
          description:
            'What the bot does: 1 anything a user can, 2 incoming webhook (it can only send), 3 outgoing webhook (the server sends it the messages that mention it), 4 embedded bot (the server runs it).',
          example: 3,
        }),
        payload_url: jsonOrText(url, {
          description: 'The URL to which an outgoing webhook gets its messages. Required for that type.',
          example: 'https://call-board.example.com/messages',
        }),
        interface_type: json(z.int().default(1), {
          description: "The format of an outgoing webhook's messages: 1 this server's own, 2 Slack's.",
          example: 2,
        }),
        service_name: form(line().default(''), {
          description:
            'The name of an embedded bot, one of `realm_embedded_bots` of POST /register. Empty for other types.',
          example: 'echo',
        }),
        config_data: json(config.default({}), configData),
        default_sending_stream: form(line().default(''), defaultSendingStream),
        default_events_register_stream: form(line().default(''), defaultEventsStream),
        default_all_public_streams: json(z.boolean().default(false), defaultAllStreams),
      },
      optionalFile: AVATAR_FILE,
      response: {
        user_id: z.int().describe('The id of the new bot.'),
        api_key: z.string().describe('The API key of the bot.'),
        avatar_url: z.string().describe('The address of the avatar.'),
        ...botDefaultsShape,
      },
      errors: [
        when('`short_name` makes no email address.', badBotName()),
        when('Another bot or user has the address.', botUsernameTaken()),
        ...nameErrors,
        when('You may not create bots of this type.', insufficientPermission()),
        when('There is no such type.', invalidBotType()),
        when('You own the maximum of bots.', tooManyBots(MAX_BOTS_PER_OWNER)),
        ...serviceErrors,
        when('There is no embedded bot of that name.', invalidEmbeddedBot()),
        when('`service_name` is given for an incoming webhook.', invalidIntegration('echo')),
        ...configErrors,
        noChannel,
        ...fileErrors,
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
      description:
        'All changes take effect, or none does. Another owner gets a new key for the bot, because the former owner knows the old one, and the role of the bot falls to the role of the owner. A picture in the part `file` replaces the avatar.',
      permission: `${PERMISSION} Only administrators change the role or give the bot to somebody else. Only owners of the organization give and take the role of owner.`,
      params: {
        bot_id,
        full_name: form(line(MAX_FULL_NAME_LENGTH).optional(), {
          description: 'The new name.',
          example: 'Call Board',
        }),
        role: json(z.literal(Object.values(Role)).optional(), {
          description: 'The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
          example: Role.member,
        }),
        bot_owner_id: json(z.int().optional(), {
          description: 'The id of the new owner, an active person.',
          example: 10,
        }),
        service_payload_url: jsonOrText(url, {
          description: 'The URL to which an outgoing webhook gets its messages from now on.',
          example: 'https://call-board.example.com/messages',
        }),
        service_interface: json(z.int().optional(), {
          description:
            "The format of an outgoing webhook's messages: 1 this server's own, 2 Slack's. Without `service_payload_url` it has no effect; with it, the default is 1.",
          example: 2,
        }),
        config_data: json(config.optional(), configData),
        default_sending_stream: form(line().optional(), defaultSendingStream),
        default_events_register_stream: form(line().optional(), defaultEventsStream),
        default_all_public_streams: json(z.boolean().optional(), defaultAllStreams),
      },
      optionalFile: AVATAR_FILE,
      response: {
        full_name: z.string().describe('The name of the bot.'),
        avatar_url: z.string().describe('The address of the avatar.'),
        service_interface: z
          .int()
          .nullable()
          .describe(
            'The format of the calls: 1 the format of this server, 2 the format of Slack. Null unless the bot is an outgoing webhook.',
          ),
        service_payload_url: z
          .string()
          .nullable()
          .describe('The address that the server calls. Null unless the bot is an outgoing webhook.'),
        config_data: config.nullable().describe('All options. Null unless the bot is an embedded bot.'),
        bot_owner: z.string().optional().describe('The email address of the owner.'),
        ...botDefaultsShape,
      },
      errors: [
        noBot,
        when('You may not change the bot, or not its role or owner.', insufficientPermission()),
        when('The change gives or takes the role of owner, and you are not an owner.', mustBeOwner()),
        when('A guest is to become an administrator or owner.', guestAdministrator()),
        when('The bot is the only owner, and the change takes that role.', onlyOwnerMustStay()),
        ...nameErrors,
        when('The new owner does not exist.', noSuchOwner()),
        when('The new owner is deactivated.', ownerIsDeactivated()),
        when('The new owner is a bot.', ownerIsBot()),
        ...serviceErrors,
        ...configErrors,
        noChannel,
        ...fileErrors,
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
      description:
        "The bot's key is refused and its event queues end; its messages stay. POST /users/{user_id}/reactivate brings it back. For a deactivated bot nothing changes.",
      permission: PERMISSION,
      params: { bot_id },
      errors: [noBot, notYours],
      handler: ({ caller, params }) => deactivateBot(caller, params.bot_id),
    }),
    endpoint({
      method: 'GET',
      path: '/bots/{bot_id}/api_key',
      access: 'humanMember',
      summary: "Get a bot's API key",
      permission: PERMISSION,
      params: { bot_id },
      response: { api_key: z.string().describe('The key.') },
      errors: [noBot, notYours],
      handler: async ({ realm, user, params }) => {
        const find = () => findBot(realm, realm.users.get(user.id) ?? user, params.bot_id)
        return { api_key: realm.apiKeyOf(await realm.withFreshState(find)) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/bots/{bot_id}/api_key/regenerate',
      access: 'humanMember',
      summary: "Replace a bot's API key",
      description:
        'The old key is refused from now on, and event queues that were opened with it end. You and administrators get a `realm_bot` event with the new key.',
      permission: PERMISSION,
      params: { bot_id },
      response: { api_key: z.string().describe('The new key.') },
      errors: [noBot, notYours],
      handler: async ({ caller, params }) => ({ api_key: await regenerateKey(caller, params.bot_id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/api_key',
      access: 'person',
      summary: 'Get your API key in a browser',
      description:
        'It needs a session in which you have logged in or confirmed who you are within the last ten minutes. Apps use POST /fetch_api_key, or open the log-in page.',
      response: { api_key: z.string().describe('The key.') },
      errors: [staleLogIn],
      sameOrigin: true,
      handler: async (call) => {
        await call.requireFreshLogIn()
        return { api_key: call.realm.apiKeyOf(call.user) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/api_key/regenerate',
      access: 'person',
      summary: 'Replace your API key',
      description:
        'The old key is refused from now on. Event queues and browser sessions end, and devices that were registered for push notifications are forgotten: apps log in again.',
      response: { api_key: z.string().describe('The new key.') },
      errors: [staleLogIn],
      handler: async (call) => {
        if (call.session !== undefined) await call.requireFreshLogIn()
        return { api_key: await regenerateKey(call.caller) }
      },
    }),
  ] as const
}
