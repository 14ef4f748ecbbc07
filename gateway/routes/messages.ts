import { z } from 'zod'
import { MAX_MESSAGES_PER_FETCH } from '../../config/limits.ts'
import { ApiError } from '../../core/errors.ts'
import { markdownContext } from '../../core/markdown/realm-context.ts'
import { render } from '../../core/markdown/render.ts'
import { checkContent } from '../../core/messages/check.ts'
import { fetchMessages } from '../../core/messages/fetch.ts'
import type { Named } from '../../core/messages/recipients.ts'
import { sendMessage } from '../../core/messages/send.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, json, jsonOrText, query } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { message } from '../wire/message.ts'
import { narrow, parseAnchor } from '../wire/narrow.ts'

const named = z.union([z.int(), z.string()])

export function messageRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/messages',
      access: 'user',
      summary: 'Send a message to a channel or to people',
      params: {
        type: form(z.enum(['direct', 'channel', 'stream', 'private'])),
        to: jsonOrText(z.union([named, z.array(z.int()), z.array(z.string())])),
        content: form(z.string()),
        topic: form(z.string().optional()),
        queue_id: form(z.string().max(100).optional()),
        local_id: form(z.string().max(100).optional()),
        read_by_sender: form(z.boolean().optional()),
      },
      response: { id: z.int() },
      errors: [
        new ApiError("Channel 'nonexistent' does not exist", {
          code: 'STREAM_DOES_NOT_EXIST',
          extra: { stream: 'nonexistent' },
        }),
        new ApiError("Invalid email 'nobody@example.com'"),
      ],
      handler: async (call) => {
        const { params } = call
        const toChannel = params.type === 'channel' || params.type === 'stream'
        const id = await sendMessage(core, call.realm, call.user, {
          to: toChannel
            ? { kind: 'channel', channel: onlyOne(params.to), topic: params.topic }
            : { kind: 'direct', users: several(params.to) },
          content: params.content,
          client: call.client,
          readBySender: params.read_by_sender,
          queueId: params.queue_id,
          localId: params.local_id,
        })
        return { id }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/messages',
      access: 'user',
      summary: 'Get the messages around an anchor that match a narrow',
      params: {
        anchor: query(z.string().default('newest')),
        include_anchor: query(z.boolean().default(true)),
        num_before: query(z.int().min(0)),
        num_after: query(z.int().min(0)),
        narrow: json(narrow),
        client_gravatar: query(z.boolean().default(true)),
        apply_markdown: query(z.boolean().default(true)),
        use_first_unread_anchor: query(z.boolean().default(false)),
        allow_empty_topic_name: query(z.boolean().default(false)),
      },
      response: {
        // `newest` is reported as 10^16, as this family's clients know it: beyond what `z.int()` takes.
        anchor: z.number(),
        found_anchor: z.boolean(),
        found_newest: z.boolean(),
        found_oldest: z.boolean(),
        history_limited: z.boolean(),
        messages: z.array(message),
      },
      errors: [new ApiError(`Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)],
      handler: async (call) => {
        const { params } = call
        if (params.num_before + params.num_after > MAX_MESSAGES_PER_FETCH) {
          throw new ApiError(`Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
        }
        const fetched = await fetchMessages(core, call.realm, call.user, {
          anchor: params.use_first_unread_anchor ? 'first_unread' : parseAnchor(params.anchor),
          includeAnchor: params.include_anchor,
          numBefore: params.num_before,
          numAfter: params.num_after,
          narrow: params.narrow,
          applyMarkdown: params.apply_markdown,
          clientGravatar: params.client_gravatar,
          allowEmptyTopicName: params.allow_empty_topic_name,
        })
        return {
          anchor: fetched.anchor,
          found_anchor: fetched.foundAnchor,
          found_newest: fetched.foundNewest,
          found_oldest: fetched.foundOldest,
          history_limited: false,
          messages: fetched.messages.map((one) => ({ ...one })),
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/messages/render',
      access: 'user',
      summary: 'Render message text to HTML',
      params: { content: form(z.string()) },
      response: { rendered: z.string() },
      handler: (call) => {
        const context = markdownContext(call.realm, call.user, core.options.rootUrl)
        return { rendered: render(checkContent(call.params.content), context).html }
      },
    }),
  ]
}

/** A channel is named by one name or id; a list of one is accepted. */
function onlyOne(to: Named | readonly Named[]): Named {
  if (!Array.isArray(to)) return to as Named
  if (to.length !== 1) throw new ApiError('Expected exactly one channel')
  return to[0] as Named
}

/** People are named by a list, or by addresses separated by commas. */
function several(to: Named | readonly Named[]): readonly Named[] {
  if (Array.isArray(to)) return to as Named[]
  if (typeof to === 'number') return [to]
  return (to as string)
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '')
}
