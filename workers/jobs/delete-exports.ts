import { deleteOldExports } from '../../core/transfer/exports/delete.ts'
import type { JobDeclaration } from '../job.ts'

/** Deletes exports whose time is over, and gives up those that nobody writes any more. */
export const deleteExportsJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'delete-exports',
  every: 3_600_000,
  attempts: 1, // the next hour tries again
  run: async (core, _data, log) => {
    const deleted = await deleteOldExports(core)
    if (deleted > 0) log.info({ deleted }, 'deleted exports')
  },
}
