import { type Access, Downloads, RemoteError, TokenRefused, type Wanted } from '../fetching/downloads.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { textOf } from '../reading/texts.ts'
import type { SourceFile } from '../source/source.ts'

const API = 'https://slack.com/api'
/** Files and the interface, which want the token. */
const WITH_TOKEN = /(?:^|\.)slack\.com$/
/** Pictures, which everybody may see. */
const PUBLIC = /(?:^|\.)slack-edge\.com$/

/** What an archive of Slack names and Slack's servers have: files, pictures of people, custom emoji. */
export class SlackSite {
  readonly #downloads: Downloads

  /** Throws `RemoteError` when Slack refuses the token or does not answer. */
  static async open(context: ReadingContext): Promise<SlackSite | undefined> {
    const { remote } = context
    if (remote === undefined) return undefined
    const access: Access = {
      allows: (url) =>
        url.protocol === 'https:' && (WITH_TOKEN.test(url.hostname) || PUBLIC.test(url.hostname)),
      headers: (url): Readonly<Record<string, string>> =>
        WITH_TOKEN.test(url.hostname) ? { authorization: `Bearer ${remote.token}` } : {},
    }
    const downloads = new Downloads(remote.folder, remote.network, access, remote.pause)
    const answer = await downloads.json(`${API}/auth.test`)
    if (!isFields(answer) || answer.ok !== true) {
      const reason = isFields(answer) ? textOf(answer.error).slice(0, 100) : undefined
      throw reason === undefined
        ? new RemoteError('Slack refuses the token (no answer).')
        : new TokenRefused(`Slack refuses the token (${reason}).`)
    }
    return new SlackSite(downloads)
  }

  private constructor(downloads: Downloads) {
    this.#downloads = downloads
  }

  /** Fetches a file of a message; undefined when Slack does not give it. */
  fetch(file: Fields): Promise<SourceFile | undefined> {
    return this.#downloads.fetch(wantedOf(file))
  }

  /** Finds a file of a message that was fetched. */
  find(file: Fields): Promise<SourceFile | undefined> {
    return this.#downloads.find(wantedOf(file))
  }

  /** The fetched file of a name. */
  at(name: string): SourceFile | undefined {
    return this.#downloads.at(name)
  }

  picture(address: string): Promise<SourceFile | undefined> {
    return this.#downloads.fetch({ address, isFile: (contentType) => contentType.startsWith('image/') })
  }

  /**
   * The addresses of custom emoji by name, or `alias:` and a name; undefined when the token may not list
   * them.
   */
  async emoji(): Promise<ReadonlyMap<string, string> | undefined> {
    const answer = await this.#downloads.json(`${API}/emoji.list`)
    if (!isFields(answer) || answer.ok !== true || !isFields(answer.emoji)) return undefined
    return new Map(Object.entries(answer.emoji).map(([name, address]) => [name, textOf(address)]))
  }
}

/** Files that are pages by themselves. */
const PAGES = new Set(['quip', 'canvas', 'html', 'space'])

function wantedOf(file: Fields): Wanted {
  const address = textOf(file.url_private_download) || textOf(file.url_private)
  const size = typeof file.size === 'number' && Number.isSafeInteger(file.size) ? file.size : 0
  // Without the right to a file, Slack shows a page for logging in.
  const isPage = PAGES.has(textOf(file.filetype)) || textOf(file.mimetype).includes('html')
  return {
    address,
    // The size of a document says nothing about its bytes.
    ...(size > 0 && !isPage && { size }),
    isFile: (contentType) => isPage || !contentType.startsWith('text/html'),
  }
}
