import type { Mapping } from '../exports/archive/column.ts'

/** Id and URL of an organization, as they occur in addresses in its messages. */
export interface RealmLocation {
  readonly id: number
  readonly url: string
}

/** The id lookup of a mapping. */
export type Ids = Pick<Mapping, 'id'>

const MENTION = /@(_?)\*\*([^*|]*)\|(\d{1,15})\*\*/g
const MESSAGE_LINK = /#\*\*([^*>]+>[^*]*)@(\d{1,15})\*\*/g
/** An address in the app, absolute or relative. */
const IN_APP = /(https?:\/\/[^\s#"'<>()[\]]*)?#(narrow|channels|streams|groups|user)\/([^\s"'<>()[\]&]*)/g
const FILE =
  /(https?:\/\/[^\s/"'<>()[\]]+)?(\/?)(user_uploads\/(?:download\/|thumbnail\/)?|user_avatars\/)(\d{1,10})\//g
const DATA = /\bdata-(user-id|user-group-id|stream-id)="(\d{1,15})"/g

/** The beginning of every reference in Markdown. Most messages have none of them. */
const ANY = /@_?\*\*|#\*\*|#(?:narrow|channels|streams|groups|user)\/|user_(?:uploads|avatars)\//

const DATA_KINDS = { 'user-id': 'user', 'user-group-id': 'group', 'stream-id': 'channel' } as const

/**
 * Maps message text to another organization: rewrites mentions, links to messages, addresses in the app and
 * addresses of files. Leaves addresses of other servers and unknown ids unchanged.
 */
export function mapMarkdown(text: string, ids: Ids, from: RealmLocation, to: RealmLocation): string {
  if (!ANY.test(text)) return text
  const id = (kind: 'user' | 'message', old: string) => String(ids.id(kind, Number(old)) ?? old)
  return mapAddresses(
    text
      .replace(MENTION, (_, silent, name, user) => `@${silent}**${name}|${id('user', user)}**`)
      .replace(MESSAGE_LINK, (_, topic, message) => `#**${topic}@${id('message', message)}**`),
    ids,
    from,
    to,
  )
}

/** Like `mapMarkdown`, for rendered HTML, which also contains ids in attributes. */
export function mapHtml(html: string, ids: Ids, from: RealmLocation, to: RealmLocation): string {
  return mapMarkdown(html, ids, from, to).replace(DATA, (_, name: keyof typeof DATA_KINDS, old) => {
    return `data-${name}="${ids.id(DATA_KINDS[name], Number(old)) ?? old}"`
  })
}

function mapAddresses(text: string, ids: Ids, from: RealmLocation, to: RealmLocation): string {
  return text
    .replace(IN_APP, (whole, prefix: string | undefined, what: string, rest: string) => {
      const place = prefix?.replace(/\/$/, '')
      if (place !== undefined && place !== from.url) return whole
      const mapped = what === 'narrow' ? mapNarrow(rest, ids) : mapPage(what, rest, ids)
      return `${prefix === undefined ? '' : prefix.replace(from.url, to.url)}#${what}/${mapped}`
    })
    .replace(FILE, (whole, host: string | undefined, slash, folder, realm) => {
      if (Number(realm) !== from.id || (host !== undefined && host !== from.url)) return whole
      return `${host === undefined ? '' : to.url}${slash}${folder}${to.id}/`
    })
}

/** Narrow operators whose operand begins with one or more ids. A name may follow after a hyphen. */
const OPERANDS: Readonly<Record<string, 'channel' | 'message' | 'user'>> = {
  channel: 'channel',
  stream: 'channel',
  near: 'message',
  id: 'message',
  with: 'message',
  dm: 'user',
  'pm-with': 'user',
  'dm-including': 'user',
  'group-pm-with': 'user',
  sender: 'user',
  from: 'user',
  mentions: 'user',
}

/** Maps a narrow such as `channel/12-general/topic/x/near/345`: pairs of operators and operands. */
function mapNarrow(narrow: string, ids: Ids): string {
  const segments = narrow.split('/')
  return segments
    .map((segment, index) => {
      if (index % 2 === 0) return segment
      const kind = OPERANDS[segments[index - 1]!.replace(/^-/, '')]
      return kind === undefined ? segment : mapLeading(segment, kind, ids)
    })
    .join('/')
}

/** Maps the address of a page: `channels/12/general`, `groups/3/name`, `user/7`. */
function mapPage(page: string, rest: string, ids: Ids): string {
  const kind = page === 'user' ? 'user' : page === 'groups' ? 'group' : 'channel'
  return mapLeading(rest, kind, ids)
}

/** Maps the list of ids at the start of a text, when a hyphen, a slash or the end follows it. */
function mapLeading(text: string, kind: 'channel' | 'message' | 'user' | 'group', ids: Ids): string {
  return text.replace(/^(\d{1,15})((?:(?:,|\.2C)\d{1,15})*)(?=[-/?]|$)/, (list) =>
    list.replace(/(^|,|\.2C)(\d+)/g, (_, before, old) => before + (ids.id(kind, Number(old)) ?? old)),
  )
}
