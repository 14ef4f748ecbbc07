import { z } from 'zod'
import { USAGE_DAYS } from '../../../config/limits.ts'
import { usageDays, usageOfChannels } from '../../../core/organization/usage/list.ts'
import { usageDay } from '../../../core/state/wire/usage.ts'
import { endpoint } from '../../http/endpoint/endpoint.ts'
import { query } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

export function usageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/realm/usage',
      access: 'administrator',
      summary: 'Get how much the organization is used',
      description: `Active people, messages and storage by day, and the messages of each channel. The server counts once an hour and keeps the numbers for ${USAGE_DAYS} days. Days on which nothing was counted are left out.`,
      params: {
        days: query(z.int().min(1).max(USAGE_DAYS).default(90), {
          description: 'How many days back the numbers go, today included.',
          example: 30,
        }),
      },
      response: {
        days: z.array(usageDay).describe('The numbers of each day, the oldest first.'),
        channels: z
          .array(
            z.object({
              stream_id: z.int().describe('The id of the channel.'),
              messages: z.int().describe('How many messages it got in four weeks, rounded to two digits.'),
            }),
          )
          .describe('The channels with messages in the last four weeks, the busiest first, at most 500.'),
      },
      handler: async ({ realm, params }) => {
        const days = await usageDays(core.db, realm.id, params.days)
        return { days, channels: await usageOfChannels(core.db, realm.id) }
      },
    }),
  ] as const
}
