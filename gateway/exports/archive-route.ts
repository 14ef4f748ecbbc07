import { TEMPORARY_URL_SECONDS } from '../../config/limits.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { findArchive } from '../../core/transfer/exports/export.ts'
import { findPersonArchive } from '../../core/transfer/person/list.ts'
import { type RawRoute, rawRoute } from '../http/raw-route.ts'
import type { Header } from '../http/reply/headers.ts'
import { plainFailure, plainNotFound, redirect } from '../http/reply/reply.ts'
import type { Services } from '../services.ts'

const NAME = /^[0-9a-f]{48}\.zip$/

/**
 * Serves the archives of exports to everybody with the address, because browsers and download managers have
 * no API key to send. Only administrators learn the address, and nobody can guess it. It is valid until the
 * export is deleted, or an administrator loses the role or the account.
 */
export function archiveRoute({ core, storage }: Pick<Services, 'core' | 'storage'>): RawRoute {
  return rawRoute({
    method: 'GET',
    pattern: '/user_exports/:realm/:name',
    access: 'unidentified',
    limit: { counts: 'requests', work: 'Two queries by an index; a file for a name that cannot be guessed.' },
    renderError: plainFailure,
    handle: async ({ path: [realm, name = ''] }) => {
      const realmId = Number(realm)
      const isValid = Number.isInteger(realmId) && realmId > 0 && realmId < 2 ** 31 && NAME.test(name)
      const archive = isValid
        ? await core.db.readEntities(
            async (em) =>
              (await findArchive(em, realmId as RealmId, name)) ??
              findPersonArchive(em, realmId as RealmId, name),
          )
        : undefined
      if (archive === undefined) return plainNotFound()
      const presentation = {
        contentType: 'application/zip',
        contentDisposition: `attachment; filename="export-${name.slice(0, 8)}.zip"`,
      }
      if (storage.presign !== undefined) {
        const location = await storage.presign(archive.storageKey, TEMPORARY_URL_SECONDS, presentation)
        return redirect(location, 'no-store')
      }
      const headers: Header[] = [
        ['Content-Type', presentation.contentType],
        ['Content-Disposition', presentation.contentDisposition],
        ['X-Content-Type-Options', 'nosniff'],
        ['Cache-Control', 'private, no-store'],
        ['Referrer-Policy', 'no-referrer'],
      ]
      return {
        status: '200 OK',
        headers,
        length: archive.size,
        stream: await storage.get(archive.storageKey),
      }
    },
  })
}
