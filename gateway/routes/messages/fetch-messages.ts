import { z } from 'zod'
import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import {
  type FetchRequest,
  fetchMessages,
  fetchMessagesById,
} from '../../../core/messaging/fetching/fetch.ts'
import { matchNarrow } from '../../../core/messaging/fetching/match-narrow.ts'
import type { Presentation } from '../../../core/messaging/fetching/present.ts'
import { tooManyMessagesRequested } from '../../../core/messaging/messages/errors.ts'
import { invalidAnchor } from '../../../core/messaging/narrow/errors.ts'
import { isForSpectators } from '../../../core/messaging/narrow/spectator-rules.ts'
import type { NarrowTerm } from '../../../core/messaging/narrow/terms.ts'
import type { MessageId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Reader } from '../../../core/state/users/reader.ts'
import { message } from '../../../core/state/wire/message.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json, line, longId, query } from '../../http/endpoint/parameter.ts'
import { notLoggedIn } from '../../http/errors/errors.ts'
import { missing, unsupportedCombination } from '../../http/parameters/parameter-errors.ts'
import { joinedJson, jsonList } from '../../http/reply/json-text.ts'
import type { Services } from '../../services.ts'
import { parseAnchor } from '../../wire/narrow.ts'
import { narrowErrors, searchErrors } from '../../wire/shared-errors.ts'
import {
  allowEmptyTopicName,
  applyMarkdown,
  clientGravatar,
  optionalNarrow,
  requiredNarrow,
} from '../../wire/shared-parameters.ts'

/** The parameters that choose messages: either `message_ids` or the others. */
const SELECTORS = ['num_before', 'num_after', 'anchor', 'use_first_unread_anchor', 'message_ids'] as const
const incompatible = () => unsupportedCombination(...SELECTORS)

const params = {
  anchor: query(line().optional(), {
    description:
      'The id of a message, or `newest`, `oldest` or `first_unread`. The message need not exist or match. If absent, `newest`.',
    example: 'first_unread',
  }),
  include_anchor: query(z.boolean().default(true), {
    description: 'Whether the message of the anchor is included if it matches.',
    example: false,
  }),
  num_before: query(z.int().min(0).optional(), {
    description: 'How many matching messages before the anchor to get. Required without `message_ids`.',
    example: 50,
  }),
  num_after: query(z.int().min(0).optional(), {
    description: 'How many matching messages after the anchor to get. Required without `message_ids`.',
    example: 50,
  }),
  narrow: optionalNarrow,
  client_gravatar: clientGravatar,
  apply_markdown: applyMarkdown,
  use_first_unread_anchor: query(z.boolean().default(false), {
    description: 'Former form of the anchor `first_unread`. If true, `anchor` is ignored.',
    example: true,
  }),
  message_ids: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH).optional(), {
    aliases: ['msg_ids'],
    description:
      'The ids of the messages to get, instead of an anchor and numbers. Messages that do not exist, that you may not read, or that do not match are left out.',
    example: [1234, 1240],
  }),
  allow_empty_topic_name: allowEmptyTopicName,
}

export function fetchRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/messages',
      access: 'userOrSpectator',
      freshness: 'handler',
      summary: 'Get the messages around an anchor that match a narrow, or messages by their ids',
      description:
        'Only messages that you may read are found, including those of public channels to which you are not subscribed. With a `search` condition, messages have `match_content` and `match_subject` with the found words marked. Without credentials, the narrow must be limited to web-public channels. Fields about the anchor are absent with `message_ids`.',
      exampleParams: ['anchor', 'num_before', 'num_after'],
      params,
      response: {
        // The anchor `newest` is reported as 10^16, as clients expect. That is more than `z.int()` accepts.
        anchor: z.number().optional().describe('The id of the anchor; 10^16 for the newest end.'),
        found_anchor: z.boolean().optional().describe('Whether the message of the anchor is in `messages`.'),
        found_newest: z.boolean().optional().describe('Whether no newer message matches.'),
        found_oldest: z.boolean().optional().describe('Whether no older message matches.'),
        history_limited: z.boolean().optional().describe('Always false: no messages are hidden.'),
        messages: z.array(message).describe('The messages, ascending by id.'),
      },
      errors: [
        when(
          `\`num_before\` and \`num_after\` are together more than ${MAX_MESSAGES_PER_FETCH}.`,
          tooManyMessagesRequested(),
        ),
        when('`message_ids` is given together with an anchor or a number.', incompatible()),
        when('Neither `message_ids` nor both numbers are given.', missing('num_before')),
        when('The anchor is neither an id nor one of the words.', invalidAnchor()),
        ...narrowErrors,
        ...searchErrors,
        when(
          'The request has no credentials, and its narrow is not limited to web-public channels.',
          notLoggedIn(),
        ),
      ],
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
      description:
        'For clients that show a narrow and get new messages as events. Messages that do not exist or that you may not read are left out.',
      params: {
        msg_ids: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH), {
          aliases: ['message_ids'],
          description: 'The ids of the messages to check.',
          example: [1234, 1240],
        }),
        narrow: requiredNarrow,
      },
      response: {
        messages: z
          .record(
            z.string(),
            z.object({
              match_content: z
                .string()
                .describe('The content as HTML, with found words in spans of class `highlight`.'),
              match_subject: z
                .string()
                .describe('The topic as HTML, with found words marked in the same way.'),
            }),
          )
          .describe('The messages that match, by their ids.'),
      },
      errors: [...narrowErrors, ...searchErrors],
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
