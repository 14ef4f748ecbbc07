import { MERGE_ACCOUNTS } from '../../core/transfer/merging/jobs.ts'
import { runMerge } from '../../core/transfer/merging/run.ts'
import { defineJob } from '../running/define-job.ts'

/** Gives the rows of one account to another one of the same person. It continues after a crash. */
export const mergeAccountsJob = defineJob({
  ...MERGE_ACCOUNTS,
  retry: { attempts: 8 },
  timeoutMs: 12 * 3600_000,
  run: ({ core, data, isLastAttempt }) => runMerge(core, data, isLastAttempt),
})
