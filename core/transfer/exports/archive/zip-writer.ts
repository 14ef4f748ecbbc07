import { createHash } from 'node:crypto'
import { type PassThrough, Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'

/** What an entry holds. */
export interface Written {
  readonly size: number
  readonly sha256: string
}

/** A ZIP file that is read while it is written, no faster than it is read. */
export class ZipWriter {
  /** The bytes of the file. Destroying it ends the writing. */
  readonly output: PassThrough
  readonly #zip = new ZipFile()
  readonly #time = new Date()

  constructor() {
    this.output = this.#zip.outputStream as PassThrough
    this.#zip.on('error', (error: Error) => this.output.destroy(error))
  }

  /** Adds text, compressed. */
  addText(name: string, text: string): Promise<Written> {
    return this.#add(name, Readable.from([Buffer.from(text)]), true)
  }

  /** Adds bytes as they are: what people upload is compressed already. */
  addFile(name: string, bytes: Readable): Promise<Written> {
    return this.#add(name, bytes, false)
  }

  /** Writes the directory of entries: only now it is a ZIP file. */
  end(): void {
    this.#zip.end()
  }

  /** Nobody gets what is not whole. */
  fail(error: Error): void {
    this.output.destroy(error)
  }

  /** Resolves when the bytes have been taken. Rejects when they cannot be read, or nobody reads the file any more. */
  #add(name: string, bytes: Readable, compress: boolean): Promise<Written> {
    const hash = createHash('sha256')
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        hash.update(chunk)
        done(null, chunk)
      },
    })
    return new Promise<Written>((resolve, reject) => {
      const closed = () => reject(this.output.errored ?? new Error('the archive is not read any more'))
      if (this.output.destroyed) return closed()
      this.output.once('close', closed)
      bytes.once('error', (error) => this.fail(error))
      counted.once('end', () => {
        this.output.off('close', closed)
        resolve({ size, sha256: hash.digest('hex') })
      })
      this.#zip.addReadStream(bytes.pipe(counted), name, { compress, mtime: this.#time, mode: 0o100644 })
    }).catch((error) => {
      bytes.destroy()
      throw error
    })
  }
}
