import { ERASE_PERSON } from '../../core/transfer/person/jobs.ts'
import { runErasure } from '../../core/transfer/person/run-erasure.ts'
import { defineJob } from '../running/define-job.ts'

/** Deletes the files and messages of an erased person. It continues after a crash. */
export const erasePersonJob = defineJob({
  ...ERASE_PERSON,
  retry: { attempts: 8 },
  timeoutMs: 12 * 3600_000,
  run: ({ core, data, isLastAttempt }) => runErasure(core, data, isLastAttempt),
})
