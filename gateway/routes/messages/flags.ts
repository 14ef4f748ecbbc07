import { z } from 'zod'
import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import { changeFlags } from '../../../core/messaging/marking/change-flags.ts'
import { changeFlagsInRange } from '../../../core/messaging/marking/change-range.ts'
import {
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
} from '../../../core/messaging/marking/mark-all.ts'
import { invalidMessages } from '../../../core/messaging/messages/errors.ts'
import { invalidAnchor } from '../../../core/messaging/narrow/errors.ts'
import {
  anchorNotAtEnd,
  flagNotEditable,
  invalidFlag,
  invalidFlagOperation,
  noSuchTopic,
  readReceiptsDisabled,
} from '../../../core/messaging/reads/errors.ts'
import { EDITABLE_FLAGS, parseFlagChange } from '../../../core/messaging/reads/flags.ts'
import { readReceipts } from '../../../core/messaging/reads/receipts.ts'
import type { MessageId } from '../../../core/platform/ids.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, json, line, longId } from '../../http/endpoint/parameter.ts'
import { parseAnchor } from '../../wire/narrow.ts'
import {
  narrowErrors,
  searchErrors,
  topicErrors,
  unreadableChannel,
  unreadableMessage,
} from '../../wire/shared-errors.ts'
import { channelInForm, messageInPath, optionalNarrow, topicInForm } from '../../wire/shared-parameters.ts'

const op = form(line(), { description: 'What to do with the flag: `add` or `remove`.', example: 'add' })
const flag = form(line(), {
  description: 'The flag: `read`, `starred` or `collapsed`. The server alone sets the others.',
  example: 'read',
})
const flagErrors = [
  when('Only the server sets this flag.', flagNotEditable('mentioned')),
  when('There is no such flag.', invalidFlag('important', EDITABLE_FLAGS)),
  when('`op` is neither `add` nor `remove`.', invalidFlagOperation('toggle')),
]
const EVENT = 'Your clients get `update_message_flags` events.'
const notSubscribedChannels = z
  .array(z.int())
  .describe('Channels whose messages stay read because you are not subscribed to them.')

export function flagRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/messages/flags',
      access: 'user',
      freshness: 'handler',
      summary: 'Add a personal flag to messages, or remove it',
      description: `Messages that have the flag already, or lack it already, are left as they are, so a request can be repeated. ${EVENT}`,
      params: {
        messages: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH), {
          description: 'The ids of the messages.',
          example: [1234, 1240],
        }),
        op,
        flag,
      },
      response: {
        messages: z.array(z.int()).describe('The messages whose flag has changed.'),
        ignored_because_not_subscribed_channels: notSubscribedChannels,
      },
      errors: [
        when('You may not read one of the messages. Then nothing changes.', invalidMessages()),
        ...flagErrors,
      ],
      handler: async ({ caller, params }) => {
        const change = parseFlagChange(params.op, params.flag)
        const { changed, notSubscribed } = await changeFlags(caller, change, params.messages)
        return { messages: changed, ignored_because_not_subscribed_channels: notSubscribed }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/messages/flags/narrow',
      access: 'user',
      summary: 'Add a personal flag to the messages around an anchor that match a narrow, or remove it',
      description: `One request changes at most ${MAX_MESSAGES_PER_FETCH} messages, even if more are asked for. To change all, repeat it with the anchor \`last_processed_id\` (or \`first_processed_id\` towards the oldest) and \`include_anchor=false\` until \`found_newest\` (or \`found_oldest\`) is true. ${EVENT}`,
      params: {
        anchor: form(line(), {
          description: 'The id of a message, or `newest`, `oldest` or `first_unread`.',
          example: 'first_unread',
        }),
        include_anchor: form(z.boolean().default(true), {
          description: 'Whether the message of the anchor is included if it matches.',
          example: false,
        }),
        num_before: form(z.int().min(0), {
          description: 'How many matching messages before the anchor are included.',
          example: 0,
        }),
        num_after: form(z.int().min(0), {
          description: 'How many matching messages after the anchor are included.',
          example: 1000,
        }),
        narrow: optionalNarrow,
        op,
        flag,
      },
      response: {
        processed_count: z.int().describe('The number of messages in the range.'),
        updated_count: z.int().describe('The number of those whose flag has changed.'),
        first_processed_id: z
          .int()
          .nullable()
          .describe('The oldest message of the range; null if it is empty.'),
        last_processed_id: z
          .int()
          .nullable()
          .describe('The newest message of the range; null if it is empty.'),
        found_oldest: z.boolean().describe('Whether no older message matches.'),
        found_newest: z.boolean().describe('Whether no newer message matches.'),
        ignored_because_not_subscribed_channels: notSubscribedChannels,
      },
      errors: [
        when('`include_anchor` is false, and the range has messages on both sides.', anchorNotAtEnd()),
        when('The anchor is neither an id nor one of the words.', invalidAnchor()),
        ...narrowErrors,
        ...searchErrors,
        ...flagErrors,
      ],
      handler: async ({ caller, params }) => {
        const change = parseFlagChange(params.op, params.flag)
        const range = await changeFlagsInRange(caller, change, {
          anchor: parseAnchor(params.anchor),
          includeAnchor: params.include_anchor,
          numBefore: params.num_before,
          numAfter: params.num_after,
          narrow: params.narrow,
        })
        return {
          processed_count: range.processed,
          updated_count: range.updated,
          first_processed_id: range.first,
          last_processed_id: range.last,
          found_oldest: range.foundOldest,
          found_newest: range.foundNewest,
          ignored_because_not_subscribed_channels: [...range.notSubscribed],
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/mark_all_as_read',
      access: 'user',
      summary: 'Mark all messages as read',
      description: `After 40 seconds the answer comes with \`complete\` false: call it again until it is true. ${EVENT}`,
      response: { complete: z.boolean().describe('Whether all messages are marked.') },
      handler: async ({ caller }) => ({
        complete: await markAllAsRead(caller, { kind: 'all' }),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/mark_stream_as_read',
      access: 'user',
      summary: 'Mark the messages of a channel as read',
      description: EVENT,
      params: { stream_id: channelInForm },
      errors: [unreadableChannel],
      handler: ({ caller, params }) => markChannelAsRead(caller, params.stream_id),
    }),
    endpoint({
      method: 'POST',
      path: '/mark_topic_as_read',
      access: 'user',
      summary: 'Mark the messages of a topic as read',
      description: EVENT,
      params: {
        stream_id: channelInForm,
        topic_name: topicInForm,
      },
      errors: [
        unreadableChannel,
        when('The topic has no message that you may read.', noSuchTopic('nonexistent')),
        ...topicErrors,
      ],
      handler: ({ caller, params }) => markTopicAsRead(caller, params.stream_id, params.topic_name),
    }),
    endpoint({
      method: 'GET',
      path: '/messages/{message_id}/read_receipts',
      access: 'user',
      summary: 'Get the users who have read a message',
      description:
        'The sender, bots, deactivated users and users whose setting `send_read_receipts` is off are left out, and so is who did not receive the message. People whom you mute and people who mute you are left out too.',
      params: { message_id: messageInPath },
      response: { user_ids: z.array(z.int()).describe('The ids of the users.') },
      errors: [
        unreadableMessage,
        when('The organization turned read receipts off (`enable_read_receipts`).', readReceiptsDisabled()),
      ],
      handler: async ({ caller, params }) => ({
        user_ids: await readReceipts(caller, params.message_id),
      }),
    }),
  ] as const
}
