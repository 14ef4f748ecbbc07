import { z } from 'zod'
import { defaultChannelGroup } from '../wire/default-channel-group.ts'
import type { EventDeclarations } from './event.ts'

export const defaultChannelEvents = {
  default_streams: {
    receivedBy: 'Everyone except guests, and users who become guests or stop being guests.',
    fields: { default_streams: z.array(z.int()).readonly() },
  },
  default_stream_groups: {
    receivedBy: 'Everyone except guests, and users who become guests or stop being guests.',
    fields: { default_stream_groups: z.array(defaultChannelGroup).readonly() },
  },
} as const satisfies EventDeclarations
