import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { SmallFiles } from '../../storage/small-files.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'

/** A store in memory that counts how often it is asked. */
function store(files: Readonly<Record<string, string>>) {
  let asked = 0
  const find = (key: string) => {
    asked++
    return files[key]
  }
  const storage = {
    get: async (key: string) => {
      const file = find(key)
      if (file === undefined) throw new StorageError('missing', undefined)
      return Readable.from([Buffer.from(file)])
    },
    stat: async (key: string) => {
      const file = find(key)
      return file === undefined ? undefined : { size: file.length }
    },
  } as unknown as Storage
  return { storage, asked: () => asked }
}

const MIB = 1024 * 1024

describe('small files', () => {
  test('are read from the store once', async () => {
    const { storage, asked } = store({ face: 'pixels' })
    const files = new SmallFiles(storage, MIB)
    expect(await files.sizeOf('face')).toBe(6)
    expect((await files.read('face')).toString()).toBe('pixels')
    expect(asked()).toBe(2)
    expect(await files.sizeOf('face')).toBe(6)
    expect((await files.read('face')).toString()).toBe('pixels')
    expect(asked()).toBe(2)
    expect(files.figures()).toMatchObject({ hits: 1, misses: 1 })
  })

  test('that are missing are not remembered', async () => {
    const there: Record<string, string> = {}
    const { storage } = store(there)
    const files = new SmallFiles(storage, MIB)
    expect(await files.sizeOf('face')).toBeUndefined()
    await expect(files.read('face')).rejects.toMatchObject({ failure: 'missing' })
    there.face = 'pixels'
    expect((await files.read('face')).toString()).toBe('pixels')
  })

  test('take no more memory than allowed', async () => {
    const names = Array.from({ length: 50 }, (_, n) => `face-${n}`)
    const { storage, asked } = store(Object.fromEntries(names.map((name) => [name, 'x'.repeat(1000)])))
    const files = new SmallFiles(storage, 10_000)
    for (const name of names) await files.read(name)
    expect(files.figures().bytes).toBeLessThanOrEqual(10_000)
    await files.read('face-49')
    expect(asked()).toBe(50)
    await files.read('face-0')
    expect(asked()).toBe(51)
  })

  test('are not kept with a limit of 0', async () => {
    const { storage, asked } = store({ face: 'pixels' })
    const files = new SmallFiles(storage, 0)
    await files.read('face')
    await files.read('face')
    expect(asked()).toBe(2)
  })
})
