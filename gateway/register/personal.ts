import { z } from 'zod'
import { draftsOf } from '../../core/drafts/draft.ts'
import { draft } from '../wire/draft.ts'
import { slice } from './slice.ts'

/** Most recently edited first. */
export const drafts = slice({
  wantedBy: 'drafts',
  response: { drafts: z.array(draft) },
  read:
    ({ user }) =>
    async (sql) => ({ drafts: await draftsOf(sql, user.id) }),
})
