import { announceHistory } from '../../core/transfer/history/announce.ts'
import { ANNOUNCE_HISTORY } from '../../core/transfer/history/jobs.ts'
import { defineJob } from '../running/define-job.ts'

/** Tells the owner of an imported organization that its history is there. */
export const announceHistoryJob = defineJob({
  ...ANNOUNCE_HISTORY,
  retry: { attempts: 8 },
  run: ({ core, data }) => announceHistory(core, data),
})
