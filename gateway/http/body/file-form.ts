import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { ApiError } from '../../../core/platform/errors.ts'
import { malformed, noFile, severalFiles } from '../errors/errors.ts'
import { BodyCut } from './body-stream.ts'

/** The limit of a file, and the errors for files that are refused. */
export interface FileLimit {
  readonly bytes: number
  /** The error for a larger file. */
  readonly tooLarge: () => ApiError
  /** The error for a form with no file or several, in place of one error for each case. */
  readonly notOne?: () => ApiError
}

/** A file of a form, read while it arrives. Reading fails when the file is too large or cut off. */
export interface IncomingFile {
  /** The name of the file from the sender, without folders; empty without one. */
  readonly name: string
  /** The media type of the file from the sender, without parameters; empty without one. */
  readonly contentType: string
  readonly bytes: Readable
  /** The other fields of the form; complete once the form has ended. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Reads a multipart form with one file, no faster than `keep` reads the file, and buffers nothing. See
 * `Call.receiveFile`.
 */
export async function readFileForm<T>(
  body: Readable,
  contentType: string,
  limit: FileLimit,
  keep: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const { notOne: missing = noFile, notOne: tooMany = severalFiles } = limit
  if (!/^multipart\/form-data\b/i.test(contentType)) throw missing()
  const form = formReader(contentType, limit.bytes)
  const fields = new Map<string, string>()
  let kept: Promise<T> | undefined
  let refusal: ApiError | undefined
  let brokenBy: unknown
  const refuse = (error: ApiError, file?: Readable) => {
    refusal ??= error
    // Deferred, because the parser is in the middle of a chunk.
    process.nextTick(() => {
      file?.destroy(error)
      form.destroy(error)
    })
  }
  form.on('file', (_field, bytes, { filename, mimeType }) => {
    bytes.on('error', (error) => {
      brokenBy = error
    })
    bytes.on('limit', () => refuse(limit.tooLarge(), bytes))
    if (kept !== undefined) {
      bytes.resume()
      return refuse(tooMany())
    }
    kept = keep({ name: filename ?? '', contentType: mimeType ?? '', bytes, fields })
    kept.catch((error) => form.destroy(error))
  })
  form.on('field', (name: string | undefined, value) => {
    if (name !== undefined) fields.set(name, value)
  })
  form.on('filesLimit', () => refuse(tooMany()))
  try {
    await pipeline(body, form)
  } catch (error) {
    const failure = await kept?.then(
      () => undefined,
      (reason) => reason,
    )
    if (refusal !== undefined) throw refusal
    if (error instanceof BodyCut || error instanceof ApiError) throw error
    // Reports why the file could not be kept, unless that was because the form broke off.
    throw failure === undefined || failure === brokenBy ? malformed('multipart body') : failure
  }
  if (kept === undefined) throw missing()
  return kept
}

function formReader(contentType: string, fileSize: number): busboy.Busboy {
  const limits = { fileSize: fileSize + 1, files: 2, fields: 100, fieldSize: 65_536, headerPairs: 100 }
  try {
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' })
  } catch {
    throw malformed('multipart body')
  }
}
