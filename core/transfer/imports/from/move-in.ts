import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LOQUAT_VERSION } from '../../../../config/version.ts'
import { Archive, ArchiveError } from '../archive.ts'
import { unreadablePath } from '../unreadable-path.ts'
import { readerOf } from './readers.ts'
import type { Reader, ReadingContext, Remote } from './reading/reader.ts'
import { Report, type ReportData } from './reading/report.ts'
import { hashFolder } from './source/folder-source.ts'
import { openSource } from './source/open-source.ts'
import { broken } from './source/source.ts'
import { ArchiveWriter } from './writing/archive-writer.ts'

/** Increased when a reader gives other records for the same archive. */
const READERS_VERSION = 8

const CONVERTED = 'archive.zip'
const REPORT = 'report.json'
const SCRATCH = 'reading-'
const FETCHED = 'fetched'

export interface MoveInOptions
  extends Pick<ReadingContext, 'pictures' | 'formerUrl' | 'owner' | 'teams' | 'mediaSource' | 'onProgress'> {
  /** The former server, for files that the archive names and does not have. */
  readonly remote?: Omit<Remote, 'folder'>
  /** A folder for files of the former server, which outlives the import. Default: one that ends with it. */
  readonly fetched?: string
  /** The name of the format. Default: the format that recognizes the archive. */
  readonly from?: string
  /** A folder for imports. The archive, unpacked and as our own, needs room in it. */
  readonly folder: string
}

/** The options that change the result. */
type IdentityOptions = Pick<MoveInOptions, 'from' | 'formerUrl' | 'owner' | 'teams'> & {
  readonly remote?: unknown
}

/** An archive that the import can store. */
export interface MovedIn {
  /** The path of an archive of our own. */
  readonly path: string
  readonly report: ReportData
  /** Deletes the files of the import. */
  discard(): Promise<void>
}

/**
 * Reads an archive of another product and writes it as one of our own, which the import then checks and
 * stores. Nothing of the organization is stored before. The result stays until it is discarded, so a later
 * call with the same archive and options returns at once, and one after an interruption begins anew and gives
 * the same archive. Throws `ArchiveError`.
 */
export async function moveIn(path: string, options: MoveInOptions): Promise<MovedIn> {
  const work = join(options.folder, await keyOf(path, options))
  await mkdir(work, { recursive: true })
  const converted = join(work, CONVERTED)
  const discard = () => rm(work, { recursive: true, force: true })
  const known = await readReport(work)
  if (known !== undefined) return { path: known.isOurOwn ? path : converted, report: known.report, discard }
  await removeAbandoned(work)
  const scratch = await mkdtemp(join(work, `${SCRATCH}${process.pid}-`))
  try {
    const { report, isOurOwn } = await convert(path, converted, scratch, options)
    await writeFile(join(scratch, REPORT), JSON.stringify({ report, isOurOwn }))
    await rename(join(scratch, REPORT), join(work, REPORT))
    await rm(join(work, FETCHED), { recursive: true, force: true })
    await rm(scratch, { recursive: true, force: true })
    return { path: isOurOwn ? path : converted, report, discard }
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    if (error instanceof ArchiveError) await discard()
    throw error
  }
}

/**
 * Deletes the files of an interrupted call. Resolves to the path of the archive that the import has stored.
 */
export async function findMovedIn(
  path: string,
  options: Pick<MoveInOptions, 'folder'> & IdentityOptions,
): Promise<Omit<MovedIn, 'report'> | undefined> {
  const work = join(options.folder, await keyOf(path, options))
  const known = await readReport(work)
  if (known === undefined) return undefined
  const discard = () => rm(work, { recursive: true, force: true })
  return { path: known.isOurOwn ? path : join(work, CONVERTED), discard }
}

async function convert(
  path: string,
  converted: string,
  scratch: string,
  options: MoveInOptions,
): Promise<{ report: ReportData; isOurOwn: boolean }> {
  const source = await openSource(path, scratch)
  try {
    const reader = readerOf(source, options.from)
    if ('isOurOwn' in reader) return { report: await reportOfOwn(path), isOurOwn: true }
    const report = new Report(reader.title)
    const written = join(scratch, CONVERTED)
    const remote = options.remote && {
      ...options.remote,
      folder: options.fetched ?? join(dirname(converted), FETCHED),
    }
    await writeConverted(
      reader,
      { ...options, remote, source, work: scratch, report } as ReadingContext,
      written,
    )
    await rename(written, converted)
    return { report: report.data, isOurOwn: false }
  } finally {
    await source.close()
  }
}

async function writeConverted(reader: Reader, context: ReadingContext, path: string): Promise<void> {
  try {
    const reading = await reader.read(context)
    const writer = new ArchiveWriter(path, reading.realm, context.report)
    try {
      for await (const records of reading.records()) await writer.add(records)
      await writer.end()
    } catch (error) {
      await writer.abort(error as Error)
      throw error
    }
  } catch (error) {
    // A stream of the archive that fails on the way has the reason.
    throw isOfArchive(error) ? broken(error) : error
  }
}

/** Whether a library has found the archive broken. */
const isOfArchive = (error: unknown): boolean =>
  /^Z_|^ERR_ZLIB/.test(String((error as { code?: unknown }).code)) ||
  /central directory|local file header|too many bytes in the stream|not enough bytes in the stream/.test(
    String((error as Error).message),
  )

/** The report of one of our own archives: everything in it is kept. */
async function reportOfOwn(path: string): Promise<ReportData> {
  if ((await stat(path)).isDirectory()) {
    throw new ArchiveError(
      'The archive is refused: it is an unpacked archive of Loquat; import the ZIP file.',
    )
  }
  const archive = await Archive.open(path)
  try {
    const counts = archive.manifest.tables
      .filter(({ rows }) => rows > 0)
      .map(({ name, rows }) => ({ what: name.replaceAll('_', ' '), found: rows, kept: rows }))
    return { product: 'Loquat', counts, notes: [] }
  } finally {
    archive.close()
  }
}

/**
 * Names the folder of an import by the bytes of its archive and the options that change its result: also by
 * whether there is a token, but not by the token, which may have to be replaced in between.
 */
async function keyOf(
  path: string,
  { from, formerUrl, owner, teams = [], remote }: IdentityOptions,
): Promise<string> {
  const hash = createHash('sha256')
  const options = [from ?? '', formerUrl ?? '', owner ?? '', remote !== undefined, ...teams]
  hash.update(JSON.stringify([READERS_VERSION, LOQUAT_VERSION, ...options]))
  const why = await unreadablePath(path)
  if (why !== undefined) throw new ArchiveError(why)
  try {
    if ((await stat(path)).isDirectory()) await hashFolder(path, hash)
    else await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const { code, path: where = path } = error as NodeJS.ErrnoException // the folder or file in it
    throw new ArchiveError(`${where} cannot be read (${code}).`)
  }
  return hash.digest('hex').slice(0, 32)
}

async function readReport(work: string): Promise<{ report: ReportData; isOurOwn: boolean } | undefined> {
  const text = await readFile(join(work, REPORT), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Deletes files of processes that no longer run. */
async function removeAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const pid = Number(new RegExp(`^${SCRATCH}(\\d+)-`).exec(name)?.[1])
    if (pid > 0 && !isRunning(pid)) await rm(join(work, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
