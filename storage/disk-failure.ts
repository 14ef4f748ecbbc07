import type { StorageFailure } from './storage.ts'

/** The disk, or the share of it that is ours, has no room. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** The disk takes no writes, or breaks. */
const BROKEN = new Set(['EIO', 'EROFS'])

/** What an error of the operating system says of the disk, wherever it came up; undefined when it says nothing of it. */
export function diskFailureOf(error: unknown): Exclude<StorageFailure, 'missing'> | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return undefined
  if (FULL.has(code)) return 'full'
  return BROKEN.has(code) ? 'unavailable' : undefined
}
