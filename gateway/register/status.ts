import { z } from 'zod'
import { statusesOf } from '../../core/people/status/status.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { canAccessAllUsers, canAccessUser } from '../../core/state/access/visible-users.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { status } from '../../core/state/wire/status.ts'
import { slice } from './slice.ts'

/** The statuses of the users whom the reader may access. */
export const statuses = slice({
  selectedBy: 'user_status',
  response: {
    user_status: z.record(z.string(), status).describe('The statuses of users whom you may see, by user id.'),
  },
  read: ({ view, user }) => {
    if (user === SPECTATOR) return { user_status: {} }
    const seesAll = canAccessAllUsers(view, user)
    const accessible = new Set(
      seesAll
        ? []
        : [...view.users].filter((other) => canAccessUser(view, user, other)).map((other) => other.id),
    )
    return async (sql) => {
      const all = Object.entries(await statusesOf(sql, view.record.id))
      return {
        user_status: Object.fromEntries(
          all.filter(([id]) => seesAll || accessible.has(Number(id) as UserId)),
        ),
      }
    }
  },
})
