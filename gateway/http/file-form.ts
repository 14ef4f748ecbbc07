import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { ApiError } from '../../core/platform/errors.ts'
import { BodyCut } from './body-stream.ts'
import { malformed, severalFiles } from './text-fields.ts'

/** What a file may have. */
export interface FileLimit {
  readonly bytes: number
  /** What a larger file is refused with. */
  readonly tooLarge: () => ApiError
  /** What a form with no file, or with several, is refused with, where it is not said which. */
  readonly notOne?: () => ApiError
}

/** A file of a form, as it comes. Reading it fails when it is too large, or cut off. */
export interface IncomingFile {
  /** As its sender calls it, without folders; empty when it has no name. */
  readonly name: string
  /** The media type its sender states, without parameters; empty when it states none. */
  readonly contentType: string
  readonly bytes: Readable
  /** The other fields of the form; all of them once it has ended. */
  readonly fields: ReadonlyMap<string, string>
}

const NO_FILE = () => new ApiError('You must specify a file to upload')

/**
 * Reads a multipart form with one file, no faster than `keep` reads the file, of which nothing is held. See
 * `Call.receiveFile`.
 */
export async function readFileForm<T>(
  body: Readable,
  contentType: string,
  limit: FileLimit,
  keep: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const { notOne: noFile = NO_FILE, notOne: tooMany = severalFiles } = limit
  if (!/^multipart\/form-data\b/i.test(contentType)) throw noFile()
  const form = formReader(contentType, limit.bytes)
  const fields = new Map<string, string>()
  let kept: Promise<T> | undefined
  let refusal: ApiError | undefined
  let brokenBy: unknown
  const refuse = (error: ApiError, file?: Readable) => {
    refusal ??= error
    // Not at once: the parser is in the middle of a piece.
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
  form.on('field', (name, value) => fields.set(name, value))
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
    // Why the file could not be kept, unless it was that it broke off.
    throw failure === undefined || failure === brokenBy ? malformed('multipart body') : failure
  }
  if (kept === undefined) throw noFile()
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
