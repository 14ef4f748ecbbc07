import { randomBytes } from 'node:crypto'
import { MAX_FILE_NAME_LENGTH } from '../../../config/limits.ts'
import type { RealmId } from '../../platform/ids.ts'
import { withoutNeedless } from '../../platform/text/invisible-characters.ts'

/** Name of a file uploaded without one. */
const DEFAULT_NAME = 'uploaded-file'

/** Longest name in a URL, in bytes of UTF-8, so that the percent-encoded segment stays short enough. */
const MAX_SEGMENT_BYTES = 120

/**
 * Returns the display name of a file: the uploader's, without folders and invisible characters and of bounded
 * length. A mark of direction would make `gpj.exe` look like `exe.jpg`.
 */
export function displayName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const name = withoutNeedless(last.replace(/\p{Cc}|\p{Cs}/gu, '')).trim()
  if (name === '.' || name === '..') return DEFAULT_NAME
  return shorten(name, (text) => [...text].length <= MAX_FILE_NAME_LENGTH) || DEFAULT_NAME
}

/** Returns a new, unguessable path below `/user_uploads/`: realm, random text and the safe name. */
export function newPathId(realm: RealmId, name: string): string {
  const random = randomBytes(19).toString('base64url')
  return `${realm}/${random.slice(0, 2)}/${random.slice(2)}/${safeName(name)}`
}

/** Returns a new storage key: random lower-case hexadecimal. */
export const newStorageKey = (): string => randomBytes(16).toString('hex')

/**
 * Returns the name with letters and digits of any script, `_`, `.` and `-` only. It never begins with a dot.
 */
export function safeName(name: string): string {
  const safe = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^[.-]+/, '')
    .normalize()
  return shorten(safe, (text) => Buffer.byteLength(text) <= MAX_SEGMENT_BYTES) || DEFAULT_NAME
}

/** Removes characters before the extension until the name fits. */
function shorten(name: string, fits: (text: string) => boolean): string {
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
