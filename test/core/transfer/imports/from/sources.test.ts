import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import {
  MAX_MOVE_IN_DEPTH,
  MAX_MOVE_IN_ENTRIES,
  MAX_MOVE_IN_ROW_BYTES,
} from '../../../../../config/limits.ts'
import { Archive, ArchiveError } from '../../../../../core/transfer/imports/archive.ts'
import { beginsAsOurOwn } from '../../../../../core/transfer/imports/from/loquat/reader.ts'
import { moveIn } from '../../../../../core/transfer/imports/from/move-in.ts'
import { SourceBounds } from '../../../../../core/transfer/imports/from/source/bounds.ts'
import { bsonDocuments } from '../../../../../core/transfer/imports/from/source/bson-documents.ts'
import { jsonLines } from '../../../../../core/transfer/imports/from/source/json-lines.ts'
import { jsonRows } from '../../../../../core/transfer/imports/from/source/json-rows.ts'
import { openSource } from '../../../../../core/transfer/imports/from/source/open-source.ts'
import { writeTarGz } from '../../../../harness/moving/tar.ts'
import { DEPTH } from '../../../../harness/property.ts'

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-sources-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function newPath(): string {
  files += 1
  return join(folder, `archive-${files}`)
}

async function zipOf(entries: readonly [name: string, content: string, mode?: number][]): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content, mode] of entries) zip.addBuffer(Buffer.from(content), name, mode ? { mode } : {})
  zip.end()
  const path = newPath()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

/** Opens an archive. Resolves to the contents of its files by name. */
async function contentsOf(path: string): Promise<Record<string, string>> {
  const work = `${path}-work`
  await mkdir(work)
  const source = await openSource(path, work)
  try {
    const contents: Record<string, string> = {}
    for (const [name, file] of source.files) contents[name] = await text(await file.open())
    return contents
  } finally {
    await source.close()
  }
}

async function refusalOf(path: string): Promise<string> {
  const error = await contentsOf(path).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ArchiveError)
  return error.message
}

/** Replaces each occurrence of a text in a file by another of the same length. */
async function replaceIn(path: string, from: string, to: string): Promise<void> {
  const bytes = await readFile(path)
  const [old, next] = [Buffer.from(from, 'latin1'), Buffer.from(to, 'latin1')]
  expect(old.length).toBe(next.length)
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at + 1)) next.copy(bytes, at)
  await writeFile(path, bytes)
}

test('ZIP and tar archives have the same files, in folders or not', async () => {
  const entries: [string, string][] = [
    ['a.json', '{}'],
    ['übersicht/b.txt', 'hello'],
    ['empty', ''],
  ]
  const tar = newPath()
  await writeTarGz(tar, new Map(entries), (to) => to.entry({ name: 'folder/', type: 'directory' }))
  expect(await contentsOf(tar)).toEqual(Object.fromEntries(entries))
  expect(await contentsOf(await zipOf(entries))).toEqual(Object.fromEntries(entries))
})

test('a name in a ZIP is read as UTF-8 whatever its flag says, and else as CP437', async () => {
  const path = await zipOf([['xx-folder/a', '1']])
  // yazl sets the flag of UTF-8 only for other characters, so these bytes have none.
  await replaceIn(path, 'xx-', '\xc3\xbc-')
  expect(Object.keys(await contentsOf(path))).toEqual(['ü-folder/a'])
  const other = await zipOf([['x-folder/a', '1']])
  await replaceIn(other, 'x-', '\x81-')
  expect(Object.keys(await contentsOf(other))).toEqual(['ü-folder/a'])
})

describe('refused are', () => {
  test.each(['/etc/passwd', '../outside', 'a/../../outside', 'C:/windows'])(
    'names that lead out of a tar archive: %s',
    async (name) => {
      const path = newPath()
      await writeTarGz(path, new Map([[name, 'x']]))
      expect(await refusalOf(path)).toContain('leads out of it')
    },
  )

  test('names that lead out of a ZIP', async () => {
    for (const [written, bad] of [
      ['aa/x', '../x'],
      ['aaaa', '/etc'],
      ['aa-x', 'aa\\x'],
    ] as const) {
      const path = await zipOf([[written, '1']])
      await replaceIn(path, written, bad)
      expect(await refusalOf(path)).toContain('leads out of it')
    }
  })

  test.each(['symlink', 'link', 'character-device', 'fifo'] as const)(
    'a tar archive with a %s',
    async (type) => {
      const path = newPath()
      await writeTarGz(path, new Map([['a', '1']]), (tar) =>
        tar.entry({ name: 'b', type, linkname: '/etc/passwd' }),
      )
      expect(await refusalOf(path)).toBe('The archive is refused: "b" is a link or a device.')
    },
  )

  test('a ZIP with a symbolic link', async () => {
    const path = await zipOf([['b', '/etc/passwd', 0o120777]])
    expect(await refusalOf(path)).toBe('The archive is refused: "b" is a link or a device.')
  })

  test('an encrypted ZIP', async () => {
    const path = await zipOf([['a.json', '{}']])
    const bytes = await readFile(path)
    bytes[6]! |= 1
    bytes[bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8]! |= 1
    await writeFile(path, bytes)
    expect(await refusalOf(path)).toBe('The archive is refused: "a.json" is encrypted.')
  })

  test('a name that is there twice', async () => {
    const path = newPath()
    await writeTarGz(path, new Map([['a', '1']]), (tar) => tar.entry({ name: './a' }, '2'))
    expect(await refusalOf(path)).toBe('The archive is broken: it has "a" twice.')
  })

  test('archives that are cut', async () => {
    const whole = newPath()
    await writeTarGz(whole, new Map([['a', randomBytes(200_000)]]))
    const bytes = await readFile(whole)
    for (const length of [20, 1_000, bytes.length - 10]) {
      const path = newPath()
      await writeFile(path, bytes.subarray(0, length))
      expect(await refusalOf(path)).toContain('The archive is broken')
    }
    const zip = await readFile(await zipOf([['a', 'x'.repeat(1_000)]]))
    const cut = newPath()
    await writeFile(cut, zip.subarray(0, zip.length - 30))
    expect(await refusalOf(cut)).toContain('The archive is broken')
  })

  test('files that are no archive, empty or missing', async () => {
    const path = newPath()
    await writeFile(path, '')
    expect(await refusalOf(path)).toBe('The archive is empty.')
    await writeFile(path, 'hello, I am no archive')
    await rm(`${path}-work`, { recursive: true })
    expect(await refusalOf(path)).toContain('neither a ZIP nor a tar file')
    expect(await refusalOf(newPath())).toContain('ENOENT')
  })

  test.each(['a pipe', 'a socket', 'a device'])('%s, without a wait for its bytes', async (kind) => {
    const path = kind === 'a device' ? '/dev/zero' : newPath()
    if (kind === 'a pipe') execFileSync('mkfifo', [path])
    const server = createServer()
    if (kind === 'a socket') await new Promise<void>((resolve) => server.listen(path, resolve))
    const why = `${path} is ${kind}; only files and folders can be imported.`
    const work = newPath()
    await expect(openSource(path, work)).rejects.toThrow(new ArchiveError(why))
    await expect(moveIn(path, { folder: work } as never)).rejects.toThrow(new ArchiveError(why))
    await expect(Archive.open(path)).rejects.toThrow(new ArchiveError(why))
    expect(await beginsAsOurOwn(path)).toBe(false)
    server.close()
  })

  describe('a ZIP without ZIP64', () => {
    const REFUSAL =
      'The archive is refused: the program that packed it writes no ZIP64, which a ZIP of this size or with this many files needs; unpack it, and pack the folder again with another program or as tar.gz.'

    /** Moves the directory of a ZIP back by some bytes, which take no room on the disk. */
    async function withGap(path: string, gap: number): Promise<void> {
      const bytes = await readFile(path)
      const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
      const at = bytes.readUInt32LE(end + 16)
      bytes.writeUInt32LE((at + gap) % 2 ** 32, end + 16)
      const file = await open(path, 'r+')
      await file.truncate(at)
      await file.write(bytes.subarray(at), 0, bytes.length - at, at + gap)
      await file.close()
    }

    test('of more than 4 GiB', async () => {
      for (const gap of [2 ** 32, 3 * 2 ** 32 + 5_000, 2 ** 32 - 1]) {
        const path = await zipOf([['a.json', '{}']])
        await withGap(path, gap)
        expect(await refusalOf(path)).toBe(REFUSAL)
      }
    })

    test('of more than 65,535 files', async () => {
      const path = await zipOf([['a00000', '']])
      const bytes = await readFile(path)
      const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
      const at = bytes.readUInt32LE(end + 16)
      const count = 2 ** 16 + 2
      const entries = Array.from({ length: count }, (_, n) => {
        const entry = Buffer.from(bytes.subarray(at, end))
        entry.write(`a${String(n).padStart(5, '0')}`, 46, 'latin1')
        return entry
      })
      bytes.writeUInt16LE(count % 2 ** 16, end + 8)
      bytes.writeUInt16LE(count % 2 ** 16, end + 10)
      bytes.writeUInt32LE(count * (end - at), end + 12)
      await writeFile(path, Buffer.concat([bytes.subarray(0, at), ...entries, bytes.subarray(end)]))
      expect(await refusalOf(path)).toBe(REFUSAL)
    })

    test('that has room before its directory is read', async () => {
      const path = await zipOf([['a.json', '{}']])
      await withGap(path, 2 ** 32 - 5_000_000)
      expect(await contentsOf(path)).toEqual({ 'a.json': '{}' })
    })
  })

  test('a bomb, before it has filled the disk', async () => {
    const path = newPath()
    const tar = pack()
    const size = 600 * 1024 * 1024
    const writing = pipeline([tar, createGzip(), createWriteStream(path)] as never)
    const entry = tar.entry({ name: 'zeros', size }, () => undefined)
    const zeros = Buffer.alloc(1024 * 1024)
    for (let left = size; left > 0; left -= zeros.length) {
      if (!entry.write(zeros)) await new Promise<void>((resolve) => entry.once('drain', () => resolve()))
    }
    entry.end(undefined as never)
    tar.finalize()
    await writing
    expect(await refusalOf(path)).toContain('unpacks to more than 200 times its size')
  })
})

describe('rows of JSON', () => {
  /** Reads JSON that arrives in chunks of `size` bytes. */
  async function rowsOf(json: string | Buffer, size = 7): Promise<[table: string, row: unknown][]> {
    const bytes = Buffer.from(json)
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    const found: [string, unknown][] = []
    const file = { name: 'x.json', size: bytes.length, open: async () => Readable.from(chunks) }
    for await (const { table, rows } of jsonRows(file)) for (const row of rows) found.push([table, row])
    return found
  }

  test.each([1, 2, 3, 7, 64, 100_000])('arrive whole in chunks of %i bytes', async (size) => {
    const tables = {
      a: [{ x: 'one "quoted" \\ {[,]} \\" ü 面包' }, { y: [1, [2, { z: '\\\\' }]], n: null }, 5, 'text', []],
      empty: [],
      one: { version: '9.0' },
      number: 3,
      'key "with" quotes \\': [true],
    }
    const expected = [
      ...tables.a.map((row) => ['a', row]),
      ['one', tables.one],
      ['number', 3],
      ['key "with" quotes \\', true],
    ]
    for (const json of [
      JSON.stringify(tables),
      JSON.stringify(tables, null, 2),
      `\ufeff${JSON.stringify(tables)}\n`,
    ]) {
      expect(await rowsOf(json, size)).toEqual(expected)
    }
    expect(await rowsOf(JSON.stringify(tables.a, null, 1), size)).toEqual(tables.a.map((row) => ['', row]))
  })

  test('keep halves of characters, which later become a replacement', async () => {
    expect(await rowsOf('[{"a":"\\ud800"}]')).toEqual([['', { a: '\ud800' }]])
  })

  test.each([
    '',
    '{',
    '[1,2',
    '{"a":[1,2}',
    '{"a":[1]',
    '{"a":"x',
    '[1] 2',
    'nothing',
    '[{"a":1}}',
    '{"a" 1}',
    '[nul]',
  ])('are refused when they are cut or malformed: %s', async (json) => {
    await expect(rowsOf(json)).rejects.toThrow(/The archive is broken/)
  })

  test('are refused when one is too large or too deep', async () => {
    const large = `[${JSON.stringify('x'.repeat(MAX_MOVE_IN_ROW_BYTES + 10))}]`
    await expect(rowsOf(large, 65_536)).rejects.toThrow('an entry of "x.json" is too large')
    const deep = '['.repeat(MAX_MOVE_IN_DEPTH + 3) + ']'.repeat(MAX_MOVE_IN_DEPTH + 3)
    await expect(rowsOf(deep)).rejects.toThrow('an entry of "x.json" is nested too deeply')
  })

  test('of any number on one line need the memory of a few', { timeout: 300_000 }, async () => {
    const row = Buffer.from(`{"id":1,"text":"${'x'.repeat(900)}"},`)
    const block = Buffer.concat(Array.from({ length: 100 }, () => row))
    // More than 3 GB in a deep run.
    const blocks = DEPTH > 1 ? 34_000 : 3_000
    async function* bytes() {
      yield Buffer.from('{"rows":[')
      for (let n = 0; n < blocks; n += 1) yield block
      yield Buffer.from('{}]}')
    }
    const before = process.memoryUsage.rss()
    let count = 0
    let most = 0
    const file = { name: 'x.json', size: 1, open: async () => Readable.from(bytes()) }
    for await (const { rows } of jsonRows(file)) {
      count += rows.length
      most = Math.max(most, process.memoryUsage.rss())
    }
    expect(count).toBe(blocks * 100 + 1)
    expect((most - before) / 1024 ** 2).toBeLessThan(200)
  })
})

describe('one entry of 3 GB, without an end', () => {
  const GIGABYTES = 3
  let read = 0

  /** A file that begins with these bytes and goes on with the same letter. */
  function endless(beginning: string | Buffer) {
    const letters = Buffer.alloc(1024 * 1024, 0x78)
    async function* bytes() {
      read = 0
      yield Buffer.from(beginning)
      for (; read < GIGABYTES * 1024; read += 1) yield letters
    }
    return {
      name: 'x',
      size: GIGABYTES * 1024 ** 3,
      open: async () => Readable.from(bytes(), { objectMode: false }),
    }
  }

  async function readAll(rows: AsyncIterable<unknown>): Promise<void> {
    for await (const _ of rows) void _
  }

  test.each([
    ['JSON', () => readAll(jsonRows(endless('[{"text":"')))],
    ['JSON, as the key of a table', () => readAll(jsonRows(endless('{"')))],
    ['JSON lines', () => readAll(jsonLines(endless('{"text":"')))],
    ['BSON', () => readAll(bsonDocuments(endless(Buffer.from([0xff, 0xff, 0xff, 0x7f]))))],
  ])('of %s is refused after its first megabytes', async (_, reading) => {
    await expect(reading()).rejects.toThrow(ArchiveError)
    expect(read * 1024 * 1024).toBeLessThan(MAX_MOVE_IN_ROW_BYTES + 8 * 1024 * 1024)
  })
})

test('an archive has a bound of entries', () => {
  const bounds = new SourceBounds(1)
  for (let n = 0; n < MAX_MOVE_IN_ENTRIES; n += 1) bounds.addEntry('a/b')
  expect(() => bounds.addEntry('a/b')).toThrow(`it has more than ${MAX_MOVE_IN_ENTRIES} entries`)
})
