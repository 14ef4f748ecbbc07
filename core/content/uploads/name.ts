import { randomBytes } from 'node:crypto'
import { MAX_FILE_NAME_LENGTH } from '../../../config/limits.ts'
import type { RealmId } from '../../platform/ids.ts'

/** What a file is called that came without a name. */
const NAMELESS = 'uploaded-file'

/** Bytes of UTF-8: what a segment of a URL may have however it is escaped. */
const MAX_SEGMENT_BYTES = 120

/** A file's name as it is shown: what its uploader calls it, on one line and of bounded length. */
export function shownName(given: string): string {
  const name = given.replace(/\p{Cc}|\p{Cs}/gu, '').trim()
  return shortened(name, (text) => [...text].length <= MAX_FILE_NAME_LENGTH) || NAMELESS
}

/** A new address below `/user_uploads/`, which nobody guesses: realm, random text, the name made safe. */
export function newPathId(realm: RealmId, name: string): string {
  const random = randomBytes(19).toString('base64url')
  return `${realm}/${random.slice(0, 2)}/${random.slice(2)}/${safeName(name)}`
}

/** What a new file's bytes are stored under: lower-case hexadecimal, whatever the file is called. */
export const newStorageKey = (): string => randomBytes(16).toString('hex')

/** Letters and digits of any script, `_`, `.` and `-`; never `.` or `..`, never a hidden file. */
export function safeName(name: string): string {
  const safe = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^[.-]+/, '')
    .normalize()
  return shortened(safe, (text) => Buffer.byteLength(text) <= MAX_SEGMENT_BYTES) || NAMELESS
}

/** Without the last letters before the extension that make it too long. */
function shortened(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? ''
  const letters = [...name.slice(0, name.length - extension.length).slice(0, 1000)]
  let shorter = letters.join('') + extension
  while (letters.length > 0 && !fits(shorter)) {
    letters.pop()
    shorter = letters.join('') + extension
  }
  return shorter
}
