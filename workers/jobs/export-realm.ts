import { EXPORT_REALM } from '../../core/transfer/exports/request.ts'
import { runExport } from '../../core/transfer/exports/run.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineJob } from '../running/define-job.ts'

/** Writes the export of an organization to storage. It starts over after a crash. */
export const exportRealmJob = (storage: Storage) =>
  defineJob({
    ...EXPORT_REALM,
    retry: { attempts: 8 },
    timeoutMs: 12 * 3600_000,
    run: ({ core, data, isLastAttempt, reportProgress }) =>
      runExport(
        core,
        data,
        {
          put: (key, bytes) => storage.put(key, bytes),
          open: (key) => openIfExists(storage, key),
        },
        { isLast: isLastAttempt, onProgress: (progress) => reportProgress?.(progress) },
      ),
  })
