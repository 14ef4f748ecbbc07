/** Lengths of the runs of backticks in a text. */
const runsOf = (text: string): ReadonlySet<number> =>
  new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))

/** Encloses each line of a text as code within a line, between backticks that the text does not have. */
export const inlineCode = (text: string): string => text.split('\n').map(codeOfLine).join('\n')

function codeOfLine(line: string): string {
  if (line.trim() === '') return line
  const runs = runsOf(line)
  let length = 1
  while (runs.has(length)) length += 1
  const mark = '`'.repeat(length)
  const [before, after] = [line.startsWith('`') ? ' ' : '', line.endsWith('`') ? ' ' : '']
  return `${mark}${before}${line}${after}${mark}`
}

/** Words after a fence that begin something else than code. */
const OTHER_BLOCKS = new Set(['quote', 'quoted', 'spoiler', 'math', 'latex'])

/**
 * Encloses a text as a block of code, between fences that are longer than its longest run of backticks. Empty
 * for a text without any letter.
 */
export function codeBlock(text: string, language = ''): string {
  const code = text.replace(/^\n|\n$/g, '')
  if (code.trim() === '') return ''
  const fence = '`'.repeat(Math.max(2, ...runsOf(code)) + 1)
  const isLanguage = /^[\w+#.-]{1,40}$/.test(language) && !OTHER_BLOCKS.has(language.toLowerCase())
  return `${fence}${isLanguage ? language : ''}\n${code}\n${fence}`
}
