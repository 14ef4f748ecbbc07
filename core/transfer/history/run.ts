import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newStorageKey } from '../../content/uploads/file-name.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { Archive, ArchiveError } from '../imports/archive.ts'
import { type FileSpace, requireFileSpace } from '../imports/file-space.ts'
import { discardMarked, importRealm } from '../imports/import.ts'
import { ImportBusy } from '../imports/import-record.ts'
import type { Verify } from '../imports/verify.ts'
import {
  type Attempt,
  AttemptEnded,
  beginAttempt,
  failAttempt,
  finishCheck,
  isCancelled,
  noteConverted,
  type PhaseProgress,
  reportAttempt,
} from './attempt.ts'
import { requireEmpty } from './empty.ts'
import { fetchedIn, inFolder, removeAbandonedFolders, removeFolders } from './folders.ts'
import { handOver } from './hand-over.ts'
import type { HistoryJob } from './jobs.ts'
import type { ReadArchive, ReadUploaded } from './read.ts'
import { openHistoryToken } from './token.ts'

/** Interval of progress reports to the database, in milliseconds. */
const REPORT_MS = 1_000

/** The means of a worker to import a history. */
export interface HistoryTools {
  /** A folder of the worker for archives. The archive needs room in it three times. */
  readonly folder: string
  /** Reads and checks an uploaded archive, apart from the other work of the worker. */
  readonly read: ReadUploaded
  /** Begins to check an archive of our own again, before it is stored. Default: in this thread. */
  readonly beginCheck?: ((path: string) => RunningCheck) | undefined
  /** The space for the files of the organization. */
  readonly space: FileSpace
  readonly get: (key: string) => Promise<Readable>
  readonly put: (key: string, bytes: Readable) => Promise<number>
  /** Aborted when the worker stops. */
  readonly signal?: AbortSignal | undefined
}

/** A check of an archive that has begun. */
export interface RunningCheck {
  readonly verify: Verify
  stop(): Promise<void>
}

/**
 * Does what comes next for an import of a history, from the start or from where a former attempt has stopped.
 * Nobody sees anything of the imported organization before all of it is there. A broken or refused archive
 * ends the import with a sentence for the owner. Throws other errors, so that the job runs again; when
 * `isLast`, the import ends.
 */
export async function continueHistory(
  core: Core,
  { id }: HistoryJob,
  tools: HistoryTools,
  isLast: boolean,
): Promise<void> {
  const attempt = await beginAttempt(core, id)
  await removeAbandonedFolders(core, tools.folder)
  if (attempt === undefined) return
  const realm = await core.realms.get(attempt.realmId)
  if (realm === undefined) return
  await realm.sync()
  if (attempt.status === 'checking' || attempt.status === 'importing') {
    await work(core, realm, attempt, tools, isLast)
  } else await discardMarked(core, markOf(attempt))
}

async function work(
  core: Core,
  realm: RealmState,
  attempt: Attempt,
  tools: HistoryTools,
  isLast: boolean,
): Promise<void> {
  const progress = new Progress(core, attempt, tools.signal)
  try {
    await inFolder(tools.folder, attempt, (folder) =>
      attempt.status === 'checking'
        ? check(core, realm, attempt, tools, folder, progress)
        : store(core, realm, attempt, tools, folder, progress),
    )
  } catch (error) {
    const refusal = refusalIn(error)
    if (progress.isOver) return discardCancelled(core, attempt, tools)
    const isPassing = error instanceof ImportBusy || error instanceof AttemptEnded
    if (isPassing || (refusal === undefined && !isLast)) throw error
    await removeFolders(tools.folder, attempt)
    await failAttempt(core, attempt, refusal ?? 'The server could not finish the import. Try again later.')
    await discardMarked(core, markOf(attempt))
    if (refusal === undefined) throw error
  } finally {
    progress.stop()
  }
}

/** Deletes what a cancelled import has stored, unless another attempt goes on. */
async function discardCancelled(core: Core, attempt: Attempt, { folder }: HistoryTools): Promise<void> {
  if (!(await isCancelled(core, attempt))) return
  await removeFolders(folder, attempt)
  await discardMarked(core, markOf(attempt))
}

/** Names the organization that an import stores. */
const markOf = ({ id }: Attempt): string => `history${id}`

/** The sentence for the owner; undefined for an error that is not the archive's or the owner's. */
function refusalIn(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.message
  if (isFull(error)) return 'The server has no room for the archive. Ask its operator for help.'
  if (!(error instanceof ArchiveError)) return undefined
  return NO_OWNER.test(error.message)
    ? 'Nobody in the archive has the e-mail address of your account, and nobody else can own the organization. Change your address here to the one that you had there.'
    : error.message
}

/** Whether the disk of the worker or the store is full. */
const isFull = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ENOSPC' || (error as { failure?: unknown }).failure === 'full'

const NO_OWNER = /is an active owner|no active person with the address/

/** Reads all of the archive, and stores it as one of our own with a report. */
async function check(
  core: Core,
  realm: RealmState,
  attempt: Attempt,
  { get, put, read, space }: HistoryTools,
  folder: string,
  progress: Progress,
): Promise<void> {
  await requireEmpty(core.db, realm)
  const path = join(folder, 'archive')
  await pipeline(await get(attempt.storageKey), createWriteStream(path))
  const { secretKey, proxyExternalMedia = false, allowedPrivateAddresses = [] } = core.options
  const token = openHistoryToken(secretKey, attempt.realmId, attempt.id, attempt.sealedToken)
  const readFor = (owner?: string) =>
    read(
      {
        ...{
          path,
          folder,
          fetched: fetchedIn(folder),
          allowedPrivateAddresses,
          media: { secretKey, proxyExternalMedia },
        },
        ...(owner !== undefined && { owner }),
        ...(token !== undefined && { token }),
      },
      (phase, done, total) => progress.at(phase, done, total),
    )
  const made = await readFor().catch((error): Promise<ReadArchive> => {
    const owner = realm.users.get(attempt.actingUserId)
    if (!(error instanceof ArchiveError && NO_OWNER.test(error.message)) || owner === undefined) throw error
    return readFor(owner.deliveryEmail)
  })
  await requireFileSpace(made, space)
  const isOurOwn = made.path === path
  const key = isOurOwn ? attempt.storageKey : newStorageKey()
  await noteConverted(core, attempt, key)
  if (!isOurOwn) await put(key, createReadStream(made.path))
  progress.check()
  await finishCheck(core, attempt, made.report, key)
}

/** Imports the checked archive, and puts the imported organization in the place of the empty one. */
async function store(
  core: Core,
  realm: RealmState,
  attempt: Attempt,
  { get, put, beginCheck }: HistoryTools,
  folder: string,
  progress: Progress,
): Promise<void> {
  await requireEmpty(core.db, realm)
  const path = join(folder, 'archive.zip')
  await pipeline(await get(attempt.convertedKey!), createWriteStream(path))
  const archive = await Archive.open(path)
  const isOwnMaking = attempt.convertedKey !== attempt.storageKey
  const running = isOwnMaking ? undefined : beginCheck?.(path)
  try {
    await importRealm(core, archive, {
      subdomain: realm.record.subdomain,
      ...(realm.record.customHost !== null && { customHost: realm.record.customHost }),
      into: {
        mark: markOf(attempt),
        finish: (record) => {
          progress.check()
          return handOver(core, realm, attempt, record)
        },
      },
      isOwnMaking,
      ...(running !== undefined && { verify: running.verify }),
      storeFile: put,
      onProgress: (phase, done, total) => progress.at(phase, done, total),
    })
  } finally {
    await running?.stop()
    archive.close()
  }
}

/** Reports how far an attempt is, and ends an attempt that nobody wants any more. */
class Progress {
  /** Whether the import was cancelled, or another attempt works on it. */
  isOver = false
  readonly #signal: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  #latest: PhaseProgress = { phase: 'reading', done: 0, total: 0 }

  constructor(core: Core, attempt: Attempt, signal: AbortSignal | undefined) {
    this.#signal = signal
    const report = () =>
      reportAttempt(core, attempt, this.#latest).then(
        (isCurrent) => {
          if (!isCurrent) this.isOver = true
        },
        () => undefined,
      )
    void report()
    this.#timer = setInterval(() => void report(), REPORT_MS)
  }

  /** Throws as `check`. */
  at(phase: PhaseProgress['phase'], done: number, total: number): void {
    this.check()
    this.#latest = { phase, done, total }
  }

  /** Throws `AttemptEnded`. */
  check(): void {
    if (this.isOver || this.#signal?.aborted) throw new AttemptEnded('the attempt has ended')
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
