import { z } from 'zod'
import { realmExport } from '../../core/state/wire/export.ts'
import { exportConsents } from '../../core/transfer/exports/consents.ts'
import { deleteExport } from '../../core/transfer/exports/delete.ts'
import {
  exportAlreadyDeleted,
  exportFailed,
  exportInProgress,
  exportTooLarge,
  noOwnerConsents,
  noOwnerIsKnown,
  noSuchExport,
  tooManyExports,
} from '../../core/transfer/exports/errors.ts'
import { ExportType, listExports } from '../../core/transfer/exports/export.ts'
import { requestExport } from '../../core/transfer/exports/request.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, json, path } from '../http/parameter.ts'
import type { Services } from '../services.ts'

/** Exports by administrators. An organization that is too large for them must be exported by the server's operator. */
export function exportRoutes({ core, config }: Services) {
  const { rootUrl } = config
  const contact = config.mailFrom ?? "the server's operator"
  return [
    endpoint({
      method: 'GET',
      path: '/export/realm',
      access: 'administrator',
      summary: "Get the organization's exports",
      response: { exports: z.array(realmExport) },
      handler: async ({ realm }) => ({ exports: await listExports(core.db, realm, rootUrl) }),
    }),
    endpoint({
      method: 'POST',
      path: '/export/realm',
      access: 'administrator',
      summary: 'Export the public data of the organization, or also the private data of users who consent',
      params: {
        export_type: json(z.literal([ExportType.public, ExportType.consent]).default(ExportType.public)),
      },
      response: { id: z.int() },
      errors: [
        tooManyExports(),
        exportTooLarge('noreply@example.com'),
        noOwnerConsents('noreply@example.com'),
        noOwnerIsKnown('noreply@example.com'),
      ],
      handler: async ({ caller, params }) => ({
        id: await requestExport(caller, params.export_type, contact),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/export/realm/{export_id}',
      access: 'administrator',
      summary: 'Delete an export before it expires',
      params: { export_id: path(id()) },
      errors: [noSuchExport(), exportAlreadyDeleted(), exportFailed(), exportInProgress()],
      handler: ({ caller, params }) => deleteExport(caller, params.export_id),
    }),
    endpoint({
      method: 'GET',
      path: '/export/realm/consents',
      access: 'administrator',
      summary: 'Get whether each user consents to the export of private data',
      response: { export_consents: z.array(z.object({ user_id: z.int(), consented: z.boolean() })) },
      handler: async ({ realm }) => {
        return { export_consents: exportConsents(realm) }
      },
    }),
  ] as const
}
