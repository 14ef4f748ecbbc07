import { z } from 'zod'
import { realmExport } from '../wire/export.ts'
import type { EventDeclarations } from './event.ts'

/** Events that only administrators receive. */
export const administrationEvents = {
  realm_export: {
    sentWhen: 'An export was requested, finished, failed or deleted.',
    receivedBy: 'The administrators of the organization.',
    fields: { exports: z.array(realmExport).readonly().describe('All exports of the organization.') },
  },
  realm_export_consent: {
    sentWhen: 'A user allowed exports to include their private data, or no longer allows it.',
    receivedBy: 'The administrators of the organization.',
    fields: {
      user_id: z.int().describe('The user who decided.'),
      consented: z.boolean().describe('Whether exports may include the private data of the user.'),
    },
  },
  invites_changed: {
    sentWhen: 'An invitation was created, sent again, accepted or revoked.',
    receivedBy: 'The administrators of the organization, and the user who invited.',
  },
} as const satisfies EventDeclarations
