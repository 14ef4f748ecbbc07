import { deleteOldExports } from '../../../core/transfer/exports/delete.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes expired exports, and marks exports as failed that no worker writes any longer. */
export const deleteExportsJob = defineJob({
  queue: 'upkeep',
  name: 'delete-exports',
  schedule: { everyMs: 3_600_000 },
  run: async ({ core, log }) => {
    const deleted = await deleteOldExports(core)
    if (deleted > 0) log.info({ deleted }, 'deleted expired exports')
  },
})
