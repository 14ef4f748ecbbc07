import { z } from 'zod'
import type { Tx } from '../../platform/db/transact.ts'
import { declareJob } from '../../platform/jobs/declare-job.ts'

/** Deletes the bytes of files from storage. */
export const DELETE_FILES = declareJob({
  queue: 'upkeep',
  name: 'delete-files',
  data: z.object({ keys: z.array(z.string()).readonly() }),
})

/** Deletes the bytes after the transaction that deletes their rows has committed. */
export function deleteFiles(tx: Tx, keys: readonly string[]): void {
  if (keys.length > 0) tx.enqueue(DELETE_FILES, { keys })
}
