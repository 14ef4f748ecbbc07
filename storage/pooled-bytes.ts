/** Size of a slab in bytes, and the number of free slabs kept for reuse. */
const SLAB_BYTES = 256 * 1024
const MAX_FREE_SLABS = 32

interface Slab {
  readonly bytes: Buffer
  /** Offset of the next copy. */
  end: number
  /** Number of bytes handed out and not yet released. */
  lent: number
  /** Whether it accepts no more copies. A retired slab becomes free once all its bytes are released. */
  isRetired: boolean
}

const free: Slab[] = []
const slabs = new WeakMap<ArrayBufferLike, Slab>()

/**
 * Copies bytes that are only valid during a callback into pooled memory, so that a long upload creates no
 * garbage: V8 barely accounts for such buffers and collects them late. The reader of a copy calls
 * `releaseBytes` when it is done with it or a part of it. A slab with unreleased bytes is not reused, but
 * collected as usual.
 */
export class PooledCopier {
  #slab: Slab | undefined

  /** Copies `bytes` and returns the copy in pieces. */
  copy(bytes: ArrayBuffer): Buffer[] {
    const source = Buffer.from(bytes)
    const pieces: Buffer[] = []
    for (let from = 0; from < source.length; ) {
      const slab = this.#slabWithSpace()
      const length = source.copy(slab.bytes, slab.end, from)
      pieces.push(slab.bytes.subarray(slab.end, slab.end + length))
      slab.end += length
      slab.lent += length
      from += length
    }
    return pieces
  }

  /** Call it after the last copy. */
  end(): void {
    if (this.#slab !== undefined) retire(this.#slab)
    this.#slab = undefined
  }

  #slabWithSpace(): Slab {
    let slab = this.#slab
    if (slab?.lent === 0) slab.end = 0
    if (slab !== undefined && slab.end === SLAB_BYTES) {
      retire(slab)
      slab = undefined
    }
    slab ??= free.pop() ?? newSlab()
    slab.isRetired = false
    this.#slab = slab
    return slab
  }
}

/**
 * Releases a copy or a part of one; ignores other bytes. Call it exactly once per byte, after its last use.
 */
export function releaseBytes(bytes: Uint8Array): void {
  const slab = slabs.get(bytes.buffer)
  if (slab === undefined) return
  if (bytes.length > slab.lent) throw new Error('pooled bytes were released twice')
  slab.lent -= bytes.length
  if (slab.isRetired && slab.lent === 0) addToFree(slab)
}

function retire(slab: Slab): void {
  slab.isRetired = true
  if (slab.lent === 0) addToFree(slab)
}

function addToFree(slab: Slab): void {
  slab.end = 0
  if (free.length < MAX_FREE_SLABS) free.push(slab)
}

function newSlab(): Slab {
  const slab = { bytes: Buffer.allocUnsafeSlow(SLAB_BYTES), end: 0, lent: 0, isRetired: false }
  slabs.set(slab.bytes.buffer, slab)
  return slab
}
