import { z } from 'zod'
import { MAX_AUDIT_ENTRIES } from '../../../config/limits.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { listAudit } from '../../../core/state/audit/list.ts'
import { AUDIT_KINDS, auditEntry } from '../../../core/state/wire/audit-entry.ts'
import { endpoint } from '../../http/endpoint/endpoint.ts'
import { id, longId, query } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

/** A time that Postgres can compare. */
const seconds = () => z.int().min(0).max(4_102_444_800)

export function auditLogRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/audit_log',
      access: 'administrator',
      summary: 'Get who changed what in the organization',
      description:
        'The newest entries come first. Each says who changed which property of what, from which value to which. Settings, accounts, channels, groups, emoji, linkifiers, playgrounds, domains, profile fields, folders, default channels, bots, invitations, exports and the data of people are logged, also whom somebody else subscribes or unsubscribes, and log-ins with their method, device and address, refused ones included (at most 30 an hour for an account, and 300 refused ones for all); messages and what people set for themselves are not. To get older entries, send the last id as `before_id`. The server forgets entries after the time that its operator has set, two years by default.',
      params: {
        before_id: query(longId().optional(), {
          description: 'Only entries with lower ids. Default: the newest entries.',
          example: 1017,
        }),
        limit: query(z.int().min(1).max(MAX_AUDIT_ENTRIES).default(100), {
          description: 'The maximum of entries.',
          example: 50,
        }),
        user_id: query(id<UserId>().optional(), {
          description: 'Only changes that this user has made.',
          example: 10,
        }),
        kind: query(z.enum(AUDIT_KINDS).optional(), {
          description: 'Only changes of objects of this kind.',
          example: 'channel',
        }),
        since: query(seconds().optional(), {
          description: 'Only changes from this time on, in Unix seconds.',
          example: 1_790_000_000,
        }),
        until: query(seconds().optional(), {
          description: 'Only changes before this time, in Unix seconds.',
          example: 1_795_000_000,
        }),
      },
      response: {
        entries: z.array(auditEntry).describe('The entries, the newest first.'),
        found_oldest: z.boolean().describe('Whether there are no older entries that fit.'),
      },
      handler: async ({ realm, params }) => {
        const { before_id: before, user_id: actor, kind, since, until, limit } = params
        const filter = { before, actor, kind, since, until }
        const { entries, isOldest } = await listAudit(core.db, realm.id, filter, limit)
        return { entries, found_oldest: isOldest }
      },
    }),
  ] as const
}
