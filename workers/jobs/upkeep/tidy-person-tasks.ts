import { continueStalledMerges } from '../../../core/transfer/merging/upkeep.ts'
import { tidyPersonTasks } from '../../../core/transfer/person/upkeep.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes expired archives of people's data, and continues erasures and merges that no worker works on. */
export const tidyPersonTasksJob = defineJob({
  queue: 'upkeep',
  name: 'tidy-person-tasks',
  schedule: { everyMs: 3_600_000 },
  run: async ({ core, log }) => {
    const tidied = (await tidyPersonTasks(core)) + (await continueStalledMerges(core))
    if (tidied > 0)
      log.info({ tidied }, 'deleted expired archives of people, or began erasures or merges again')
  },
})
