import type { UploadedPicture } from '../../../../content/uploads/pictures.ts'
import type { AttachedFiles, FilesByName } from '../reading/attached-files.ts'
import type { Fields } from '../reading/fields.ts'
import { TextNumbers } from '../reading/numbers/number-map.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { textOf } from '../reading/texts.ts'
import type { SourceFile } from '../source/source.ts'
import { filesIn } from './attachments.ts'
import type { SlackSite } from './site.ts'

/** Files that are fetched at once. */
const AT_ONCE = 4
/** Where programs that complete an export put the bytes of files: a folder by the file's id. */
const UPLOADS = '__uploads/'
const MAX_FILES = 50
/** What stays of a file that is gone. */
const GONE = new Set(['tombstone', 'hidden_by_limit', 'external'])

/** Runs work for each item, some at once. The first failure ends it. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for await (const item of items) {
    const run = work(item)
      .catch((error) => failures.push(error))
      .then(() => {
        running.delete(run)
      })
    running.add(run)
    if (running.size >= AT_ONCE) await Promise.race(running)
    if (failures.length > 0) break
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}

/** The files of an archive of Slack: in the archive, fetched from Slack, or only links. */
export class SlackFiles {
  readonly #context: ReadingContext
  readonly #attached: AttachedFiles
  readonly #site: SlackSite | undefined
  readonly #stored = new Map<string, SourceFile>()
  readonly #wanted: SortedLines
  readonly #known = new TextNumbers()

  /** `root`: the folder of the archive, with a slash or empty. */
  constructor(context: ReadingContext, root: string, attached: AttachedFiles, site: SlackSite | undefined) {
    this.#context = context
    this.#attached = attached
    this.#site = site
    this.#wanted = new SortedLines(context.work, 'wanted-files')
    const folder = root + UPLOADS
    for (const file of context.source.files.values()) {
      if (!file.name.startsWith(folder)) continue
      const [id = '', name, more] = file.name.slice(folder.length).split('/')
      if (name !== undefined && more === undefined && !this.#stored.has(id)) this.#stored.set(id, file)
    }
  }

  /** Notes the files of a message, for `fetchAll`. */
  async want(message: Fields): Promise<void> {
    if (this.#site === undefined) return
    for (const file of usableIn(message)) {
      if (this.#stored.has(textOf(file.id))) continue
      const { url_private_download, url_private, size, filetype, mimetype } = file
      const wanted = JSON.stringify({ url_private_download, url_private, size, filetype, mimetype })
      const { number, isNew } = this.#known.add(wanted)
      if (isNew) await this.#wanted.add(number, wanted)
    }
  }

  /** Fetches all files that were noted. Throws `RemoteError`. */
  async fetchAll(): Promise<void> {
    const site = this.#site
    if (site === undefined) return
    const total = this.#known.size
    let done = 0
    await inParallel(this.#wanted.read(), async ({ text }) => {
      await site.fetch(JSON.parse(text))
      done += 1
      this.#context.onProgress(done, total)
    })
  }

  /** Attaches the files of a message. Resolves to links by the ids of files; others stay links to Slack. */
  async attach(
    message: Fields,
    to: { readonly owner: number; readonly message: number; readonly sent: number },
  ) {
    const links = new Map<string, string>()
    const pictures = new Map<string, UploadedPicture>()
    for (const file of usableIn(message)) {
      const id = textOf(file.id)
      const name = textOf(file.name) || textOf(file.title) || 'file'
      const source = this.#stored.get(id) ?? (await this.#site?.find(file))
      if (source === undefined) {
        const why =
          this.#site === undefined
            ? 'files stay at Slack: messages link them'
            : 'files that Slack does not give stay links'
        this.#context.report.changed(why, name)
        continue
      }
      const contentType = textOf(file.mimetype)
      const { markdown, path, picture } = await this.#attached.add({ ...to, file: source, name, contentType })
      if (id !== '') links.set(id, markdown)
      if (picture !== undefined) pictures.set(path, picture)
    }
    return { links, pictures }
  }

  records(): AsyncGenerator<ArchiveRecord> {
    return this.#attached.records()
  }
}

const usableIn = (message: Fields): readonly Fields[] =>
  filesIn(message)
    .filter((file) => textOf(file.id) !== '' && !GONE.has(textOf(file.mode)))
    .slice(0, MAX_FILES)

/** Finds the bytes of files by the names that the archive or the site has given them. */
export const filesByName = (
  files: ReadonlyMap<string, SourceFile>,
  site: SlackSite | undefined,
): FilesByName => ({ get: (name) => files.get(name) ?? site?.at(name) })
