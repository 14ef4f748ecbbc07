import { z } from 'zod'
import { MAX_TOPIC_LENGTH } from '../../config/limits.ts'
import type { ChannelId, MessageId, UserId } from '../../core/platform/ids.ts'
import { form, id, json, line, longId, path, query } from '../http/endpoint/parameter.ts'
import { narrow, narrowTerms } from './narrow.ts'

/** Parameters that several endpoints have, each with one description in the API reference. */

export const channelInPath = path(id<ChannelId>(), { description: 'The id of the channel.', example: 42 })
export const channelInForm = form(id<ChannelId>(), { description: 'The id of the channel.', example: 42 })
export const messageInPath = path(longId<MessageId>(), {
  description: 'The id of the message.',
  example: 1234,
})
export const messageInForm = form(longId<MessageId>(), {
  description: 'The id of the message.',
  example: 1234,
})
export const userInPath = path(id<UserId>(), { description: 'The id of the user.', example: 10 })

/** Unix seconds, up to the year 9999. */
export const deliveryTime = z.int().max(253_402_300_799)

export const topicInForm = form(line(MAX_TOPIC_LENGTH), {
  aliases: ['topic', 'subject'],
  description:
    'The name of the topic, in upper or lower case. An empty text and `general chat` name the topic without a name.',
  example: 'design',
})

export const applyMarkdown = query(z.boolean().default(true), {
  description:
    'Whether `content` of messages is HTML. If false, it is the Markdown text as its sender wrote it.',
  example: false,
})
export const clientGravatar = query(z.boolean().default(true), {
  description:
    'Whether the client makes the addresses of Gravatar pictures itself. If true, `avatar_url` is null for users without an uploaded avatar.',
  example: false,
})
export const allowEmptyTopicName = query(z.boolean().default(false), {
  description:
    'Whether the client knows topics without a name. If false, their name in the response is `general chat` and not an empty text.',
  example: true,
})

/** The parameter `queue_id` of a request about an event queue. */
export const queueId = {
  description: 'The id of the event queue, from POST /register.',
  example: 'fb67bf8a-c031-47cc-84cf-ed80accacda8',
} as const
export const lastEventId = query(z.int().min(-1), {
  description:
    'The id of the newest event that the client has processed, at first `last_event_id` of POST /register. Events after it are sent.',
  example: 131072,
})

const CHANNEL_AND_TOPIC = [
  { operator: 'channel', operand: 42 },
  { operator: 'topic', operand: 'design' },
]
export const optionalNarrow = json(narrow, {
  description:
    'The conditions that messages must meet, all of them. A condition has an `operator`, an `operand`, and `negated` to invert it. Without conditions, all messages that you may read match.',
  example: CHANNEL_AND_TOPIC,
})
export const requiredNarrow = json(narrowTerms, {
  description:
    'The conditions that messages must meet, all of them. A condition has an `operator`, an `operand`, and `negated` to invert it.',
  example: CHANNEL_AND_TOPIC,
})
