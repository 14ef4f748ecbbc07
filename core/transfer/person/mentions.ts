import { escapeText } from '../../content/markdown/rendering/escape.ts'
import type { StoredEdit } from '../../messaging/conversations/stored-edit.ts'

/** The text of a message, its HTML, and its former texts. */
export interface MentioningText {
  readonly content: string
  readonly renderedContent: string
  readonly editHistory: readonly StoredEdit[] | null
}

/** The attribute by which the renderer marks a mention of a person. */
export const mentionMark = (person: number): string => `data-user-id="${person}"`

/**
 * Replaces the name in each mention of a person, in the text, the HTML and the edit history. The HTML says
 * which names without an id mean the person, also former names.
 */
export function renameMentions(text: MentioningText, person: number, name: string): MentioningText {
  const { content, renderedContent, editHistory } = text
  const rename = (markdown: string, html: string) => renameIn(markdown, html, person, name)
  const now = rename(content, renderedContent)
  return {
    content: now.markdown,
    renderedContent: now.html,
    editHistory:
      editHistory?.map((edit) => {
        const { prev_content: markdown, prev_rendered_content: html } = edit
        if (markdown === undefined || html === undefined) return edit
        const then = rename(markdown, html)
        return { ...edit, prev_content: then.markdown, prev_rendered_content: then.html }
      }) ?? null,
  }
}

function renameIn(markdown: string, html: string, person: number, name: string) {
  const names = new Set<string>()
  const span = new RegExp(
    `(<span class="user-mention[^"]*" ${mentionMark(person)}>)(@?)([^<]*)(?=</span>)`,
    'g',
  )
  const renamed = html.replace(span, (_, begin: string, sign: string, shown: string) => {
    names.add(shown)
    return `${begin}${sign}${escapeText(name)}`
  })
  if (names.size === 0) return { markdown, html }
  const mention = /(@_?\*\*)([^*]*?)(\|\d+)?(?=\*\*)/g
  return {
    html: renamed,
    markdown: markdown.replace(mention, (whole, begin: string, shown: string, id: string | undefined) =>
      id === `|${person}` || (id === undefined && names.has(escapeText(shown)))
        ? `${begin}${name}|${person}`
        : whole,
    ),
  }
}
