import { z } from 'zod'
import type { PresenceAnswer } from '../../core/people/presence/answers.ts'
import { botsHaveNoPresence, invalidPresence, noPresence } from '../../core/people/presence/errors.ts'
import { presenceOf } from '../../core/people/presence/realm-presence.ts'
import { legacyPresenceOfOne } from '../../core/people/presence/wire.ts'
import { noSuchUser } from '../../core/state/users/errors.ts'
import { findAccessibleUser, idOrAddress } from '../../core/state/users/find.ts'
import { visibleUsersFilter } from '../../core/state/users/permissions.ts'
import { legacyPresences, presences } from '../../core/state/wire/presence.ts'
import { endpoint, type RawJson, rawJson, type SharedJson, sharedJson } from '../http/endpoint.ts'
import { form, line, path } from '../http/parameter.ts'
import type { Services } from '../services.ts'

export function presenceRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/presence',
      access: 'person',
      freshness: 'later',
      summary: 'Report your presence and get the presence of others',
      params: {
        status: form(
          z.enum(['active', 'idle'], { error: ({ input }) => invalidPresence(String(input)).message }),
        ),
        last_update_id: form(z.int().optional()),
        history_limit_days: form(z.int().min(0).optional()),
        new_user_input: form(z.boolean().default(false)),
        ping_only: form(z.boolean().default(false)),
        slim_presence: form(z.boolean().default(false)),
      },
      response: {
        presence_last_update_id: z.int().optional(),
        server_timestamp: z.number().optional(),
        presences: presences.optional(),
      },
      errors: [invalidPresence('sleeping')],
      handler: async ({ realm, user, params }) => {
        const presence = presenceOf(core, realm)
        await presence.report(user, params.status === 'active')
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
      response: { server_timestamp: z.number(), presences: z.record(z.string(), legacyPresences) },
      handler: async ({ realm, user }) => {
        const presence = presenceOf(core, realm)
        await presence.refresh()
        const { presences } = presence.answers.answer({
          isSlim: false,
          sees: visibleUsersFilter(realm, user),
        })
        return rawJson(`{"server_timestamp":${now()},"presences":${presences}}`)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id_or_email}/presence',
      access: 'user',
      summary: "Get a person's presence",
      params: { user_id_or_email: path(line()) },
      response: {
        presence: z.record(z.string(), z.object({ status: z.string(), timestamp: z.int() })),
      },
      errors: [noSuchUser(), botsHaveNoPresence(), noPresence('zoe@example.com')],
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

const shared = new WeakMap<PresenceAnswer, SharedJson>()

/** The response fields. An answer that several readers share is serialized once, so they also share its timestamp. */
function fieldsOf(answer: PresenceAnswer): RawJson {
  const cached = shared.get(answer)
  if (cached !== undefined) return cached
  const { presences, lastUpdateId, isShared } = answer
  const text = `{"server_timestamp":${now()},"presence_last_update_id":${lastUpdateId},"presences":${presences}}`
  if (!isShared) return rawJson(text)
  const fields = sharedJson(text)
  shared.set(answer, fields)
  return fields
}

const now = (): number => Date.now() / 1000
