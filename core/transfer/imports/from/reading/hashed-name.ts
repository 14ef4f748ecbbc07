import { createHash } from 'node:crypto'

/** A file name of 32 hexadecimal digits that another file does not have, and that every run gives. */
export const hashedName = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 32)
