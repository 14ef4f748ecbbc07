import {
  MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
  MAX_CHANNEL_FOLDER_NAME_LENGTH,
  MAX_CHANNEL_FOLDERS,
} from '../../../config/limits.ts'
import { render } from '../../content/markdown/render.ts'
import { markdownContext } from '../../content/messages/realm-context.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import { invalidOrderMapping, tooLong } from '../../platform/errors.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { ChannelFolderId, RealmId, UserId } from '../../platform/ids.ts'
import { invisibleAt, lookOf } from '../../platform/text/invisible-characters.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import { compared, comparedLists, type Description, named } from '../../state/audit/compare.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import { Channel } from '../../state/channels/entities.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { ChannelFolder as FolderEntity } from '../entities.ts'
import {
  folderInUse,
  folderNameEmpty,
  folderNameInUse,
  invalidCharacterInFolderName,
  invalidFolderId,
  tooManyFolders,
} from '../errors.ts'

/** A folder of channels as clients see it. */
export interface ChannelFolder {
  readonly id: ChannelFolderId
  readonly name: string
  readonly description: string
  readonly rendered_description: string
  /** Unix seconds. */
  readonly date_created: number
  readonly creator_id: UserId | null
  readonly order: number
  readonly is_archived: boolean
}

/**
 * The columns of a folder that clients see. `createdAt` is text from a statement and a date from the
 * EntityManager.
 */
type FolderRow = Columns<
  typeof FolderEntity,
  'id' | 'name' | 'description' | 'renderedDescription' | 'order' | 'isArchived'
> & { readonly createdAt: Date | string; readonly creatorId?: UserId | null }

export const FOLDERS_OF_REALM = statement(
  'channel-folder.of-realm',
  `SELECT id, name, description, rendered_description AS "renderedDescription", created_at AS "createdAt",
     creator_id AS "creatorId", "order", is_archived AS "isArchived"
   FROM channel_folder WHERE realm_id = $1 ORDER BY "order", id`,
)

/** All folders of an organization in their order, including archived ones. One query. */
export const foldersOf = async (sql: Sql, realm: RealmId): Promise<ChannelFolder[]> =>
  (await sql.run<FolderRow>(FOLDERS_OF_REALM, [realm])).map(shownFolder)

const shownFolder = (row: FolderRow): ChannelFolder => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rendered_description: row.renderedDescription,
  date_created: unixSeconds(row.createdAt),
  creator_id: row.creatorId ?? null,
  order: row.order,
  is_archived: row.isArchived,
})

/** Throws unless the folder exists and is not archived. */
export async function checkFolder(sql: Sql, realm: RealmView, id: number): Promise<void> {
  const folder = findFolder(await foldersOf(sql, realm.record.id), id)
  if (folder.is_archived) throw invalidFolderId()
}

function findFolder(folders: readonly ChannelFolder[], id: number): ChannelFolder {
  const folder = folders.find((candidate) => candidate.id === id)
  if (folder === undefined) throw invalidFolderId()
  return folder
}

/** A folder in the audit log. */
const FOLDER: Description<ChannelFolder> = {
  kind: 'channel_folder',
  id: ({ id }) => id,
  name: ({ name }) => name,
  properties: named({
    id: null,
    name: 'name',
    description: 'description',
    rendered_description: null,
    date_created: null,
    creator_id: null,
    order: null,
    is_archived: 'is_archived',
  }),
}

export interface GivenFolder {
  readonly name?: string
  readonly description?: string
  readonly isArchived?: boolean
}

/**
 * Creates a folder after all others and emits it. Throws unless the caller is an administrator, and when the
 * name is empty, too long or in use. Throws `tooManyFolders`.
 */
export async function createFolder(
  caller: Caller,
  given: { readonly name: string; readonly description: string },
): Promise<ChannelFolderId> {
  const { core, realm } = caller
  const described = describe(caller, given.description)
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const folders = await foldersOf(tx, realm.id)
    if (folders.length >= MAX_CHANNEL_FOLDERS) throw tooManyFolders(MAX_CHANNEL_FOLDERS)
    const folder = tx.em.create(FolderEntity, {
      realmId: realm.id,
      name: checkFree(folders, checkFolderName(given.name)),
      description: described.description,
      renderedDescription: described.rendered_description,
      creatorId: actor.id,
      order: (folders.at(-1)?.order ?? -1) + 1,
    })
    await tx.em.flush()
    const shown = shownFolder(folder)
    await growList(tx, realm, actor.id, 'channelFolders', growthBy(folders, [shown]))
    writeAudit(tx, actor.id, compared(FOLDER, undefined, shown))
    tx.emit({ type: 'channel_folder', op: 'add', channel_folder: shown }, toRealm)
    return folder.id
  })
}

/**
 * Changes a folder and emits the changed fields. Throws unless the caller is an administrator, when there is
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
    const name = given.name === undefined ? folder.name : checkFolderName(given.name)
    const mayMeetOthers = given.name !== undefined || folder.is_archived
    if (mayMeetOthers && !is_archived) checkFree(others, name)
    if (is_archived && !folder.is_archived) await checkIsUnused(tx, id)
    const wanted = { name, ...described, is_archived }
    const data = Object.fromEntries(
      Object.entries(wanted).filter(([key, value]) => folder[key as keyof ChannelFolder] !== value),
    )
    if (Object.keys(data).length === 0) return
    const changed = { ...folder, ...wanted }
    await growList(tx, realm, actor.id, 'channelFolders', growthBy(folders, [changed], [folder]))
    const { description, rendered_description: renderedDescription } = changed
    const row = { name, description, renderedDescription, isArchived: is_archived }
    await tx.em.nativeUpdate(FolderEntity, { id }, row)
    writeAudit(tx, actor.id, compared(FOLDER, folder, changed))
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
    for (const [index, id] of order.entries()) {
      tx.em.getReference(FolderEntity, id as ChannelFolderId).order = index
    }
    const reordered = [...folders].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    writeAudit(tx, actor.id, comparedLists(FOLDER, folders, reordered))
    tx.emit({ type: 'channel_folder', op: 'reorder', order }, toRealm)
  })
}

async function checkIsUnused(tx: Tx, id: ChannelFolderId): Promise<void> {
  const channels = await tx.em.count(Channel, { realmId: tx.realm, folderId: id, isArchived: false })
  if (channels > 0) throw folderInUse()
}

/** Returns the name as it will be stored. Throws when it is invalid. */
export function checkFolderName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') throw folderNameEmpty()
  if ([...name].length > MAX_CHANNEL_FOLDER_NAME_LENGTH) {
    throw tooLong('name', MAX_CHANNEL_FOLDER_NAME_LENGTH)
  }
  const bad = invisibleAt(name)
  if (bad !== undefined) throw invalidCharacterInFolderName(bad)
  return name
}

/** Returns the name. Throws when the name of an active folder looks the same, without case. */
function checkFree(others: readonly ChannelFolder[], name: string): string {
  const isTaken = (other: ChannelFolder) => !other.is_archived && lookOf(other.name) === lookOf(name)
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
