import type { StorageFailure } from './storage.ts'

/** Codes for a full disk or an exhausted disk quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** Codes for a read-only or failing disk. */
const BROKEN = new Set(['EIO', 'EROFS'])

/** Classifies an error of a system call as a storage failure; undefined when the disk is not the cause. */
export function diskFailureOf(error: unknown): Exclude<StorageFailure, 'missing'> | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return undefined
  if (FULL.has(code)) return 'full'
  return BROKEN.has(code) ? 'unavailable' : undefined
}
