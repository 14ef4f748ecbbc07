/** Code blocks and code within lines. A block without an end goes to the end of the text. */
const CODE =
  /(^[ \t]*(```+|~~~+)[^\n]*\n[\s\S]*?(?:^[ \t]*\2[ \t]*$|(?![\s\S])))|(`+)(?!`)[^\n]*?[^`\n]\3(?!`)/gm

/** Changes the parts of a Markdown text that are no code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  if (!text.includes('`') && !text.includes('~~~')) return change(text)
  let result = ''
  let from = 0
  for (const found of text.matchAll(CODE)) {
    result += change(text.slice(from, found.index)) + found[0]
    from = found.index + found[0].length
  }
  return result + change(text.slice(from))
}
