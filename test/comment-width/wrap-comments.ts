/** Most characters of a line with a comment: the width of code in biome.json. */
export const WIDTH = 110

interface Comment {
  /** Index of its first line, and of the line after its last one. */
  readonly first: number
  readonly end: number
  readonly indent: string
  readonly opener: string
  /** Its lines without indent and marks. */
  readonly texts: readonly string[]
}

/** Lines that wrap together. `first` begins the first line, such as `- `, `rest` the others. */
interface Paragraph {
  readonly first: string
  readonly rest: string
  readonly texts: string[]
}

/**
 * Numbers of the lines, from 1, whose comment is wider than WIDTH. A comment line of one word, such as an
 * address, may be wider, and so may a `biome-ignore`, which has to be one line.
 */
export function wideComments(source: string): number[] {
  const lines = source.split('\n')
  const inComment = new Set<number>()
  const wide: number[] = []
  for (const { first, end } of commentsOf(lines))
    for (let n = first; n < end; n++) {
      inComment.add(n)
      if (isTooWide(lines[n]!)) wide.push(n + 1)
    }
  for (const [n, line] of lines.entries())
    if (!inComment.has(n) && line.length > WIDTH && TRAILING.test(line)) wide.push(n + 1)
  return wide.sort((a, b) => a - b)
}

/**
 * Wraps the paragraphs of comments that have a line wider than WIDTH. Comments after code stay as they are.
 */
export function wrapComments(source: string): string {
  const lines = source.split('\n')
  const wrapped: string[] = []
  let at = 0
  for (const comment of commentsOf(lines)) {
    const own = lines.slice(comment.first, comment.end)
    wrapped.push(...lines.slice(at, comment.first), ...(own.some(isTooWide) ? wrap(comment) : own))
    at = comment.end
  }
  return [...wrapped, ...lines.slice(at)].join('\n')
}

/** Code and a comment without quotes: a text that contains slashes would end with a quote. */
const TRAILING = /\S\s+\/\/ [^'"`]+$/

const isTooWide = (line: string): boolean =>
  line.length > WIDTH && /\S\s+\S/.test(withoutMarks(line)) && !line.includes('biome-ignore')

const withoutMarks = (line: string): string =>
  line.replace(/^\s*(\/\/|\/?\*+(?!\/)) ?/, '').replace(/\s*\*\/$/, '')

/** Finds the comments that begin a line. Neighbouring lines with `//` are one comment. */
function commentsOf(lines: readonly string[]): Comment[] {
  const found: Comment[] = []
  for (let first = 0; first < lines.length; first++) {
    const [, indent = '', opener] = /^(\s*)(\/\*\*?|\/\/)(?= |$)/.exec(lines[first]!) ?? []
    if (opener === undefined) continue
    const isLast = (n: number) =>
      opener === '//' ? !lines[n + 1]?.startsWith(`${indent}//`) : lines[n]!.includes('*/')
    let end = first
    while (end < lines.length - 1 && !isLast(end)) end++
    end++
    // Code may follow `*/` in its line; such a comment is short.
    if (opener === '//' || lines[end - 1]!.endsWith('*/')) {
      const texts = lines.slice(first, end).map((line) => withoutMarks(line).trimEnd())
      found.push({ first, end, indent, opener, texts: opener === '//' ? texts : trimmed(texts) })
    }
    first = end - 1
  }
  return found
}

/** Leaves out empty lines at the beginning and the end. */
function trimmed(texts: readonly string[]): string[] {
  const from = texts.findIndex((text) => text !== '')
  const to = texts.findLastIndex((text) => text !== '')
  return from < 0 ? [] : texts.slice(from, to + 1)
}

function wrap({ indent, opener, texts }: Comment): string[] {
  const width = WIDTH - indent.length - 3
  const lines = paragraphsOf(texts).flatMap((paragraph) => {
    const { first, rest, texts } = paragraph
    const own = texts.map((text, n) => (n === 0 ? first : rest) + text)
    return own.some((line) => line.length > width) ? filled(paragraph, width) : own
  })
  if (opener === '//') return lines.map((line) => `${indent}// ${line}`.trimEnd())
  const single = `${indent}${opener} ${lines[0]} */`
  if (lines.length === 1 && single.length <= WIDTH) return [single]
  return [indent + opener, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/** Tables, examples and empty lines are paragraphs of one line that `filled` does not change. */
function paragraphsOf(texts: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: Paragraph | undefined
  let isExample = false
  for (const text of texts) {
    if (text.startsWith('```')) isExample = !isExample
    const [item] = /^([-*] |\d+\. )/.exec(text) ?? []
    const isFixed = isExample || text === '' || /^(```|\||@| {3,})/.test(text)
    if (open !== undefined && item === undefined && !isFixed) open.texts.push(text.trim())
    else if (open?.rest !== '' && open !== undefined && /^ {2,3}\S/.test(text)) open.texts.push(text.trim())
    else {
      const first = item ?? ''
      const paragraph = { first, rest: ' '.repeat(first.length), texts: [text.slice(first.length)] }
      paragraphs.push(paragraph)
      open = isFixed ? undefined : paragraph
    }
  }
  return paragraphs
}

function filled({ first, rest, texts }: Paragraph, width: number): string[] {
  const [text = ''] = texts
  if (texts.length === 1 && /^(\||@| {3,})/.test(text)) return [text]
  const lines: string[] = []
  let line = first
  for (const word of texts.join(' ').split(/\s+/)) {
    const isFirst = line === first || line === rest
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line)
      line = rest + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line]
}
