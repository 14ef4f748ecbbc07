import { escapeText } from '../../content/markdown/rendering/escape.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { mapHtml, mapMarkdown, type RealmLocation } from '../imports/references.ts'
import type { Accounts } from './part.ts'

/** Replaces the merged account in texts: in mentions, and in addresses of conversations and people. */
export interface TextChange {
  markdown(text: string, html?: string): string
  html(html: string): string
}

/** The changes of texts of an organization. */
export function textChange({ from, into }: Accounts, place: RealmLocation): TextChange {
  const ids = { id: (kind: string, old: number) => (kind === 'user' && old === from.id ? into.id : old) }
  const byId = new RegExp(`@(_?)\\*\\*[^*|]*\\|0*${from.id}\\*\\*`, 'g')
  const byName = new RegExp(`@(_?)\\*\\*${escaped(from.fullName)}\\*\\*`, 'gi')
  const span = new RegExp(
    `(<span class="user-mention(?: silent)?" data-user-id=")${from.id}(">@?)[^<]*(</span>)`,
    'g',
  )
  const mention = `**${into.fullName}|${into.id}**`
  const named = (text: string, how: RegExp, to = mention) =>
    text.replace(how, (_, silent) => `@${silent}${to}`)
  return {
    // A mention by the name alone is one of the account when the HTML says so.
    markdown(text, html) {
      const known = named(text, byId)
      const all = html !== undefined && mentions(html, from) ? named(known, byName) : known
      return mapMarkdown(all, ids, place, place)
    },
    html(html) {
      const spans = html.replace(span, (_, before, middle, end) =>
        [before, into.id, middle, escapeText(into.fullName), end].join(''),
      )
      return mapHtml(named(spans, byId, escapeText(mention)), ids, place, place)
    },
  }
}

const mentions = (html: string, { id }: UserRecord): boolean => html.includes(`data-user-id="${id}"`)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
