import { z } from 'zod'
import { MAX_MESSAGES_PER_FETCH } from '../../config/limits.ts'
import { tooManyMessagesRequested } from '../../core/messaging/messages/errors.ts'
import { type FetchRequest, fetchMessages, fetchMessagesById } from '../../core/messaging/messages/fetch.ts'
import { matchNarrow } from '../../core/messaging/messages/match-narrow.ts'
import type { Presentation } from '../../core/messaging/messages/present.ts'
import { badNarrow } from '../../core/messaging/narrow/errors.ts'
import { isForSpectators } from '../../core/messaging/narrow/spectator-rules.ts'
import type { NarrowTerm } from '../../core/messaging/narrow/terms.ts'
import type { MessageId } from '../../core/platform/ids.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { Reader } from '../../core/state/users/reader.ts'
import { message } from '../../core/state/wire/message.ts'
import { endpoint } from '../http/endpoint.ts'
import { notLoggedIn } from '../http/errors.ts'
import { joinedJson, jsonList } from '../http/json-text.ts'
import { json, line, longId, query } from '../http/parameter.ts'
import { missing, unsupportedCombination } from '../http/parameter-errors.ts'
import type { Services } from '../services.ts'
import { narrow, narrowTerms, parseAnchor } from '../wire/narrow.ts'

/** The parameters that choose messages: either `message_ids` or the others. */
const SELECTORS = ['num_before', 'num_after', 'anchor', 'use_first_unread_anchor', 'message_ids'] as const
const incompatible = () => unsupportedCombination(...SELECTORS)

const params = {
  anchor: query(line().optional()),
  include_anchor: query(z.boolean().default(true)),
  num_before: query(z.int().min(0).optional()),
  num_after: query(z.int().min(0).optional()),
  narrow: json(narrow),
  client_gravatar: query(z.boolean().default(true)),
  apply_markdown: query(z.boolean().default(true)),
  use_first_unread_anchor: query(z.boolean().default(false)),
  message_ids: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH).optional(), {
    aliases: ['msg_ids'],
  }),
  allow_empty_topic_name: query(z.boolean().default(false)),
}

export function fetchRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/messages',
      access: 'userOrSpectator',
      freshness: 'handler',
      summary: 'Get the messages around an anchor that match a narrow, or messages by their ids',
      params,
      response: {
        // The anchor `newest` is reported as 10^16, as clients expect. That is more than `z.int()` accepts.
        anchor: z.number().optional(),
        found_anchor: z.boolean().optional(),
        found_newest: z.boolean().optional(),
        found_oldest: z.boolean().optional(),
        history_limited: z.boolean().optional(),
        messages: z.array(message),
      },
      errors: [tooManyMessagesRequested(), incompatible(), missing('num_before')],
      handler: async ({ realm, user, params }) => {
        const presentation: Presentation = {
          applyMarkdown: params.apply_markdown,
          clientGravatar: params.client_gravatar,
          allowEmptyTopicName: params.allow_empty_topic_name,
        }
        await checkSpectator(realm, user, params.narrow)
        if (params.message_ids !== undefined) {
          if (SELECTORS.some((name) => name !== 'message_ids' && params[name])) throw incompatible()
          const request = { ...presentation, ids: params.message_ids, narrow: params.narrow }
          return joinedJson({ messages: jsonList(await fetchMessagesById(core, realm, user, request)) })
        }
        const fetched = await fetchMessages(core, realm, user, { ...presentation, ...rangeOf(params) })
        return joinedJson({
          anchor: fetched.anchor,
          found_anchor: fetched.foundAnchor,
          found_newest: fetched.foundNewest,
          found_oldest: fetched.foundOldest,
          history_limited: false,
          messages: jsonList(fetched.messages),
        })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/messages/matches_narrow',
      access: 'user',
      summary: 'Check which of the given messages match a narrow',
      params: {
        msg_ids: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH), { aliases: ['message_ids'] }),
        narrow: json(narrowTerms),
      },
      response: {
        messages: z.record(z.string(), z.object({ match_content: z.string(), match_subject: z.string() })),
      },
      errors: [badNarrow('unknown operator mood')],
      handler: async ({ caller, params }) => ({
        messages: await matchNarrow(caller, params.msg_ids, params.narrow),
      }),
    }),
  ] as const
}

/** Throws unless a spectator's narrow is limited to web-public channels. */
async function checkSpectator(realm: RealmState, user: Reader, narrow: readonly NarrowTerm[]): Promise<void> {
  if (user !== undefined) return
  await realm.withFreshState(() => {
    if (!isForSpectators(realm, narrow)) throw notLoggedIn()
  })
}

function rangeOf(given: {
  readonly anchor?: string
  readonly use_first_unread_anchor: boolean
  readonly include_anchor: boolean
  readonly num_before?: number
  readonly num_after?: number
  readonly narrow: readonly NarrowTerm[]
}): Omit<FetchRequest, keyof Presentation> {
  if (given.num_before === undefined) throw missing('num_before')
  if (given.num_after === undefined) throw missing('num_after')
  if (given.num_before + given.num_after > MAX_MESSAGES_PER_FETCH) throw tooManyMessagesRequested()
  return {
    anchor: given.use_first_unread_anchor ? 'first_unread' : parseAnchor(given.anchor ?? 'newest'),
    includeAnchor: given.include_anchor,
    numBefore: given.num_before,
    numAfter: given.num_after,
    narrow: given.narrow,
  }
}
