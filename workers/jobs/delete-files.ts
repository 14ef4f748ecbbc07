import { DELETE_FILES, type DeletedFiles } from '../../core/content/uploads/delete-files.ts'
import type { Storage } from '../../storage/storage.ts'
import type { JobDeclaration } from '../job.ts'

/** Deletes the bytes of files that the database has forgotten. */
export const deleteFilesJob = (storage: Storage): JobDeclaration => ({
  ...DELETE_FILES,
  attempts: 8,
  run: (_core, data) => storage.delete((data as DeletedFiles).keys),
})
