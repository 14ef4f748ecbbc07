import { z } from 'zod'
import { realmExport } from '../wire/export.ts'
import type { EventDeclarations } from './event.ts'

/** Events that only administrators receive. */
export const administrationEvents = {
  realm_export: {
    receivedBy: 'The administrators of the organization.',
    fields: { exports: z.array(realmExport).readonly() },
  },
  realm_export_consent: {
    receivedBy: 'The administrators of the organization.',
    fields: { user_id: z.int(), consented: z.boolean() },
  },
  invites_changed: {
    receivedBy: 'The administrators of the organization, and the user who invited.',
  },
} as const satisfies EventDeclarations
