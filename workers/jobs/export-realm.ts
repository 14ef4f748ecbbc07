import { EXPORT, type ExportJob } from '../../core/transfer/exports/request.ts'
import { runExport } from '../../core/transfer/exports/run.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import type { Storage } from '../../storage/storage.ts'
import type { JobDeclaration } from '../job.ts'

/** Writes an organization's export to the store. After a crash it begins anew. */
export const exportRealmJob = (storage: Storage): JobDeclaration => ({
  ...EXPORT,
  attempts: 8,
  timeout: 12 * 3600_000,
  run: (core, data, _log, { isLast, report }) =>
    runExport(
      core,
      data as ExportJob,
      {
        put: (key, bytes) => storage.put(key, bytes),
        open: (key) => openIfExists(storage, key),
      },
      { isLast, onProgress: (progress) => report?.(progress) },
    ),
})
