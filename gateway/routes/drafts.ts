import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS, MAX_DRAFTS } from '../../config/limits.ts'
import { createDrafts, deleteDraft, editDraft } from '../../core/messaging/drafts/change.ts'
import { draftsOf } from '../../core/messaging/drafts/draft.ts'
import { draftNotToOneChannel, noSuchDraft } from '../../core/messaging/drafts/errors.ts'
import { checkSynchronizesDrafts } from '../../core/people/users/synchronize.ts'
import type { DraftId } from '../../core/platform/ids.ts'
import { draft } from '../../core/state/wire/draft.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, json, line, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

/** A draft as clients send it (spec.md "Draft"): without an id; `timestamp` is optional and may have a fraction. */
const given = z.strictObject({
  type: draft.shape.type,
  to: z.array(id()).max(MAX_DIRECT_RECIPIENTS),
  topic: line(),
  content: text(),
  timestamp: z.number().max(Number.MAX_SAFE_INTEGER).optional(),
})

export function draftRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/drafts',
      access: 'user',
      summary: 'Get your drafts, the most recently edited first',
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
      errors: [draftNotToOneChannel()],
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
      errors: [noSuchDraft(), draftNotToOneChannel()],
      handler: ({ caller, params }) => editDraft(caller, params.draft_id, params.draft),
    }),
    endpoint({
      method: 'DELETE',
      path: '/drafts/{draft_id}',
      access: 'user',
      summary: 'Delete a draft',
      params: { draft_id: path(id<DraftId>()) },
      errors: [noSuchDraft()],
      handler: ({ caller, params }) => deleteDraft(caller, params.draft_id),
    }),
  ] as const
}
