import { z } from 'zod'
import { defaultChannelGroup } from '../wire/default-channel-group.ts'
import type { EventDeclarations } from './event.ts'

export const defaultChannelEvents = {
  default_streams: {
    sentWhen: 'The list of default channels changed, or the reader may see it from now on or no longer.',
    receivedBy: 'Everyone except guests, and users who become guests or stop being guests.',
    fields: { default_streams: z.array(z.int()).readonly().describe('The ids of all default channels.') },
  },
  default_stream_groups: {
    sentWhen:
      'The list of default channel groups changed, or the reader may see it from now on or no longer.',
    receivedBy: 'Everyone except guests, and users who become guests or stop being guests.',
    fields: {
      default_stream_groups: z.array(defaultChannelGroup).readonly().describe('All default channel groups.'),
    },
  },
} as const satisfies EventDeclarations
