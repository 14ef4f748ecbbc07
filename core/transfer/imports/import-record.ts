import { checkRealmAddress } from '../../organization/settings/create.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import { type Archive, ArchiveError } from './archive.ts'
import type { RealmImport } from './entities.ts'
import type { Plan } from './steps.ts'

const FIND = statement(
  'import.find',
  `SELECT realm_id AS "realmId", fingerprint, subdomain, custom_host AS "customHost", secret, steps_done AS "stepsDone"
   FROM realm_import WHERE split_part(fingerprint, ' ', 1) = $1`, // the table has few rows
)
const FIND_MARKED = statement(
  'import.find-marked',
  `SELECT realm_id AS "realmId" FROM realm_import WHERE split_part(split_part(fingerprint, ' ', 1), '.', 2) = $1`,
)
const RENAME = statement(
  'import.rename',
  'UPDATE realm_import SET subdomain = $2, custom_host = $3 WHERE realm_id = $1',
)

/** An import that is not complete, with the address that the organization gets. */
export type ImportRecord = Columns<
  typeof RealmImport,
  'realmId' | 'fingerprint' | 'subdomain' | 'customHost' | 'secret' | 'stepsDone'
>

/** The address of an imported organization. */
export type RealmAddress = Pick<ImportRecord, 'subdomain' | 'customHost'>

/** The address that the caller wants for the imported organization. An absent part keeps its value. */
export interface ImportAddress {
  readonly subdomain?: string
  readonly customHost?: string
}

/** Another process works on the import at this moment. */
export class ImportBusy extends ArchiveError {}

/**
 * An archive with the mark of its import. Imports of the same archive with different marks are independent;
 * without a mark, an archive has one import.
 */
export interface MarkedArchive {
  readonly archive: Archive
  readonly mark: string | undefined
}

/** The part of `RealmImport.fingerprint` that does not depend on the steps. */
export const keyOf = ({ archive, mark }: MarkedArchive): string =>
  mark === undefined ? archive.fingerprint : `${archive.fingerprint}.${mark}`

/** The value of `RealmImport.fingerprint` for an archive whose import has these steps. */
export const fingerprintOf = (marked: MarkedArchive, { order }: Plan): string => `${keyOf(marked)} ${order}`

/**
 * Finds the interrupted import of an archive; undefined when there is none. Its steps may have another order
 * than now.
 */
export async function findImport(sql: Sql, marked: MarkedArchive): Promise<ImportRecord | undefined> {
  const [found] = await sql.run<ImportRecord>(FIND, [keyOf(marked)])
  return found
}

/** Finds the organization of an interrupted import by its mark; undefined when there is none. */
export async function findMarkedImport(sql: Sql, mark: string): Promise<ImportRecord['realmId'] | undefined> {
  const [found] = await sql.run<Pick<ImportRecord, 'realmId'>>(FIND_MARKED, [mark])
  return found?.realmId
}

/**
 * Changes the address of an interrupted import, when one is given. Throws `ApiError` when it is malformed or
 * taken.
 */
export async function changeAddress(
  core: Core,
  record: ImportRecord,
  address: ImportAddress,
): Promise<ImportRecord> {
  if (address.subdomain === undefined && address.customHost === undefined) return record
  const { subdomain, customHost } = await checkRealmAddress(core, {
    subdomain: address.subdomain ?? record.subdomain,
    customHost: address.customHost ?? record.customHost,
  })
  await core.db.run(RENAME, [record.realmId, subdomain, customHost])
  return { ...record, subdomain, customHost }
}

/** Returns the address that a new import gets. Throws `ApiError` when it is malformed or taken. */
export async function checkAddress(
  core: Core,
  archive: Archive,
  { subdomain = archive.manifest.realm.subdomain, customHost }: ImportAddress,
): Promise<RealmAddress> {
  return checkRealmAddress(core, { subdomain, customHost: customHost ?? null })
}
