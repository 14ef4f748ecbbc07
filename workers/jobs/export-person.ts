import { EXPORT_PERSON } from '../../core/transfer/person/jobs.ts'
import { runPersonExport } from '../../core/transfer/person/run-export.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineJob } from '../running/define-job.ts'

/** Writes the data of a person to storage. It starts over after a crash. */
export const exportPersonJob = (storage: Storage) =>
  defineJob({
    ...EXPORT_PERSON,
    retry: { attempts: 8 },
    timeoutMs: 12 * 3600_000,
    run: ({ core, data, isLastAttempt }) =>
      runPersonExport(
        core,
        data,
        { put: (key, bytes) => storage.put(key, bytes), open: (key) => openIfExists(storage, key) },
        isLastAttempt,
      ),
  })
