import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveError } from '../../core/transfer/imports/archive.ts'
import { archiveReader, type ReaderOptions } from '../../workers/archives/archive-reader.ts'
import { writeTarGz } from '../harness/moving/tar.ts'
import { zulipArchive, zulipFiles } from '../harness/moving/zulip-archive.ts'
import { programOf } from '../harness/programs.ts'

const PROGRAM = programOf('workers/archives/reading-process.ts')
const ILL = fileURLToPath(new URL('../fixtures/ill-reader.mjs', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-reader-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = (path: string, options: ReaderOptions, onRead = () => undefined as unknown) =>
  archiveReader(options)({ path, folder, media: { secretKey: 'secret' } }, () => void onRead())

const goodArchive = async (): Promise<string> => {
  const path = join(folder, 'good.tar.gz')
  await writeTarGz(path, zulipFiles(zulipArchive({ seed: 4, people: 5, channels: 3, messages: 30 })))
  return path
}

test('an archive is read and checked in another process', async () => {
  const { path, report } = await read(await goodArchive(), { program: PROGRAM })
  expect(path).toMatch(/archive\.zip$/)
  expect(report.product).toBe('Zulip')
})

test('the sentence about a broken archive comes back as its error', async () => {
  const path = join(folder, 'text')
  await writeFile(path, 'no archive at all')
  const failure = await read(path, { program: PROGRAM }).catch((error) => error)
  expect(failure).toBeInstanceOf(ArchiveError)
  expect(failure.message).toBe('This is no archive that can be imported: it is neither a ZIP nor a tar file.')
})

test('a caller that throws at a sign of progress ends the process with its error', async () => {
  const ended = read('busy', { program: ILL }, () => {
    throw new Error('the import was cancelled')
  })
  await expect(ended).rejects.toThrow('the import was cancelled')
})

test('an archive that fills the memory of the process is refused', async () => {
  const failure = await read('greedy', { program: ILL, memoryMib: 64 }).catch((error) => error)
  expect(failure).toBeInstanceOf(ArchiveError)
  expect(failure.message).toBe('The archive is refused: reading it takes more than 64 MiB of memory.')
}, 60_000)

test('an archive that blocks the process ends it, and the job runs again', async () => {
  const failure = await read('endless', { program: ILL, maxSilenceMs: 1_500 }).catch((error) => error)
  expect(failure).not.toBeInstanceOf(ArchiveError)
  expect(failure.message).toBe('the process that reads an archive is silent')
})

test('a process that somebody kills says nothing against the archive', async () => {
  const failure = await read('killed', { program: ILL }).catch((error) => error)
  expect(failure).not.toBeInstanceOf(ArchiveError)
  expect(failure.message).toBe('the process that reads an archive has ended (SIGKILL)')
})

test('the code of a failure comes back, so that a full disk is named', async () => {
  await expect(read('full', { program: ILL })).rejects.toMatchObject({ code: 'ENOSPC' })
})
