import { z } from 'zod'

const report = z
  .object({
    product: z.string().describe('The name of the product that wrote the archive.'),
    counts: z
      .array(
        z.object({
          what: z.string().describe('What is counted, such as `messages`, in English.'),
          name: z.string().describe('The same in the language of the reader.'),
          found: z.int().describe('How many the archive has.'),
          kept: z.int().describe('How many of them the organization gets.'),
        }),
      )
      .readonly()
      .describe('What the archive has.'),
    notes: z
      .array(
        z.object({
          action: z.enum(['changed', 'left out']).describe('Whether things are changed or left out.'),
          text: z
            .string()
            .describe('What happens and why, in the language of the reader, without a full stop.'),
          count: z.int().describe('How many things it happens to.'),
          example: z.string().optional().describe('The first one.'),
        }),
      )
      .readonly()
      .describe('What is changed or left out.'),
  })
  .meta({ id: 'HistoryReport', description: 'What an archive has, and what an import makes of it.' })

/** An import of a history into a new organization. */
export const historyImport = z
  .object({
    id: z.int().describe('The id of the import.'),
    acting_user_id: z
      .int()
      .nullable()
      .describe('The owner who uploads the archive; null for the operator of the server.'),
    status: z
      .enum(['uploading', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled'])
      .describe('How far it is. A `checked` import waits for POST /realm/history_import/start.'),
    file_name: z.string().describe('The name of the archive.'),
    size: z.int().describe('The size of the archive in bytes.'),
    upload_key: z
      .string()
      .nullable()
      .describe(
        'The last part of the address of the upload, below `/api/v1/tus/history/`; null once all bytes are there.',
      ),
    began_at: z.int().describe('When the upload began, in Unix seconds.'),
    finished_at: z.int().nullable().describe('When the import ended, in Unix seconds.'),
    phase: z
      .enum(['waiting', 'reading', 'checking', 'importing'])
      .nullable()
      .describe('What a worker does at the moment; null while none has anything to do.'),
    done: z.int().describe('How much of the phase is done.'),
    total: z.int().describe('How much there is to do; 0 while nobody knows.'),
    seconds_left: z.int().nullable().describe('How long the phase will take; null while nobody knows.'),
    report: report.nullable().describe('The report of the check; null before.'),
    failure: z
      .string()
      .nullable()
      .describe('Why the import failed, as a sentence in the language of the reader.'),
  })
  .meta({ id: 'HistoryImport', description: 'An import of a history into a new organization.' })

export type WireHistoryImport = z.output<typeof historyImport>
