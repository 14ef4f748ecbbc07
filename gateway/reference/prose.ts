import MarkdownIt from 'markdown-it'
import { type Html, html, trusted } from '../pages/html.ts'
import { codeBlock, type Grammar } from './highlight.ts'

/** Markdown of the declarations and guides as HTML. */
export interface Prose {
  /** Sentences of a declaration as paragraphs. */
  paragraphs(text: string): Html
  /** One sentence of a declaration, without a paragraph around it. */
  sentence(text: string): Html
  /** A page with headings and code, without its title. */
  document(text: string): Html
}

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  sh: 'bash',
  js: 'javascript',
  ts: 'javascript',
  json: 'json',
  python: 'python',
}

/**
 * `linkOf` returns the page of a name that stands as code in a text, such as `POST /messages`. `isGuide` says
 * whether a file of `docs` has a page.
 */
export function createProse(
  linkOf: (name: string) => string | undefined,
  isGuide: (name: string) => boolean,
): Prose {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
  const { rules } = markdown.renderer
  rules.code_inline = (tokens, index) => {
    const code = html`<code>${tokens[index]!.content}</code>`
    const isInLink = tokens.slice(0, index).reduce((depth, { type }) => depth + opens(type), 0) > 0
    const link = isInLink ? undefined : linkOf(tokens[index]!.content)
    return (link === undefined ? code : html`<a href="${link}">${code}</a>`).text
  }
  rules.fence = (tokens, index) => fence(tokens[index]!.info, tokens[index]!.content).text
  rules.code_block = (tokens, index) => fence('', tokens[index]!.content).text
  rules.heading_open = (tokens, index) => {
    const { tag } = tokens[index]!
    return `<${tag} id="${anchorOf(tokens[index + 1]!.content)}">`
  }
  rules.link_open = (tokens, index, options, _env, self) => {
    const href = tokens[index]!.attrGet('href')
    const address = href === null ? undefined : addressOf(href, isGuide)
    // A file of the repository that has no page here: the words stay, without a link.
    if (address === undefined) tokens[index]!.attrs = []
    else tokens[index]!.attrSet('href', address)
    return self.renderToken(tokens, index, options)
  }
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
  rules.table_close = () => '</table></div>'
  return {
    paragraphs: (text) => trusted(markdown.render(text)),
    sentence: (text) => trusted(markdown.renderInline(text)),
    document: (text) => trusted(markdown.render(text.replace(/^# .*\n/, ''))),
  }
}

const opens = (type: string): number => (type === 'link_open' ? 1 : type === 'link_close' ? -1 : 0)

/**
 * A block of code. The info is its language, and after it the name of the file that it is saved as, if any.
 */
function fence(info: string, content: string): Html {
  const [language = '', file] = info.trim().split(/\s+/)
  const block = codeBlock(content.trimEnd(), GRAMMARS[language], isFileName(file) ? file : 'Code')
  return !isFileName(file) ? block : html`<figure><figcaption>${file}</figcaption>${block}</figure>`
}

/** Other words than names of files say how a test runs the block: `stays`, `install`, `environment`. */
const isFileName = (word: string | undefined): word is string =>
  word !== undefined && /^[\w-]+\.\w+$|^zuliprc$/.test(word)

/** The anchor of a heading, as code forges make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/**
 * A link between files of `docs` as a link between pages: `first-bot.md#run` is `/api/guides/first-bot#run`.
 */
function addressOf(href: string, isGuide: (name: string) => boolean): string | undefined {
  const match = /^(?:[\w.-]+\/)*([\w-]+)\.md(#.*)?$/.exec(href)
  if (match === null) return href
  return isGuide(match[1]!) ? `/api/guides/${match[1]}${match[2] ?? ''}` : undefined
}
