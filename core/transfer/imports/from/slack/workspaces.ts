import { MAX_CHANNEL_FOLDER_NAME_LENGTH, MAX_CHANNEL_FOLDERS } from '../../../../../config/limits.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { folderRow } from '../reading/channel-rows.ts'
import { type Texts, UniqueNames } from '../reading/texts.ts'
import type { Source, SourceFile } from '../source/source.ts'

/** The lists of the conversations of a workspace. */
export const PLACES = ['channels.json', 'groups.json', 'dms.json', 'mpims.json'] as const
const DAY = /^\d{4}-\d\d-\d\d\.json$/
/** Where the export of an Enterprise Grid has its workspaces, by name. */
const TEAMS = 'teams/'

/** A workspace of an archive. Most archives have one. */
export class Workspace {
  /** With a slash at its end, or empty. */
  readonly root: string
  /** The channel folder of a workspace of an Enterprise Grid. */
  readonly folder: number | undefined
  readonly #folders: ReadonlyMap<string, readonly SourceFile[]>
  readonly #used = new Set<string>()

  constructor(root: string, folder: number | undefined, folders: ReadonlyMap<string, readonly SourceFile[]>) {
    this.root = root
    this.folder = folder
    this.#folders = folders
  }

  /** The days of a conversation, in their order. Its folder is named by its name, or by its id. */
  filesOf(name: string, key: string): readonly SourceFile[] {
    const folder = [name.normalize('NFC'), key].find((of) => this.#folders.has(of))
    if (folder === undefined) return []
    this.#used.add(folder)
    return this.#folders.get(folder)!
  }

  /** The folders of days that belong to no conversation, each with the number of its days. */
  *unused(): Generator<readonly [folder: string, days: number]> {
    for (const [folder, { length }] of this.#folders) if (!this.#used.has(folder)) yield [folder, length]
  }
}

/**
 * The workspaces of an archive: the archive itself, and those of an Enterprise Grid with folders for them.
 */
export class Workspaces {
  readonly all: readonly Workspace[]
  readonly #names: readonly string[]

  /** `root`: the folder of the archive, with a slash or empty. */
  constructor({ files }: Source, root: string, texts: Texts) {
    const unique = new UniqueNames(MAX_CHANNEL_FOLDER_NAME_LENGTH)
    const names = teamsOf(files, root).slice(0, MAX_CHANNEL_FOLDERS)
    const roots = [root, ...names.map((name) => `${root}${TEAMS}${name}/`)]
    const folders = new Map(roots.map((of) => [of, new Map<string, SourceFile[]>()]))
    for (const file of files.values()) addDay(file, folders)
    for (const days of folders.values()) {
      for (const list of days.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1))
    }
    this.all = roots.map((of, index) => new Workspace(of, index === 0 ? undefined : index, folders.get(of)!))
    this.#names = names.map((name) =>
      unique.take(texts.line(name, MAX_CHANNEL_FOLDER_NAME_LENGTH) || 'workspace'),
    )
  }

  *folderRows(): Generator<Row> {
    for (const [index, name] of this.#names.entries()) yield folderRow(index + 1, name)
  }
}

function teamsOf(files: ReadonlyMap<string, SourceFile>, root: string): readonly string[] {
  const names = new Set<string>()
  for (const file of files.keys()) {
    if (!file.startsWith(root + TEAMS)) continue
    const [name = '', list] = file.slice(root.length + TEAMS.length).split('/')
    if (PLACES.some((place) => place === list)) names.add(name)
  }
  return [...names].sort()
}

/** Adds a file to the folder of its conversation, when it is a day of one. */
function addDay(file: SourceFile, folders: ReadonlyMap<string, Map<string, SourceFile[]>>): void {
  const parts = file.name.split('/')
  const day = parts.pop()
  const key = parts.pop()?.normalize('NFC')
  if (day === undefined || key === undefined || !DAY.test(day)) return
  const days = folders.get(parts.length === 0 ? '' : `${parts.join('/')}/`)
  if (days === undefined) return
  const list = days.get(key)
  if (list === undefined) days.set(key, [file])
  else list.push(file)
}
