import { z } from 'zod'
import { MAX_EVENT_TYPES, MAX_NARROW_TERMS } from '../../config/limits.ts'
import { json, line } from '../http/endpoint/parameter.ts'

/** Parameters that say which events a queue gets. */

export const typeList = z.array(z.string().max(100)).max(MAX_EVENT_TYPES)

export const eventTypes = json(typeList.optional(), {
  description: 'The types of events that the queue gets. If absent, all. Unknown types are ignored.',
  example: ['message', 'reaction'],
  ignoresUnknown: true,
})

export const queueNarrowTerms = json(
  z
    .array(z.tuple([z.string().max(100), line()]))
    .max(MAX_NARROW_TERMS)
    .default([]),
  {
    description:
      'The conditions that messages must meet to be in the queue, each an operator and an operand: `channel`, `topic`, `sender`, `dm` or `dm-including` with addresses or ids of users, `has` with `link`, `image` or `attachment`, `in` with `home` or `all`, or `is` with `dm`, `channel`, `mentioned`, `alerted`, `unread`, `read`, `starred`, `muted`, `followed` or `resolved`. A message has the flags with which it arrives, and is muted when you mute its topic, or its channel without another policy for the topic. A name that means nothing to you matches no message.',
    example: [['channel', 'Verona']],
  },
)

export const allPublicStreams = {
  description:
    'Whether the queue gets the messages of all public channels, not only of those that you are subscribed to.',
  example: true,
} as const

export const applyMarkdown = {
  description:
    'Whether the `content` of messages in events is HTML. If false, it is the Markdown text as its sender wrote it.',
  example: true,
} as const
