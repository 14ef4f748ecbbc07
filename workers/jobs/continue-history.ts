import { join } from 'node:path'
import type { Config } from '../../config/environment.ts'
import { CONTINUE_HISTORY } from '../../core/transfer/history/jobs.ts'
import { continueHistory } from '../../core/transfer/history/run.ts'
import { ThreadedCheck } from '../../core/transfer/imports/threaded-check.ts'
import type { Storage } from '../../storage/storage.ts'
import { archiveReader, type ReaderOptions } from '../archives/archive-reader.ts'
import { defineJob } from '../running/define-job.ts'

/** Threads run compiled modules only. */
const IS_COMPILED = import.meta.url.endsWith('.js')

/** Checks or imports an archive that an owner has uploaded. It continues after a crash. */
export const continueHistoryJob = (
  storage: Storage,
  { dataDir, realmUploadQuotaMib }: Pick<Config, 'dataDir' | 'realmUploadQuotaMib'>,
  reading: ReaderOptions = {},
) =>
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
          read: archiveReader(reading),
          beginCheck: IS_COMPILED ? (path) => new ThreadedCheck(path) : undefined,
          space: { quotaMib: realmUploadQuotaMib, room: () => storage.room() },
          get: (key) => storage.get(key),
          put: (key, bytes) => storage.put(key, bytes),
          signal,
        },
        isLastAttempt,
      ),
  })
