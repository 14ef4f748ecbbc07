import { createHash } from 'node:crypto'
import { type PassThrough, Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'

/** Size and checksum of an entry's uncompressed content. */
export interface WrittenEntry {
  readonly size: number
  readonly sha256: string
}

/** Writes a ZIP file as a stream, with backpressure. */
export class ZipWriter {
  /** The bytes of the ZIP file. Destroying the stream stops the writer. */
  readonly output: PassThrough
  readonly #zip = new ZipFile()
  readonly #time = new Date()
  readonly #level: number

  /** `level`: 1 for quick, 9 for small. */
  constructor(level = 6) {
    this.#level = level
    this.output = this.#zip.outputStream as PassThrough
    this.#zip.on('error', (error: Error) => this.output.destroy(error))
  }

  /** Adds a compressed text entry. */
  addText(name: string, text: string): Promise<WrittenEntry> {
    return this.addBytes(name, Buffer.from(text))
  }

  /** Adds a compressed entry. The bytes must stay as they are until this resolves. */
  addBytes(name: string, bytes: Buffer): Promise<WrittenEntry> {
    return this.#add(name, Readable.from([bytes]), true)
  }

  /** Adds a compressed entry from a stream of text. */
  addTextStream(name: string, text: Readable): Promise<WrittenEntry> {
    return this.#add(name, text, true)
  }

  /** Adds an uncompressed entry, because most uploaded files are compressed already. */
  addFile(name: string, bytes: Readable): Promise<WrittenEntry> {
    return this.#add(name, bytes, false)
  }

  /** Writes the central directory, which completes the ZIP file. */
  end(): void {
    this.#zip.end()
  }

  /** Fails the output, so that a reader does not take an incomplete file for a complete one. */
  fail(error: Error): void {
    this.output.destroy(error)
  }

  /** Resolves when the entry is written. Rejects when its bytes cannot be read or the output is closed. */
  #add(name: string, bytes: Readable, compress: boolean): Promise<WrittenEntry> {
    const hash = createHash('sha256')
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        hash.update(chunk)
        done(null, chunk)
      },
    })
    return new Promise<WrittenEntry>((resolve, reject) => {
      const closed = () => reject(this.output.errored ?? new Error('the reader closed the archive'))
      if (this.output.destroyed) return closed()
      this.output.once('close', closed)
      bytes.once('error', (error) => this.fail(error))
      counted.once('end', () => {
        this.output.off('close', closed)
        resolve({ size, sha256: hash.digest('hex') })
      })
      const compressionLevel = compress ? this.#level : 0
      const options = { compressionLevel, mtime: this.#time, mode: 0o100644 }
      this.#zip.addReadStreamLazy(name, options, handOver(bytes.pipe(counted)))
    }).catch((error) => {
      bytes.destroy()
      throw error
    })
  }
}

/**
 * Returns a function that hands a stream to yazl. yazl keeps the function until the archive ends, so it
 * forgets the stream.
 */
function handOver(stream: Readable) {
  let waiting: Readable | undefined = stream
  return (take: (error: null, stream: Readable) => void) => {
    take(null, waiting!)
    waiting = undefined
  }
}
