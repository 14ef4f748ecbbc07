import { z } from 'zod'
import { statusesOf } from '../../core/people/status/status.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { canAccessAllUsers, canAccessUser } from '../../core/state/users/permissions.ts'
import { status } from '../../core/state/wire/status.ts'
import { slice } from './slice.ts'

/** The statuses of users. */
export const statuses = slice({
  wantedBy: 'user_status',
  response: { user_status: z.record(z.string(), status) },
  read: ({ view, user }) => {
    const everyone = canAccessAllUsers(view, user)
    const known = new Set(
      everyone ? [] : [...view.users].filter((one) => canAccessUser(view, user, one)).map((one) => one.id),
    )
    return async (sql) => {
      const all = Object.entries(await statusesOf(sql, view.record.id))
      return {
        user_status: Object.fromEntries(all.filter(([id]) => everyone || known.has(Number(id) as UserId))),
      }
    }
  },
})
