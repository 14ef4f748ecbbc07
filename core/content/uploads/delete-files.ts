import { z } from 'zod'
import { declareJob } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'

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
