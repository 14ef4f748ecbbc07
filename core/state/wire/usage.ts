import { z } from 'zod'

/** The use of an organization on one day. */
export const usageDay = z
  .object({
    day: z.string().describe('The day (UTC), `YYYY-MM-DD`.'),
    active_people: z.int().describe('How many people were active on the day. Bots do not count.'),
    active_week: z.int().describe('How many people were active on the day or the six days before.'),
    public_messages: z.int().describe('How many messages were sent to public channels.'),
    private_messages: z.int().describe('How many messages were sent to private channels.'),
    direct_messages: z.int().describe('How many direct messages were sent.'),
    storage_bytes: z
      .int()
      .nullable()
      .describe('How many bytes the uploaded files took at the end of the day; null when nobody counted.'),
  })
  .meta({ id: 'UsageDay', description: 'How much an organization was used on a day.' })

export type WireUsageDay = z.output<typeof usageDay>
