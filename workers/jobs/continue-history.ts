import { join } from 'node:path'
import { CONTINUE_HISTORY } from '../../core/transfer/history/jobs.ts'
import { continueHistory } from '../../core/transfer/history/run.ts'
import { pictureMaker } from '../../storage/images/picture-maker.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineJob } from '../running/define-job.ts'

/** Checks or imports an archive that an owner has uploaded. It continues after a crash. */
export const continueHistoryJob = (storage: Storage, dataDir: string) =>
  defineJob({
    ...CONTINUE_HISTORY,
    retry: { attempts: 8 },
    timeoutMs: 24 * 3600_000,
    run: ({ core, data, isLastAttempt, signal }) =>
      continueHistory(
        core,
        data,
        {
          folder: join(dataDir, 'imports'),
          pictures: pictureMaker(),
          get: (key) => storage.get(key),
          put: (key, bytes) => storage.put(key, bytes),
          signal,
        },
        isLastAttempt,
      ),
  })
