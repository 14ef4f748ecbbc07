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

/** The token of an export, which is good for the addresses of its files and for nothing else. */
const OF_EXPORT = /^xoxe-/

/** What an archive of Slack names and Slack's servers have: files, pictures of people, custom emoji. */
export class SlackSite {
  readonly #downloads: Downloads
  /** The token for the addresses of files; undefined where a header has it. */
  readonly #exportToken: string | undefined

  /** Throws `RemoteError` when Slack refuses the token or does not answer. */
  static async open(context: ReadingContext): Promise<SlackSite | undefined> {
    const { remote } = context
    if (remote === undefined) return undefined
    const exportToken = OF_EXPORT.test(remote.token) ? remote.token : undefined
    const access: Access = {
      allows: (url) =>
        url.protocol === 'https:' && (WITH_TOKEN.test(url.hostname) || PUBLIC.test(url.hostname)),
      headers: (url): Readonly<Record<string, string>> =>
        exportToken === undefined && WITH_TOKEN.test(url.hostname)
          ? { authorization: `Bearer ${remote.token}` }
          : {},
    }
    const downloads = new Downloads(remote.folder, remote.network, access, remote.pause)
    if (exportToken !== undefined) return new SlackSite(downloads, exportToken)
    const answer = await downloads.json(`${API}/auth.test`)
    if (!isFields(answer) || answer.ok !== true) {
      const reason = isFields(answer) ? textOf(answer.error).slice(0, 100) : undefined
      throw reason === undefined
        ? new RemoteError('Slack refuses the token (no answer).')
        : new TokenRefused(`Slack refuses the token (${reason}).`)
    }
    return new SlackSite(downloads, undefined)
  }

  private constructor(downloads: Downloads, exportToken: string | undefined) {
    this.#downloads = downloads
    this.#exportToken = exportToken
  }

  /** Fetches a file of a message; undefined when Slack does not give it. */
  fetch(file: Fields): Promise<SourceFile | undefined> {
    return this.#downloads.fetch(wantedOf(file, this.#exportToken))
  }

  /** Finds a file of a message that was fetched. */
  find(file: Fields): Promise<SourceFile | undefined> {
    return this.#downloads.find(wantedOf(file, this.#exportToken))
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
    if (this.#exportToken !== undefined) return undefined
    const answer = await this.#downloads.json(`${API}/emoji.list`)
    if (!isFields(answer) || answer.ok !== true || !isFields(answer.emoji)) return undefined
    return new Map(Object.entries(answer.emoji).map(([name, address]) => [name, textOf(address)]))
  }
}

/** Files that are pages by themselves. */
const PAGES = new Set(['quip', 'canvas', 'html', 'space'])

function wantedOf(file: Fields, exportToken: string | undefined): Wanted {
  const given = textOf(file.url_private_download) || textOf(file.url_private)
  const size = typeof file.size === 'number' && Number.isSafeInteger(file.size) ? file.size : 0
  // Without the right to a file, Slack shows a page for logging in.
  const isPage = PAGES.has(textOf(file.filetype)) || textOf(file.mimetype).includes('html')
  return {
    address: exportToken === undefined ? given : withToken(given, exportToken),
    // The size of a document says nothing about its bytes.
    ...(size > 0 && !isPage && { size }),
    isFile: (contentType) => isPage || !contentType.startsWith('text/html'),
  }
}

/** An address of Slack with the token of the export. Other addresses stay as they are. */
function withToken(address: string, token: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.protocol !== 'https:' || !WITH_TOKEN.test(url.hostname)) return address
  url.searchParams.set('t', token)
  return url.href
}
