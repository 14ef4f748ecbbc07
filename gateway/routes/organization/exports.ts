import { z } from 'zod'
import {
  EXPORT_LIFETIME_DAYS,
  MAX_EXPORTED_MESSAGES,
  MAX_EXPORTED_UPLOADS_GIB,
  MAX_EXPORTS_PER_DAY,
  MAX_EXPORTS_PER_WEEK,
} from '../../../config/limits.ts'
import { realmExport } from '../../../core/state/wire/export.ts'
import { exportConsents } from '../../../core/transfer/exports/consents.ts'
import { deleteExport } from '../../../core/transfer/exports/delete.ts'
import {
  exportAlreadyDeleted,
  exportFailed,
  exportInProgress,
  exportTooLarge,
  noOwnerConsents,
  noOwnerIsKnown,
  noSuchExport,
  tooManyExports,
} from '../../../core/transfer/exports/errors.ts'
import { ExportType, listExports } from '../../../core/transfer/exports/export.ts'
import { requestExport } from '../../../core/transfer/exports/request.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { id, json, path } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

/**
 * Exports by administrators. An organization that is too large for them must be exported by the server's
 * operator.
 */
export function exportRoutes({ core, config }: Services) {
  const { rootUrl } = config
  const contact = config.mailFrom ?? "the server's operator"
  return [
    endpoint({
      method: 'GET',
      path: '/export/realm',
      access: 'administrator',
      summary: "Get the organization's exports",
      description: `Finished, failed and deleted exports are listed too, up to the newest 200. \`export_url\` needs no log-in, so keep it secret; it changes when an administrator loses the role or the account. An export is deleted after ${EXPORT_LIFETIME_DAYS} days; administrators get a \`realm_export\` event of each change.`,
      response: { exports: z.array(realmExport).describe('All exports of the organization.') },
      handler: async ({ realm }) => ({
        exports: await core.db.readEntities((em) => listExports(em, realm, rootUrl)),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/export/realm',
      access: 'administrator',
      summary: 'Export the public data of the organization, or also the private data of users who consent',
      description:
        'The answer comes at once; the export is made in the background. Administrators get a `realm_export` event now and when it is finished or has failed.',
      params: {
        export_type: json(z.literal([ExportType.public, ExportType.consent]).default(ExportType.public), {
          description:
            'What to export: 1 public data, 2 also the private data of users who consent (`allow_private_data_export`).',
          example: ExportType.consent,
        }),
      },
      response: { id: z.int().describe('The id of the export.') },
      errors: [
        when(
          `The organization asked for ${MAX_EXPORTS_PER_DAY} exports in the last 24 hours, or ${MAX_EXPORTS_PER_WEEK} in the last seven days.`,
          tooManyExports(),
        ),
        when(
          `The export would have more than ${MAX_EXPORTED_MESSAGES} messages or ${MAX_EXPORTED_UPLOADS_GIB} GiB of files.`,
          exportTooLarge('noreply@example.com'),
        ),
        when('Type 2 is asked for, and no owner consents.', noOwnerConsents('noreply@example.com')),
        when(
          'Type 1 is asked for, and all owners hide their email addresses from everybody.',
          noOwnerIsKnown('noreply@example.com'),
        ),
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
      description: 'Its address stops working. Administrators get a `realm_export` event.',
      params: { export_id: path(id(), { description: 'The id of the export.', example: 5 }) },
      errors: [
        when('The export does not exist.', noSuchExport()),
        when('The export is deleted already, or has expired.', exportAlreadyDeleted()),
        when('The export failed, so there is no file.', exportFailed()),
        when('The export is not finished.', exportInProgress()),
      ],
      handler: ({ caller, params }) => deleteExport(caller, params.export_id),
    }),
    endpoint({
      method: 'GET',
      path: '/export/realm/consents',
      access: 'administrator',
      summary: 'Get whether each user consents to the export of private data',
      description:
        'Bots and deactivated users are left out. Users consent by their setting `allow_private_data_export`.',
      response: {
        export_consents: z
          .array(
            z.object({
              user_id: z.int().describe('The id of the user.'),
              consented: z.boolean().describe('Whether exports may include the private data of the user.'),
            }),
          )
          .describe('Each user with what the user decided.'),
      },
      handler: async ({ realm }) => {
        return { export_consents: exportConsents(realm) }
      },
    }),
  ] as const
}
