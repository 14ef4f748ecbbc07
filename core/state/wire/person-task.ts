import { z } from 'zod'

/** An export or erasure of a person's data. */
export const personTask = z
  .object({
    id: z.int().describe('The id of the export or erasure.'),
    kind: z.enum(['export', 'erasure']).describe('What is done with the data.'),
    acting_user_id: z.int().nullable().describe('Who asked for it; null for an operator of the server.'),
    deletes_messages: z.boolean().describe('Whether the erasure deletes the messages of the person too.'),
    status: z
      .enum(['started', 'succeeded', 'failed', 'deleted'])
      .describe('How far it is. The archive of a deleted export is gone.'),
    requested_at: z.int().describe('When somebody asked for it, in Unix seconds.'),
    finished_at: z.int().nullable().describe('When it was finished, in Unix seconds.'),
    done: z.int().describe('How many messages and files are written or deleted.'),
    total: z.int().describe('How many messages and files there are to write or delete.'),
    size: z.int().nullable().describe('The size of the archive in bytes.'),
    url: z.string().nullable().describe('The address of the archive, which needs no log-in: keep it secret.'),
  })
  .meta({ id: 'PersonTask', description: "An export or erasure of one person's data." })

export type WirePersonTask = z.output<typeof personTask>
