import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS, MAX_DRAFTS } from '../../config/limits.ts'
import { createDrafts, deleteDraft, editDraft } from '../../core/messaging/drafts/change.ts'
import { draftsOf } from '../../core/messaging/drafts/draft.ts'
import { checkSynchronizesDrafts } from '../../core/people/users/synchronize.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { DraftId } from '../../core/platform/ids.ts'
import { draft } from '../../core/state/wire/draft.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { id, json, line, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

/** spec.md "Draft": the id is the server's, the time optional. Existing clients send fractions of seconds. */
const given = z.strictObject({
  type: draft.shape.type,
  to: z.array(id()).max(MAX_DIRECT_RECIPIENTS),
  topic: line(),
  content: text(),
  timestamp: z.number().max(Number.MAX_SAFE_INTEGER).optional(),
})

const noSuchDraft = new ApiError('Draft does not exist', { status: 404 })
const notOneChannel = new ApiError('Must specify exactly 1 channel ID for channel messages')

export function draftRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/drafts',
      access: 'user',
      summary: "Get one's drafts, the most recently edited first",
      response: { count: z.int(), drafts: z.array(draft) },
      handler: async ({ realm, user }) => {
        await realm.withFreshState(() => checkSynchronizesDrafts(realm, user))
        const drafts = await draftsOf(core.db, user.id)
        return { count: drafts.length, drafts }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/drafts',
      access: 'user',
      summary: 'Create drafts',
      params: { drafts: json(z.array(given).max(MAX_DRAFTS).default([])) },
      response: { ids: z.array(z.int()) },
      errors: [notOneChannel],
      handler: async ({ caller, params }) => ({
        ids: await createDrafts(caller, params.drafts),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/drafts/{draft_id}',
      access: 'user',
      summary: 'Edit a draft',
      params: { draft_id: path(id<DraftId>()), draft: json(given) },
      errors: [noSuchDraft, notOneChannel],
      handler: ({ caller, params }) => editDraft(caller, params.draft_id, params.draft),
    }),
    endpoint({
      method: 'DELETE',
      path: '/drafts/{draft_id}',
      access: 'user',
      summary: 'Delete a draft',
      params: { draft_id: path(id<DraftId>()) },
      errors: [noSuchDraft],
      handler: ({ caller, params }) => deleteDraft(caller, params.draft_id),
    }),
  ]
}
