import { UPLOAD_LIFETIME_SECONDS } from '../../../config/limits.ts'
import type { Storage } from '../../../storage/storage.ts'
import { defineJob } from '../../running/define-job.ts'

/** Longer than a user's upload lives, and than an export may take. */
const LIFETIME_MS = (UPLOAD_LIFETIME_SECONDS + 24 * 3600) * 1000

/**
 * Aborts multipart uploads in the object store that nobody continues, because an answer of the store was
 * lost.
 */
export const abortUploadsJob = (storage: Storage) =>
  defineJob({
    queue: 'upkeep',
    name: 'abort-uploads',
    schedule: { everyMs: 6 * 3_600_000 },
    timeoutMs: 50 * 60_000,
    run: async ({ log }) => {
      const aborted = (await storage.abortUploads?.(Date.now() - LIFETIME_MS)) ?? 0
      if (aborted > 0) log.info({ aborted }, 'aborted multipart uploads that nobody continues')
    },
  })
