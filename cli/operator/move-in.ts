import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ConfigError } from '../../config/error.ts'
import { mediaSource } from '../../core/content/media/external-address.ts'
import { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { ArchiveError } from '../../core/transfer/imports/archive.ts'
import { RemoteError } from '../../core/transfer/imports/from/fetching/downloads.ts'
import { findMovedIn, type MovedIn, moveIn } from '../../core/transfer/imports/from/move-in.ts'
import { folderBytes } from '../../core/transfer/imports/from/source/folder-source.ts'
import { pictureMaker } from '../../storage/images/picture-maker.ts'
import { abandonArchive, importArchive } from './import-archive.ts'
import { operate, print } from './operator.ts'
import { ProgressDisplay } from './progress.ts'
import { reportText } from './report-text.ts'
import { tokenIn } from './token-file.ts'

/** The options of the command for the beginning of an import. */
export interface OtherArchive {
  readonly from?: string
  readonly url?: string
  readonly owner?: string
  /** The wanted teams of an archive of Mattermost; all without a name. */
  readonly team?: readonly string[]
  /** The path of a file with a token of Slack. */
  readonly tokenFile?: string
}

export interface MoveInRequest extends OtherArchive {
  readonly subdomain?: string
  readonly customHost?: string | undefined
  /** Whether to stop after the report. */
  readonly isCheckOnly: boolean
}

/**
 * Reads the archive of another product, prints a report of its contents and of the kept parts, and imports
 * it. Prints the address of the new organization. Throws `ConfigError`.
 */
export async function importFromOther(path: string, request: MoveInRequest): Promise<void> {
  const moved = await readOther(path, request)
  print(reportText(moved.report))
  if (request.isCheckOnly) return
  const found = await stat(path)
  const length = found.isDirectory() ? await folderBytes(path) : found.size
  const imported = { fileName: basename(path), length, report: moved.report }
  const { subdomain, customHost } = request
  await importArchive(moved.path, { subdomain, customHost, isOwnMaking: moved.path !== path }, imported)
  await moved.discard()
}

/** Deletes the rows and files of an interrupted import of such an archive. Throws `ConfigError`. */
export async function abandonMoveIn(
  path: string,
  { from, url, owner, team, tokenFile }: OtherArchive,
): Promise<void> {
  let moved: Omit<MovedIn, 'report'> | undefined
  await operate(async ({ config }) => {
    moved = await told(() =>
      findMovedIn(path, {
        ...{ from, formerUrl: url, owner, teams: team, remote: tokenFile },
        folder: folderOf(config),
      }),
    )
  })
  if (moved === undefined) {
    print('There is no interrupted import of this file')
    return
  }
  await abandonArchive(moved.path)
  await moved.discard()
}

async function readOther(
  path: string,
  { from, url, owner, team, tokenFile }: OtherArchive,
): Promise<MovedIn> {
  const token = tokenFile === undefined ? undefined : await tokenIn(tokenFile)
  let moved: MovedIn | undefined
  const progress = new ProgressDisplay()
  await operate(async ({ core, config }) => {
    const network = new PublicNetwork(config.allowedPrivateAddresses)
    try {
      moved = await told(() =>
        moveIn(path, {
          from,
          formerUrl: addressOf(url),
          owner,
          teams: team,
          ...(token !== undefined && { remote: { token, network } }),
          folder: folderOf(config),
          pictures: pictureMaker(),
          mediaSource: (address) => mediaSource(core.options, address),
          onProgress: (done, total) => progress.show('reading', done, total, 'bytes'),
        }),
      )
    } finally {
      progress.end()
      await network.close()
    }
  })
  return moved!
}

const folderOf = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'imports')

/** Checks the address of the former server. Returns it without a slash at its end. */
function addressOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new ConfigError('--url needs an address that begins with https:// or http://')
  }
  return given.replace(/\/+$/, '')
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RemoteError) {
      throw new ConfigError(`${error.message} Run the command again to continue.`)
    }
    throw error instanceof ArchiveError ? new ConfigError(error.message) : error
  }
}
