import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import { PART } from '../imports/from/fetching/downloads.ts'
import type { Attempt } from './attempt.ts'

const FOLDER = /^history-(\d{1,9})-\d{1,9}-/

const CURRENT = statement(
  'history.current',
  // history_import_pkey
  `SELECT id FROM history_import WHERE id = ANY ($1::int[]) AND status IN ('checking', 'importing')`,
)

/** In the folder of an attempt: files of the former server. */
const FETCHED = 'fetched'

export const fetchedIn = (folder: string): string => join(folder, FETCHED)

/**
 * Runs `use` with a folder of the attempt, which has the files that former attempts on this machine have
 * fetched, and nothing else. Deletes it afterwards. After a failure those files stay for the next attempt.
 */
export async function inFolder<T>(
  parent: string,
  { id, attempt }: Attempt,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(parent, { recursive: true })
  const formers = await foldersIn(parent, id)
  const folder = await mkdtemp(join(parent, `history-${id}-${attempt}-`))
  for (const { name } of formers) {
    await takeFetched(join(parent, name), folder)
    await rm(join(parent, name), { recursive: true, force: true })
  }
  let isDone = false
  try {
    const result = await use(folder)
    isDone = true
    return result
  } finally {
    for (const name of await readdir(folder)) {
      if (isDone || name !== FETCHED) await rm(join(folder, name), { recursive: true, force: true })
    }
    // It stays when it has fetched files.
    await rmdir(folder).catch(() => undefined)
  }
}

/** Moves the whole files that a former attempt has fetched. A process of it that still runs changes none. */
async function takeFetched(former: string, folder: string): Promise<void> {
  for (const name of await readdir(fetchedIn(former)).catch(() => [])) {
    if (name.endsWith(PART)) continue
    await mkdir(fetchedIn(folder), { recursive: true })
    await rename(join(fetchedIn(former), name), join(fetchedIn(folder), name))
  }
}

/** Deletes the folders of an import. */
export async function removeFolders(parent: string, { id }: Attempt): Promise<void> {
  for (const { name } of await foldersIn(parent, id))
    await rm(join(parent, name), { recursive: true, force: true })
}

/** Deletes the folders of imports that have ended without doing so, because their process was killed. */
export async function removeAbandonedFolders(core: Core, parent: string): Promise<void> {
  const found = await foldersIn(parent)
  if (found.length === 0) return
  const rows = await core.db.run<Pick<Attempt, 'id'>>(CURRENT, [found.map(({ id }) => id)])
  const current = new Set(rows.map(({ id }) => id))
  for (const { name, id } of found) {
    if (!current.has(id)) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** The folders of attempts, or of those of one import. */
async function foldersIn(parent: string, of?: number) {
  const names = await readdir(parent).catch(() => [])
  return names.flatMap((name) => {
    const id = Number(FOLDER.exec(name)?.[1] ?? Number.NaN)
    return id === (of ?? id) ? [{ name, id }] : []
  })
}
