import { z } from 'zod'
import { statusesOf } from '../../core/status/status.ts'
import { status } from '../wire/status.ts'
import { slice } from './slice.ts'

/** What people say of themselves. */
export const statuses = slice({
  wantedBy: 'user_status',
  response: { user_status: z.record(z.string(), status) },
  read:
    ({ view }) =>
    async (sql) => ({ user_status: await statusesOf(sql, view.record.id) }),
})
