import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile as write } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFile } from '../../storage/folder/write.ts'
import { PooledCopier, releaseBytes } from '../../storage/pooled-bytes.ts'

const KiB = 1024

/** Bytes as uWebSockets.js lends them: they are overwritten after the call. */
function lent(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

const memoryOf = (pieces: readonly Buffer[]) => new Set(pieces.map((piece) => piece.buffer))

describe('copies in pooled memory', () => {
  test('hold the copied bytes', () => {
    const copier = new PooledCopier()
    const given = [10, 300 * KiB, 0, 512 * KiB, 1].map((size) => randomBytes(size))
    const copies = given.map((bytes) => copier.copy(lent(bytes)))
    copier.end()
    expect(copies.map((pieces) => Buffer.concat(pieces).equals(given[copies.indexOf(pieces)]!))).toEqual(
      given.map(() => true),
    )
  })

  test('reuse memory after release', () => {
    const memory = new Set<ArrayBufferLike>()
    const copier = new PooledCopier()
    for (let n = 0; n < 200; n++) {
      const pieces = copier.copy(lent(randomBytes(100 * KiB)))
      for (const piece of pieces) {
        memory.add(piece.buffer)
        // As a parser does when it passes a piece on in parts.
        releaseBytes(piece.subarray(0, 1000))
        releaseBytes(piece.subarray(1000))
      }
    }
    copier.end()
    expect(memory.size).toBeLessThanOrEqual(2)
  })

  test('never share memory with an unreleased copy', () => {
    const one = new PooledCopier()
    const kept = randomBytes(256 * KiB)
    const pieces = one.copy(lent(kept))
    one.end()
    // All bytes but one are released: the memory is not reused.
    releaseBytes(pieces[0]!.subarray(1))
    const other = new PooledCopier()
    for (let n = 0; n < 100; n++) {
      const more = other.copy(lent(randomBytes(256 * KiB)))
      expect(memoryOf(more).has(pieces[0]!.buffer)).toBe(false)
      for (const piece of more) releaseBytes(piece)
    }
    other.end()
    expect(pieces[0]!.equals(kept)).toBe(true)
  })

  test('cannot be released twice', () => {
    const copier = new PooledCopier()
    const [piece] = copier.copy(lent(randomBytes(100)))
    releaseBytes(piece!)
    expect(() => releaseBytes(piece!)).toThrow('released twice')
  })

  test('are distinguished from other bytes', () => {
    expect(() => releaseBytes(Buffer.alloc(100))).not.toThrow()
  })
})

describe('writing to a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loquat-write-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('releases the written bytes', async () => {
    const copier = new PooledCopier()
    const memory = new Set<ArrayBufferLike>()
    const given: Buffer[] = []
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < 50; n++) {
          const bytes = randomBytes(256 * KiB)
          given.push(bytes)
          for (const piece of copier.copy(lent(bytes))) {
            memory.add(piece.buffer)
            yield piece
          }
        }
      })(),
      { highWaterMark: 1 },
    )
    const path = join(folder, 'all')
    expect(await writeFile(path, source, { flush: true })).toBe(50 * 256 * KiB)
    expect((await readFile(path)).equals(Buffer.concat(given))).toBe(true)
    expect(memory.size).toBeLessThan(8)
  })

  test('continues in the middle of a file', async () => {
    const path = join(folder, 'middle')
    await write(path, 'abcdef')
    expect(await writeFile(path, Readable.from([Buffer.from('XY')]), { flags: 'r+', start: 2 })).toBe(2)
    expect(await readFile(path, 'utf8')).toBe('abXYef')
  })

  test('fails when the disk or the source fails', async () => {
    const bytes = () => Readable.from([Buffer.from('x')])
    await expect(writeFile(join(folder, 'no', 'folder'), bytes(), {})).rejects.toMatchObject({
      code: 'ENOENT',
      syscall: 'open',
    })
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('x')
        throw new Error('the source failed')
      })(),
    )
    await expect(writeFile(join(folder, 'source'), failing, {})).rejects.toThrow('the source failed')
  })
})
