import type { Tx } from '../../platform/db/transact.ts'

/** The job that deletes files from storage; its data is a `DeletedFiles`. */
export const DELETE_FILES = { queue: 'upkeep', name: 'delete-files' } as const

export interface DeletedFiles {
  readonly keys: readonly string[]
}

/** Enqueues the deletion of stored files. It runs after the transaction commits. */
export function deleteFiles(tx: Tx, keys: readonly string[]): void {
  const files: DeletedFiles = { keys }
  if (keys.length > 0) tx.enqueue(DELETE_FILES.queue, DELETE_FILES.name, files)
}
