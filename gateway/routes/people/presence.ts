import { z } from 'zod'
import { PRESENCE_HISTORY_DAYS, PRESENCE_PING_INTERVAL_SECONDS } from '../../../config/limits.ts'
import type { PresenceAnswer } from '../../../core/people/presence/answers.ts'
import { botsHaveNoPresence, invalidPresence, noPresence } from '../../../core/people/presence/errors.ts'
import { presenceOf } from '../../../core/people/presence/realm-presence.ts'
import { legacyPresenceOfOne } from '../../../core/people/presence/wire.ts'
import { findAccessibleUser, idOrAddress } from '../../../core/state/access/find-user.ts'
import { visibleUsersFilter } from '../../../core/state/access/visible-users.ts'
import { noSuchUser } from '../../../core/state/users/errors.ts'
import { legacyPresences, presences } from '../../../core/state/wire/presence.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, line, path } from '../../http/endpoint/parameter.ts'
import { JsonText, sharedJson } from '../../http/reply/json-text.ts'
import type { Services } from '../../services.ts'

const serverTimestamp = z.number().describe('The time of the server in Unix seconds, with fractions.')

export function presenceRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/presence',
      access: 'person',
      freshness: 'later',
      keepsSession: false,
      summary: 'Report your presence and get the presence of others',
      description: `Clients call it once every ${PRESENCE_PING_INTERVAL_SECONDS} seconds while they run. The report is not stored while your setting \`presence_enabled\` is false, or the organization has turned presence off (\`presence_disabled\`). You get only users whom you may see.`,
      params: {
        status: form(
          z.enum(['active', 'idle'], { error: ({ input }) => invalidPresence(String(input)).message }),
          {
            description: '`active` when you use the client now, `idle` when it only runs.',
            example: 'active',
          },
        ),
        last_update_id: form(z.int().optional(), {
          description:
            'The `presence_last_update_id` of the last response; -1 at first. The response then has only later changes, in the form of `slim_presence`. If absent, it has everybody.',
          example: 5,
        }),
        history_limit_days: form(z.int().min(0).optional(), {
          description: `Without earlier data: leave out users who have been offline for more days than this. If absent, ${PRESENCE_HISTORY_DAYS}.`,
          example: 7,
        }),
        new_user_input: form(z.boolean().default(false), {
          description:
            'Whether you have typed or clicked since the last report. This server does not use it.',
          example: true,
        }),
        ping_only: form(z.boolean().default(false), {
          description: 'Whether to leave out the presence of others.',
          example: true,
        }),
        slim_presence: form(z.boolean().default(false), {
          description:
            'Whether the response has two times for each user id, instead of statuses for each email address.',
          example: true,
        }),
      },
      response: {
        presence_last_update_id: z
          .int()
          .optional()
          .describe(
            'Send it as `last_update_id` next time. -1 when there is no data yet. Absent with `ping_only`.',
          ),
        server_timestamp: serverTimestamp.optional(),
        presences: presences.optional(),
      },
      errors: [when('`status` has another value.', invalidPresence('sleeping'))],
      handler: async (call) => {
        const { realm, user, params } = call
        if (params.status === 'active') await call.useSession()
        const presence = presenceOf(core, realm)
        await presence.report(user, params.status === 'active', params.last_update_id)
        if (params.ping_only) return {}
        const answer = presence.answers.answer({
          // spec.md: `last_update_id` implies the modern form.
          isSlim: params.slim_presence || params.last_update_id !== undefined,
          since: params.last_update_id,
          historyDays: params.history_limit_days,
          sees: visibleUsersFilter(realm, user),
        })
        return fieldsOf(answer)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/realm/presence',
      access: 'user',
      summary: 'Get the presence of everyone in the organization',
      description: `You get the users whom you may see and who were online in the last ${PRESENCE_HISTORY_DAYS} days.`,
      response: {
        server_timestamp: serverTimestamp,
        presences: z.record(z.string(), legacyPresences).describe('By email address.'),
      },
      handler: async ({ realm, user }) => {
        const presence = presenceOf(core, realm)
        await presence.refresh()
        const { presences } = presence.answers.answer({
          isSlim: false,
          sees: visibleUsersFilter(realm, user),
        })
        return new JsonText([`{"server_timestamp":${now()},"presences":${presences}}`])
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id_or_email}/presence',
      access: 'user',
      summary: "Get a person's presence",
      params: {
        user_id_or_email: path(line(), {
          description: 'The id or the email address of the person.',
          example: 'zoe@demo.test',
        }),
      },
      response: {
        presence: z
          .record(
            z.string(),
            z.object({
              status: z
                .string()
                .describe(
                  '`active`: the user used the client at the time. `idle`: the client was only open. `offline`: the last report is long ago.',
                ),
              timestamp: z.int().describe('The time of the newest report, in Unix seconds.'),
            }),
          )
          .describe('By the kind of client: `website`, and `aggregated` over all.'),
      },
      errors: [
        when('The user does not exist, is deactivated, or you may not see them.', noSuchUser()),
        when('The user is a bot.', botsHaveNoPresence()),
        when(
          'The person was never online, or the organization has turned presence off.',
          noPresence('zoe@demo.test'),
        ),
      ],
      handler: async ({ realm, user: reader, params }) => {
        const named = params.user_id_or_email
        const user = await realm.withFreshState(() => {
          const idOrEmail = /^\d+$/.test(named)
            ? Number(named)
            : idOrAddress(realm, core.options.rootUrl, named)
          const found = findAccessibleUser(realm, reader, idOrEmail)
          if (!found.isActive) throw noSuchUser()
          return found
        })
        if (user.isBot) throw botsHaveNoPresence()
        const realmPresence = presenceOf(core, realm)
        await realmPresence.refresh()
        const presence = realmPresence.answers.of(user)
        if (presence === undefined) throw noPresence(named)
        return { presence: legacyPresenceOfOne(presence, now()) }
      },
    }),
  ] as const
}

const shared = new WeakMap<PresenceAnswer, JsonText>()

/**
 * The response fields. An answer that several readers share is serialized once, so they also share its
 * timestamp.
 */
function fieldsOf(answer: PresenceAnswer): JsonText {
  const cached = shared.get(answer)
  if (cached !== undefined) return cached
  const { presences, lastUpdateId, isShared } = answer
  const text = new JsonText([
    `{"server_timestamp":${now()},"presence_last_update_id":${lastUpdateId},"presences":${presences}}`,
  ])
  if (!isShared) return text
  const fields = sharedJson(text)
  shared.set(answer, fields)
  return fields
}

const now = (): number => Date.now() / 1000
