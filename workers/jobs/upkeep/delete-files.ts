import { DELETE_FILES } from '../../../core/content/uploads/delete-files.ts'
import type { Storage } from '../../../storage/storage.ts'
import { defineJob } from '../../running/define-job.ts'

/** Deletes the bytes of files whose rows are deleted. */
export const deleteFilesJob = (storage: Storage) =>
  defineJob({
    ...DELETE_FILES,
    retry: { attempts: 8 },
    run: ({ data: { keys } }) => storage.delete(keys),
  })
