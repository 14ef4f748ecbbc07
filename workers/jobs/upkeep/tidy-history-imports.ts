import { tidyHistoryImports } from '../../../core/transfer/history/upkeep.ts'
import { defineJob } from '../../running/define-job.ts'

/** Cancels imports of histories that nobody continues, and continues those that no worker works on. */
export const tidyHistoryImportsJob = defineJob({
  queue: 'upkeep',
  name: 'tidy-history-imports',
  schedule: { everyMs: 3_600_000 },
  run: async ({ core, log }) => {
    const tidied = await tidyHistoryImports(core)
    if (tidied > 0) log.info({ tidied }, 'cancelled imports of histories, or began their work again')
  },
})
