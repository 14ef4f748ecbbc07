import { z } from 'zod'
import { MAX_MESSAGES_PER_FETCH } from '../../config/limits.ts'
import { invalidMessages } from '../../core/messaging/messages/errors.ts'
import { changeFlags } from '../../core/messaging/reads/change-flags.ts'
import { changeFlagsInRange } from '../../core/messaging/reads/change-range.ts'
import { anchorNotAtEnd, flagNotEditable, noSuchTopic } from '../../core/messaging/reads/errors.ts'
import { parseFlagChange } from '../../core/messaging/reads/flags.ts'
import { markAllAsRead, markChannelAsRead, markTopicAsRead } from '../../core/messaging/reads/mark-all.ts'
import { readReceipts } from '../../core/messaging/reads/receipts.ts'
import type { ChannelId, MessageId } from '../../core/platform/ids.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, longId, path } from '../http/parameter.ts'
import { narrow, parseAnchor } from '../wire/narrow.ts'

const notEditable = flagNotEditable('mentioned')

export function flagRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/messages/flags',
      access: 'user',
      freshness: 'handler',
      summary: 'Add a personal flag to messages, or remove it',
      params: {
        messages: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH)),
        op: form(line()),
        flag: form(line()),
      },
      response: {
        messages: z.array(z.int()),
        ignored_because_not_subscribed_channels: z.array(z.int()),
      },
      errors: [invalidMessages(), notEditable],
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
      params: {
        anchor: form(line()),
        include_anchor: form(z.boolean().default(true)),
        num_before: form(z.int().min(0)),
        num_after: form(z.int().min(0)),
        narrow: json(narrow),
        op: form(line()),
        flag: form(line()),
      },
      response: {
        processed_count: z.int(),
        updated_count: z.int(),
        first_processed_id: z.int().nullable(),
        last_processed_id: z.int().nullable(),
        found_oldest: z.boolean(),
        found_newest: z.boolean(),
        ignored_because_not_subscribed_channels: z.array(z.int()),
      },
      errors: [anchorNotAtEnd(), notEditable],
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
      summary: 'Mark all messages as read; call it again until `complete` is true',
      response: { complete: z.boolean() },
      handler: async ({ caller }) => ({
        complete: await markAllAsRead(caller, { kind: 'all' }),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/mark_stream_as_read',
      access: 'user',
      summary: 'Mark the messages of a channel as read',
      params: { stream_id: form(id<ChannelId>()) },
      errors: [invalidChannelId()],
      handler: ({ caller, params }) => markChannelAsRead(caller, params.stream_id),
    }),
    endpoint({
      method: 'POST',
      path: '/mark_topic_as_read',
      access: 'user',
      summary: 'Mark the messages of a topic as read',
      params: {
        stream_id: form(id<ChannelId>()),
        topic_name: form(line(), { aliases: ['topic', 'subject'] }),
      },
      errors: [invalidChannelId(), noSuchTopic('nonexistent')],
      handler: ({ caller, params }) => markTopicAsRead(caller, params.stream_id, params.topic_name),
    }),
    endpoint({
      method: 'GET',
      path: '/messages/{message_id}/read_receipts',
      access: 'user',
      summary: 'Get the users who have read a message',
      params: { message_id: path(longId<MessageId>()) },
      response: { user_ids: z.array(z.int()) },
      errors: [invalidMessages()],
      handler: async ({ caller, params }) => ({
        user_ids: await readReceipts(caller, params.message_id),
      }),
    }),
  ] as const
}
