/** Bytes of one piece of pooled memory, and of all that is kept for reuse. */
const SLAB_BYTES = 256 * 1024
const KEPT_SLABS = 32

interface Slab {
  readonly bytes: Buffer
  /** Where the next copy goes. */
  end: number
  /** Bytes that were handed out and not given back. */
  lent: number
  /** Nothing more is copied into it: it is free as soon as all of it has been given back. */
  isRetired: boolean
}

const free: Slab[] = []
const slabs = new WeakMap<ArrayBufferLike, Slab>()

/**
 * Copies bytes that are only lent to us into memory that is used again, so that a long upload makes no garbage:
 * V8 hardly sees such buffers and would let many of them lie. Whoever is done with such a copy, or with a part of it,
 * calls `releaseBytes`. Memory of which a part is never released is not used again, but collected as usual.
 */
export class PooledCopier {
  #slab: Slab | undefined

  /** A copy of `bytes`, in pieces. */
  copy(bytes: ArrayBuffer): Buffer[] {
    const source = Buffer.from(bytes)
    const pieces: Buffer[] = []
    for (let from = 0; from < source.length; ) {
      const slab = this.#room()
      const length = source.copy(slab.bytes, slab.end, from)
      pieces.push(slab.bytes.subarray(slab.end, slab.end + length))
      slab.end += length
      slab.lent += length
      from += length
    }
    return pieces
  }

  /** Nothing more will be copied. */
  end(): void {
    if (this.#slab !== undefined) retire(this.#slab)
    this.#slab = undefined
  }

  #room(): Slab {
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

/** Gives back a copy, or a part of one; other bytes are ignored. Call it once for each byte, when nothing reads it. */
export function releaseBytes(bytes: Uint8Array): void {
  const slab = slabs.get(bytes.buffer)
  if (slab === undefined) return
  if (bytes.length > slab.lent) throw new Error('pooled bytes were given back twice')
  slab.lent -= bytes.length
  if (slab.isRetired && slab.lent === 0) keep(slab)
}

function retire(slab: Slab): void {
  slab.isRetired = true
  if (slab.lent === 0) keep(slab)
}

function keep(slab: Slab): void {
  slab.end = 0
  if (free.length < KEPT_SLABS) free.push(slab)
}

function newSlab(): Slab {
  const slab = { bytes: Buffer.allocUnsafeSlow(SLAB_BYTES), end: 0, lent: 0, isRetired: false }
  slabs.set(slab.bytes.buffer, slab)
  return slab
}
