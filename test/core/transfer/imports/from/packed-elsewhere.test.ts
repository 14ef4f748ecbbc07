import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { failureIn } from '../../../../../core/transfer/history/report-texts/in-language.ts'
import { ArchiveError } from '../../../../../core/transfer/imports/archive.ts'
import { readerOf } from '../../../../../core/transfer/imports/from/readers.ts'
import { openSource } from '../../../../../core/transfer/imports/from/source/open-source.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import { mattermostLines } from '../../../../harness/moving/mattermost-archive.ts'

// Archives as the programs of different systems pack them.

let folder: string
let paths = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-packed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function newPath(extension: string): string {
  paths += 1
  return join(folder, `${paths}.${extension}`)
}

const VERSION = '{"type":"version","version":1}\n'
const EXPORT: readonly (readonly [name: string, content: string])[] = [
  ['import.jsonl', VERSION],
  ['data/2020/a b.png', 'picture'],
]

/** Writes a ZIP. `change` changes its bytes. */
async function zipOf(
  entries: readonly (readonly [name: string, content: string | Buffer])[],
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  const path = newPath('zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  await writeFile(path, change(await readFile(path)))
  return path
}

/** Writes a tar file of entries with these headers. `change` changes its bytes. */
async function tarOf(
  entries: readonly (readonly [header: Parameters<ReturnType<typeof pack>['entry']>[0], content: string])[],
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const tar = pack()
  for (const [header, content] of entries) tar.entry(header, content)
  tar.finalize()
  const path = newPath('tar')
  await pipeline(tar, createWriteStream(path))
  await writeFile(path, change(await readFile(path)))
  return path
}

/** The places of a text in bytes. */
function placesOf(bytes: Buffer, of: string): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(of, 0, 'latin1'); at >= 0; at = bytes.indexOf(of, at + 1, 'latin1'))
    found.push(at)
  return found
}

/** Opens an archive. Resolves to its product and the contents of its files by name. */
async function opened(path: string): Promise<{ product: string; files: Record<string, string> }> {
  const work = newPath('work')
  await mkdir(work)
  const source = await openSource(path, work)
  try {
    const files: Record<string, string> = {}
    for (const [name, file] of source.files) files[name] = await text(await file.open())
    return { product: readerOf(source, undefined).name, files }
  } finally {
    await source.close()
  }
}

async function refusalOf(path: string): Promise<string> {
  const error = await opened(path).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ArchiveError)
  return error.message
}

const whole = { product: 'mattermost', files: Object.fromEntries(EXPORT) }

describe('the same export is read from', () => {
  test('a ZIP of macOS, with its attributes in a folder of their own', async () => {
    const path = await zipOf([
      ...EXPORT,
      ['__MACOSX/._import.jsonl', 'Mac'],
      ['__MACOSX/data/._a b.png', 'M'],
    ])
    expect(await opened(path)).toEqual(whole)
  })

  test('a tar file of macOS, with attributes beside each file and a file of the Finder', async () => {
    const path = await tarOf([
      [{ name: './._import.jsonl' }, 'Mac'],
      ...EXPORT.map(([name, content]) => [{ name: `./${name}` }, content] as const),
      [{ name: './data/2020/._a b.png' }, 'Mac'],
      [{ name: './.DS_Store' }, 'Bud1'],
    ])
    expect(await opened(path)).toEqual({ ...whole, files: { ...whole.files, '.DS_Store': 'Bud1' } })
  })

  test('a ZIP of Windows, whose names have backslashes', async () => {
    const path = await zipOf(
      EXPORT.map(([name, content]) => [`mm/${name}`, content]),
      (bytes) => {
        for (const at of placesOf(bytes, 'PK\x01\x02')) bytes[at + 5] = 0
        for (const at of placesOf(bytes, 'mm/')) bytes[at + 2] = 0x5c
        for (const at of placesOf(bytes, 'data/2020/')) bytes[at + 4] = bytes[at + 9] = 0x5c
        return bytes
      },
    )
    const files = Object.fromEntries(EXPORT.map(([name, content]) => [`mm/${name}`, content]))
    expect(await opened(path)).toEqual({ product: 'mattermost', files })
  })

  test('a tar file of an old program, and one that is packed in several pieces', async () => {
    const old = await tarOf(
      EXPORT.map(([name, content]) => [{ name }, content]),
      (bytes) => {
        for (const at of placesOf(bytes, 'ustar')) {
          const start = at - 257
          bytes.fill(0, at, at + 8)
          bytes.fill(0x20, start + 148, start + 156)
          const sum = bytes.subarray(start, start + 512).reduce((total, byte) => total + byte, 0)
          bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, start + 148, 'latin1')
        }
        return bytes
      },
    )
    expect(await opened(old)).toEqual(whole)
    const bytes = await readFile(old)
    const pieces = newPath('tar.gz')
    await writeFile(pieces, Buffer.concat([gzipSync(bytes.subarray(0, 700)), gzipSync(bytes.subarray(700))]))
    expect(await opened(pieces)).toEqual(whole)
  })

  test('a folder', async () => {
    const path = newPath('folder')
    for (const [name, content] of [...EXPORT, ['empty', ''] as const]) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), content)
    }
    expect(await opened(path)).toEqual({ ...whole, files: { ...whole.files, empty: '' } })
    await symlink('/etc/passwd', join(path, 'link'))
    expect(await refusalOf(path)).toBe('The archive is refused: "link" is a link or a device.')
  })
})

test('a folder is read as an archive is, and anew when a file of it changes', async () => {
  const path = newPath('folder')
  await mkdir(path)
  const lines = mattermostLines().map((line) => JSON.stringify(line))
  await writeFile(join(path, 'import.jsonl'), `${lines.join('\n')}\n`)
  const first = await readArchive(path, folder)
  const kept = (report: typeof first.report) => report.counts.find(({ what }) => what === 'messages')!.kept
  await writeFile(
    join(path, 'import.jsonl'),
    `${lines.filter((line) => !line.includes('deeper')).join('\n')}\n`,
  )
  const second = await readArchive(path, folder)
  expect(kept(second.report)).toBe(kept(first.report) - 1)
})

describe('refused with a line that says what to do is', () => {
  test.each([
    [9, 'Deflate64'],
    [12, 'bzip2'],
    [14, 'LZMA'],
    [77, 'method 77'],
  ])('a ZIP whose entries have method %i', async (method, name) => {
    const path = await zipOf(EXPORT, (bytes) => {
      for (const at of placesOf(bytes, 'PK\x01\x02')) bytes.writeUInt16LE(method, at + 10)
      for (const at of placesOf(bytes, 'PK\x03\x04')) bytes.writeUInt16LE(method, at + 8)
      return bytes
    })
    const refusal = await refusalOf(path)
    expect(refusal).toBe(
      `The archive is refused: "import.jsonl" is packed with ${name}; pack it again with Deflate.`,
    )
    expect(failureIn('de', refusal)).toContain(`ist mit ${name} gepackt`)
  })

  test('each part of a ZIP that is split', async () => {
    const last = await zipOf(EXPORT, (bytes) => {
      bytes.writeUInt16LE(2, placesOf(bytes, 'PK\x05\x06')[0]! + 4)
      return Buffer.concat([Buffer.from('the end of an entry'), bytes])
    })
    const first = await zipOf(EXPORT, (bytes) => Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), bytes]))
    for (const path of [first, last]) {
      expect(await refusalOf(path)).toBe(
        'The archive is refused: it is one part of several; join them first.',
      )
    }
  })

  test('a tar file whose files have holes', async () => {
    const message =
      'The archive is refused: "hole" is stored with holes or in parts; pack it again without them.'
    const pax = { 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.name': 'hole' }
    expect(await refusalOf(await tarOf([[{ name: 'hole', pax } as never, '1\n0\n0\n']]))).toBe(message)
    const gnu = await tarOf([[{ name: 'hole' }, 'x']], (bytes) => {
      const sum = Number.parseInt(bytes.toString('latin1', 148, 154), 8) - bytes[156]! + 0x53
      bytes[156] = 0x53
      bytes.write(sum.toString(8).padStart(6, '0'), 148, 'latin1')
      return bytes
    })
    expect(await refusalOf(gnu)).toBe(message)
  })

  test.each([
    ['7z', '377abcaf271c0004'],
    ['RAR', '526172211a0701'],
    ['xz', 'fd377a585a0000'],
    ['bzip2', '425a6839'],
    ['Zstandard', '28b52ffd'],
  ])('a file of %s', async (name, start) => {
    const path = newPath('packed')
    await writeFile(path, Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(1000, 7)]))
    expect(await refusalOf(path)).toBe(
      `The archive is refused: it is packed with ${name}; only ZIP, tar and tar.gz can be read.`,
    )
  })

  test('an archive within another one', async () => {
    const inner = await readFile(await zipOf(EXPORT))
    expect(await refusalOf(await zipOf([['Downloads/export.zip', inner]]))).toBe(
      'The archive is refused: it has the archive "Downloads/export.zip" in it; unpack it and import that one.',
    )
  })

  test('an archive of Loquat that is unpacked', async () => {
    const path = newPath('folder')
    await mkdir(path)
    await writeFile(join(path, 'manifest.json'), '{}')
    await expect(readArchive(path, folder)).rejects.toThrow('it is an unpacked archive of Loquat')
  })
})
