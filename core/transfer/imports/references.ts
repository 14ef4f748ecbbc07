import type { Mapping } from '../exports/archive/column.ts'

/** Where an organization is, as addresses in its messages have it. */
export interface Place {
  readonly id: number
  readonly url: string
}

/** The ids of a mapping. */
export type Ids = Pick<Mapping, 'id'>

const MENTION = /@(_?)\*\*([^*|]*)\|(\d{1,15})\*\*/g
const MESSAGE_LINK = /#\*\*([^*>]+>[^*]*)@(\d{1,15})\*\*/g
/** An address in the app, in full or from its root. */
const IN_APP = /(https?:\/\/[^\s#"'<>()[\]]*)?#(narrow|channels|streams|groups|user)\/([^\s"'<>()[\]&]*)/g
const FILE =
  /(https?:\/\/[^\s/"'<>()[\]]+)?(\/?)(user_uploads\/(?:download\/|thumbnail\/)?|user_avatars\/)(\d{1,10})\//g
const DATA = /\bdata-(user-id|user-group-id|stream-id)="(\d{1,15})"/g

const DATA_KINDS = { 'user-id': 'user', 'user-group-id': 'group', 'stream-id': 'channel' } as const

/**
 * What stands for message text in another organization: its mentions, links to messages, and addresses in the app and of
 * files name there what they named here. Addresses of other servers, and what is unknown, stay as they are.
 */
export function mapMarkdown(text: string, ids: Ids, from: Place, to: Place): string {
  if (!/[@#]\*\*|@_\*\*|[#/]|user_/.test(text)) return text
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

/** The same of rendered text, which has the ids in attributes too. */
export function mapHtml(html: string, ids: Ids, from: Place, to: Place): string {
  return mapMarkdown(html, ids, from, to).replace(DATA, (_, name: keyof typeof DATA_KINDS, old) => {
    return `data-${name}="${ids.id(DATA_KINDS[name], Number(old)) ?? old}"`
  })
}

function mapAddresses(text: string, ids: Ids, from: Place, to: Place): string {
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

/** Operators whose operands begin with an id, or with several; behind a hyphen may be a name. */
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

/** `channel/12-general/topic/x/near/345`: pairs of operators and operands. */
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

/** `channels/12/general`, `groups/3/name`, `user/7`. */
function mapPage(page: string, rest: string, ids: Ids): string {
  const kind = page === 'user' ? 'user' : page === 'groups' ? 'group' : 'channel'
  return mapLeading(rest, kind, ids)
}

/** The ids that a text begins with, if they are all it has before a hyphen, a slash or its end. */
function mapLeading(text: string, kind: 'channel' | 'message' | 'user' | 'group', ids: Ids): string {
  return text.replace(/^(\d{1,15})((?:(?:,|\.2C)\d{1,15})*)(?=[-/?]|$)/, (list) =>
    list.replace(/(^|,|\.2C)(\d+)/g, (_, before, old) => before + (ids.id(kind, Number(old)) ?? old)),
  )
}
