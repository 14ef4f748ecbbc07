import { z } from 'zod'
import {
  MAX_DIRECT_RECIPIENTS,
  MAX_DRAFTS,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
} from '../../../config/limits.ts'
import { emptyMessage } from '../../../core/content/messages/errors.ts'
import { createDrafts, deleteDraft, editDraft } from '../../../core/messaging/drafts/change.ts'
import { draftsOf } from '../../../core/messaging/drafts/draft.ts'
import {
  draftNotToOneChannel,
  negativeTimestamp,
  noSuchDraft,
  tooManyDrafts,
} from '../../../core/messaging/drafts/errors.ts'
import {
  noSuchRecipientId,
  recipientDeactivated,
  recipientsNotAccessible,
} from '../../../core/messaging/messages/errors.ts'
import { checkSynchronizesDrafts } from '../../../core/people/accounts/synchronize.ts'
import { draftsNotSynchronized } from '../../../core/people/users/errors.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import type { DraftId } from '../../../core/platform/ids.ts'
import { invalidChannelId } from '../../../core/state/channels/errors.ts'
import { readCurrent } from '../../../core/state/realm/read-current.ts'
import { draft } from '../../../core/state/wire/draft.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { id, json, line, path, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

const SYNCHRONIZED = 'Everyone whose setting `enable_drafts_synchronization` is on.'
const notSynchronized = when('Your setting `enable_drafts_synchronization` is off.', draftsNotSynchronized())
const unknownDraft = when('You have no draft of this id.', noSuchDraft())
const draftErrors = [
  notSynchronized,
  when('A draft for a channel does not name exactly one.', draftNotToOneChannel()),
  when('The channel does not exist or is archived, or you may not read it.', invalidChannelId()),
  when('A recipient does not exist.', noSuchRecipientId(99)),
  when('You are a guest who may not know a recipient.', recipientsNotAccessible()),
  when('A recipient is deactivated.', recipientDeactivated('ophelia@demo.test')),
  when('A draft has no content.', emptyMessage()),
  when('The content is too long.', tooLong('content', MAX_MESSAGE_LENGTH)),
  when('The topic is too long.', tooLong('topic', MAX_TOPIC_LENGTH)),
  when('The timestamp is negative.', negativeTimestamp()),
]

/**
 * A draft as clients send it (spec.md "Draft"): without an id; `timestamp` is optional and may have a
 * fraction.
 */
const given = z.strictObject({
  type: draft.shape.type.describe('`stream` for a channel, `private` for people, empty without a recipient.'),
  to: z
    .array(id())
    .max(MAX_DIRECT_RECIPIENTS)
    .describe('The id of the channel, or the ids of the people. Empty without a recipient.'),
  topic: line(MAX_TOPIC_LENGTH).describe('The topic, for a channel. Otherwise it is not kept.'),
  content: text(MAX_MESSAGE_LENGTH).describe('The text in Markdown.'),
  timestamp: z
    .number()
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('When the draft was last edited, in Unix seconds. If absent, now.'),
})

const EXAMPLE: z.input<typeof given> = {
  type: 'stream',
  to: [42],
  topic: 'design',
  content: 'The balcony **has** to hold.',
  timestamp: 1_790_000_000,
}

const draftInPath = path(id<DraftId>(), { description: 'The id of the draft.', example: 17 })

export function draftRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/drafts',
      access: 'user',
      freshness: 'handler',
      summary: 'Get your drafts, the most recently edited first',
      permission: SYNCHRONIZED,
      errors: [notSynchronized],
      response: {
        count: z.int().describe('The number of drafts.'),
        drafts: z.array(draft).describe('Your drafts, the most recently edited first.'),
      },
      handler: async ({ realm, user }) => {
        const drafts = await readCurrent(core.db, realm, user, async (sql) => {
          await realm.withFreshState(() => checkSynchronizesDrafts(realm, user))
          return draftsOf(sql, user.id)
        })
        return { count: drafts.length, drafts }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/drafts',
      access: 'user',
      summary: 'Create drafts',
      description: `All drafts are stored, or none is. You may have ${MAX_DRAFTS} drafts. Your clients get a \`drafts\` event of op \`add\`.`,
      permission: SYNCHRONIZED,
      params: {
        drafts: json(z.array(given).max(MAX_DRAFTS).default([]), {
          description: 'The drafts to store.',
          example: [EXAMPLE],
        }),
      },
      response: { ids: z.array(z.int()).describe('The ids of the drafts, in the order given.') },
      errors: [...draftErrors, when('You would have too many drafts.', tooManyDrafts())],
      handler: async ({ caller, params }) => ({
        ids: await createDrafts(caller, params.drafts),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/drafts/{draft_id}',
      access: 'user',
      summary: 'Edit a draft',
      description: 'The draft is replaced as a whole. Your clients get a `drafts` event of op `update`.',
      permission: SYNCHRONIZED,
      params: {
        draft_id: draftInPath,
        draft: json(given, { description: 'The new content of the draft.', example: EXAMPLE }),
      },
      errors: [unknownDraft, ...draftErrors],
      handler: ({ caller, params }) => editDraft(caller, params.draft_id, params.draft),
    }),
    endpoint({
      method: 'DELETE',
      path: '/drafts/{draft_id}',
      access: 'user',
      summary: 'Delete a draft',
      description: 'Your clients get a `drafts` event of op `remove`.',
      permission: SYNCHRONIZED,
      params: { draft_id: draftInPath },
      errors: [unknownDraft, notSynchronized],
      handler: ({ caller, params }) => deleteDraft(caller, params.draft_id),
    }),
  ] as const
}
