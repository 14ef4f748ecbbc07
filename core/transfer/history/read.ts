import { type MediaOptions, mediaSource } from '../../content/media/external-address.ts'
import { PublicNetwork } from '../../platform/net/public-network.ts'
import { Archive, ArchiveError } from '../imports/archive.ts'
import { TokenRefused } from '../imports/from/fetching/downloads.ts'
import { type MovedIn, type MoveInOptions, moveIn } from '../imports/from/move-in.ts'
import type { ReportData } from '../imports/from/reading/report.ts'
import { partsOf, verify, verifyOwnMaking } from '../imports/verify.ts'

/** An uploaded archive, on disk. */
export interface UploadedArchive {
  readonly path: string
  /** A folder of the import, for an archive of our own that is made of it. */
  readonly folder: string
  /** The address of the person who becomes the owner, when the archive names no owner. */
  readonly owner?: string
  /** The token of the former server, for files that the archive names and does not have. */
  readonly token?: string
  /** A folder for files of the former server, where those that were fetched before are. */
  readonly fetched?: string
  /** Private addresses that the guarded network may reach. */
  readonly allowedPrivateAddresses?: readonly string[]
  /** How this server serves external pictures, to which messages lead. */
  readonly media: MediaOptions
}

/** An archive that the import can store. */
export interface ReadArchive {
  /** The path of an archive of our own: the uploaded one, or one in the folder. */
  readonly path: string
  readonly report: ReportData
  /** Bytes of all files. */
  readonly fileBytes: number
}

/** Called now and then. It may throw, and then the work ends with its error. */
export type OnRead = (phase: 'reading' | 'checking', done: number, total: number) => void

/**
 * Reads all of an uploaded archive, makes one of our own of it, and checks that one. Throws `ArchiveError`.
 */
export type ReadUploaded = (archive: UploadedArchive, onRead: OnRead) => Promise<ReadArchive>

/** Reads an archive in this process. */
export async function readUploaded(
  { path, folder, owner, token, fetched, allowedPrivateAddresses = [], media }: UploadedArchive,
  { pictures, onRead }: Pick<MoveInOptions, 'pictures'> & { readonly onRead: OnRead },
): Promise<ReadArchive> {
  const network = new PublicNetwork(allowedPrivateAddresses)
  let moved: MovedIn
  try {
    moved = await moveIn(path, {
      folder,
      pictures,
      ...(owner !== undefined && { owner }),
      ...(token !== undefined && { remote: { token, network } }),
      ...(fetched !== undefined && { fetched }),
      mediaSource: (address) => mediaSource(media, address),
      onProgress: (done, total) => onRead('reading', done, total),
    })
  } catch (error) {
    throw error instanceof TokenRefused ? new ArchiveError(error.message) : error
  } finally {
    await network.close()
  }
  const archive = await Archive.open(moved.path)
  try {
    const total = partsOf(archive).reduce((sum, { part }) => sum + part.rows, 0)
    let done = 0
    const check = moved.path === path ? verify : verifyOwnMaking
    await check(archive, async ({ part }) => {
      done += part.rows
      onRead('checking', done, total)
    })
  } finally {
    archive.close()
  }
  return { path: moved.path, report: moved.report, fileBytes: archive.fileBytes }
}
