import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import type { Attempt } from './attempt.ts'

const FOLDER = /^history-(\d{1,9})-(\d{1,9})-/

const CURRENT = statement(
  'history.current',
  // history_import_pkey
  `SELECT id, attempt FROM history_import WHERE id = ANY ($1::int[]) AND status IN ('checking', 'importing')`,
)

/** Runs `use` with an empty folder of the attempt, which is deleted afterwards. */
export async function inFolder<T>(
  parent: string,
  { id, attempt }: Attempt,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, `history-${id}-${attempt}-`))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the folders of attempts that have ended without doing so, because their process was killed. */
export async function removeAbandonedFolders(core: Core, parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const found = names.flatMap((name) => {
    const [, id, attempt] = FOLDER.exec(name) ?? []
    return id === undefined ? [] : [{ name, id: Number(id), attempt: Number(attempt) }]
  })
  if (found.length === 0) return
  const rows = await core.db.run<Pick<Attempt, 'id' | 'attempt'>>(CURRENT, [found.map(({ id }) => id)])
  const current = new Map(rows.map(({ id, attempt }) => [id, attempt]))
  for (const { name, id, attempt } of found) {
    if (current.get(id) !== attempt) await rm(join(parent, name), { recursive: true, force: true })
  }
}
