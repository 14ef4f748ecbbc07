import { MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH, MAX_CHANNEL_FOLDER_NAME_LENGTH } from '../../config/limits.ts'
import { markdownContext } from '../content/markdown/realm-context.ts'
import { render } from '../content/markdown/render.ts'
import { type Sql, statement } from '../platform/db/statement.ts'
import type { Tx } from '../platform/db/transact.ts'
import { invalidOrderMapping, tooLong } from '../platform/errors.ts'
import { toRealm } from '../platform/events/audience.ts'
import type { ChannelFolderId, RealmId } from '../platform/ids.ts'
import type { Caller } from '../state/caller.ts'
import { requireAdministrator } from '../state/realm/permissions.ts'
import type { RealmView } from '../state/realm/view.ts'
import {
  folderInUse,
  folderNameEmpty,
  folderNameInUse,
  invalidCharacterInFolderName,
  invalidFolderId,
} from './errors.ts'

/** A folder of channels as it is stored and as clients see it. */
export interface ChannelFolder {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly rendered_description: string
  /** Unix seconds. */
  readonly date_created: number
  readonly creator_id: number | null
  readonly order: number
  readonly is_archived: boolean
}

const COLUMNS = `id, name, description, rendered_description, creator_id, "order", is_archived,
  floor(extract(epoch FROM created_at))::int8 AS date_created`

const OF_REALM = statement(
  'channel-folder.of-realm',
  `SELECT ${COLUMNS} FROM channel_folder WHERE realm_id = $1 ORDER BY "order", id`,
)
const CREATE = statement(
  'channel-folder.create',
  `INSERT INTO channel_folder (realm_id, name, description, rendered_description, creator_id, "order")
   VALUES ($1, $2, $3, $4, $5, (SELECT coalesce(max("order") + 1, 0) FROM channel_folder WHERE realm_id = $1))
   RETURNING ${COLUMNS}`,
)
const STORE = statement(
  'channel-folder.store',
  'UPDATE channel_folder SET name = $2, description = $3, rendered_description = $4, is_archived = $5 WHERE id = $1',
)
const ORDER = statement(
  'channel-folder.order',
  `UPDATE channel_folder f SET "order" = o.n - 1 FROM unnest($2::int[]) WITH ORDINALITY AS o (id, n)
   WHERE f.realm_id = $1 AND f.id = o.id`,
)
const IN_USE = statement(
  'channel-folder.in-use',
  'SELECT FROM channel WHERE realm_id = $1 AND folder_id = $2 AND NOT is_archived LIMIT 1', // channel_realm
)

/** All folders of an organization in their order, including archived ones. One query. */
export const foldersOf = (sql: Sql, realm: RealmId): Promise<ChannelFolder[]> =>
  sql.run<ChannelFolder>(OF_REALM, [realm])

/** Throws unless the folder exists and is not archived. */
export async function checkFolder(sql: Sql, realm: RealmView, id: number): Promise<void> {
  const folder = findFolder(await foldersOf(sql, realm.record.id), id)
  if (folder.is_archived) throw invalidFolderId()
}

function findFolder(folders: readonly ChannelFolder[], id: number): ChannelFolder {
  const folder = folders.find((one) => one.id === id)
  if (folder === undefined) throw invalidFolderId()
  return folder
}

export interface GivenFolder {
  readonly name?: string
  readonly description?: string
  readonly isArchived?: boolean
}

/**
 * Creates a folder after all others and emits it. Throws unless the caller is an administrator, and when the
 * name is empty, too long or in use.
 */
export async function createFolder(
  caller: Caller,
  given: { readonly name: string; readonly description: string },
): Promise<ChannelFolderId> {
  const { core, realm } = caller
  const described = describe(caller, given.description)
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const name = checkName(await foldersOf(tx, realm.id), given.name)
    const values = [realm.id, name, described.description, described.rendered_description, actor.id]
    const [folder] = await tx.run<ChannelFolder>(CREATE, values)
    tx.emit({ type: 'channel_folder', op: 'add', channel_folder: folder! }, toRealm)
    return folder!.id as ChannelFolderId
  })
}

/**
 * Changes a folder and emits what is different. Throws unless the caller is an administrator, when there is
 * no such folder, when the name is invalid or in use, and when a folder with channels is to be archived.
 */
export async function changeFolder(caller: Caller, id: ChannelFolderId, given: GivenFolder): Promise<void> {
  const { core, realm } = caller
  const described = given.description === undefined ? {} : describe(caller, given.description)
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const folders = await foldersOf(tx, realm.id)
    const folder = findFolder(folders, id)
    const others = folders.filter((other) => other.id !== id)
    const is_archived = given.isArchived ?? folder.is_archived
    const name =
      given.name === undefined && is_archived === folder.is_archived
        ? folder.name
        : is_archived
          ? (given.name?.trim() ?? folder.name)
          : checkName(others, given.name ?? folder.name)
    if (is_archived && !folder.is_archived) await checkIsUnused(tx, id)
    const wanted = { name, ...described, is_archived }
    const data = Object.fromEntries(
      Object.entries(wanted).filter(([key, value]) => folder[key as keyof ChannelFolder] !== value),
    )
    if (Object.keys(data).length === 0) return
    const { description, rendered_description } = { ...folder, ...wanted }
    await tx.run(STORE, [id, name, description, rendered_description, is_archived])
    tx.emit({ type: 'channel_folder', op: 'update', channel_folder_id: id, data }, toRealm)
  })
}

/**
 * Reorders the folders and emits the order. Throws unless the caller is an administrator, and unless every
 * folder is named exactly once.
 */
export async function orderFolders(caller: Caller, order: readonly number[]): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const folders = await foldersOf(tx, realm.id)
    const ids = new Set(order)
    if (ids.size !== order.length || ids.size !== folders.length || !folders.every(({ id }) => ids.has(id))) {
      throw invalidOrderMapping()
    }
    await tx.run(ORDER, [realm.id, order])
    tx.emit({ type: 'channel_folder', op: 'reorder', order }, toRealm)
  })
}

async function checkIsUnused(tx: Tx, id: ChannelFolderId): Promise<void> {
  if ((await tx.run(IN_USE, [tx.realm, id])).length === 0) return
  throw folderInUse()
}

/**
 * Returns the name as it will be stored. Throws when it is invalid, and when an active folder has it,
 * compared without case.
 */
function checkName(others: readonly ChannelFolder[], given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw folderNameEmpty()
  if ([...name].length > MAX_CHANNEL_FOLDER_NAME_LENGTH) {
    throw tooLong('name', MAX_CHANNEL_FOLDER_NAME_LENGTH)
  }
  const bad = [...name].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
  if (bad >= 0) throw invalidCharacterInFolderName(bad + 1)
  const isTaken = (other: ChannelFolder) =>
    !other.is_archived && other.name.toLowerCase() === name.toLowerCase()
  if (others.some(isTaken)) throw folderNameInUse()
  return name
}

function describe({ core, realm, user }: Caller, given: string) {
  const description = given.replace(/\s*[\r\n]+\s*/g, ' ').trim()
  if ([...description].length > MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH) {
    throw tooLong('description', MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH)
  }
  const context = markdownContext(realm, user, core.options.rootUrl)
  return {
    description,
    rendered_description: description === '' ? '' : render(description, context).html,
  }
}
