import { z } from 'zod'
import { CHECKED_ARCHIVE_HOURS, MAX_HISTORY_TOKEN_LENGTH } from '../../../config/limits.ts'
import { languageFor } from '../../../core/platform/text/languages.ts'
import { historyImport } from '../../../core/state/wire/history-import.ts'
import { contentOf } from '../../../core/transfer/history/empty.ts'
import {
  historyNotChecked,
  noHistoryImport,
  organizationNotEmpty,
} from '../../../core/transfer/history/errors.ts'
import { cancelHistoryImport, startHistoryImport } from '../../../core/transfer/history/request.ts'
import { newestHistoryImport } from '../../../core/transfer/history/show.ts'
import { keepHistoryToken } from '../../../core/transfer/history/token.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, path } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

const IMPORT_ID = path(id(), { description: 'The id of the import.', example: 5 })
const NOT_EMPTY = when(
  'Other people have joined, or people have written, so that the organization is not new any more.',
  organizationNotEmpty('people'),
)

/** Imports of a history by the owner of a new organization. */
export function historyImportRoutes({ core, config }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/realm/history_imports/newest',
      access: 'owner',
      summary: 'Get how far the import of a history is',
      description:
        'An owner of a new, empty organization brings the history of another product or server: upload the archive by the tus protocol to `/api/v1/tus/history`, wait until its status is `checked`, and start the import. There are no events about it: ask again every few seconds. When the import is done, the imported organization has the address, and everybody logs in again.',
      response: {
        history_import: historyImport.nullable().describe('The newest import; null when there was none.'),
        content: z
          .enum(['people', 'messages'])
          .nullable()
          .describe('What the organization has that a history would replace; null when it is empty.'),
        max_archive_gib: z.int().describe('GiB that an archive may have.'),
      },
      handler: async ({ realm, caller }) => ({
        history_import: await newestHistoryImport(
          core.db,
          realm,
          languageFor(caller.user.settings.default_language) ?? 'en',
        ),
        content: (await contentOf(core.db, realm)) ?? null,
        max_archive_gib: config.maxHistoryArchiveGib,
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/history_imports/{import_id}/start',
      access: 'owner',
      summary: 'Replace the empty organization by the one of a checked archive',
      description: `The empty organization is replaced by the imported one, which keeps its name, its address and its ways to log in. The caller becomes the person of the archive with the same e-mail address, or an owner beside them. A checked archive waits for ${CHECKED_ARCHIVE_HOURS} hours.`,
      params: { import_id: IMPORT_ID },
      errors: [
        when('The archive is not checked yet, or its import has begun or ended.', historyNotChecked()),
        NOT_EMPTY,
      ],
      handler: ({ caller, params }) => startHistoryImport(caller, params.import_id),
    }),
    endpoint({
      method: 'PUT',
      path: '/realm/history_imports/{import_id}/token',
      access: 'owner',
      summary: 'Store a token with which the files of an archive are fetched',
      description:
        'Possible while the archive is being uploaded, before its last bytes. Archives of Slack name their files, avatars and emoji; with a token of an app of the workspace (scopes `files:read` and `emoji:read`) the check fetches them. The token of the export (`xoxe-…`), which is in the addresses of its files, fetches files and avatars. The token is stored encrypted, is never returned, and is deleted when the check or the upload ends.',
      params: {
        import_id: IMPORT_ID,
        token: form(
          z
            .string()
            .max(MAX_HISTORY_TOKEN_LENGTH)
            .regex(/^[\x21-\x7e]+$/),
          {
            description: 'The token.',
            example: 'xoxp-1234',
          },
        ),
      },
      errors: [when('There is no upload with this id that still goes on.', noHistoryImport())],
      handler: ({ caller, params }) => keepHistoryToken(caller, params.import_id, params.token),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/history_imports/{import_id}',
      access: 'owner',
      summary: 'Delete an import of a history that is not done',
      description:
        'Possible in every state before the import is done. The archive and everything imported are deleted.',
      params: { import_id: IMPORT_ID },
      errors: [when('There is no unfinished import with this id.', noHistoryImport())],
      handler: ({ caller, params }) => cancelHistoryImport(caller, params.import_id),
    }),
  ] as const
}
