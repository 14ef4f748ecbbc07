/** A line that opens or closes a fenced block, perhaps in a quote or in an item of a list. */
const FENCE =
  /^[ >]*(?:(?:[*+-]|\d{1,9}\.) +)*(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+)(?: .*|[^\w+\-./#~`].*)?)?$/
/** Fenced blocks that have Markdown in them, not code. */
const OF_MARKDOWN = /^(?:quote|quoted|spoiler)$/i

/** Whether a text ends within a fenced block of code. */
export function isInFencedCode(before: string): boolean {
  const open: { readonly fence: string; readonly isCode: boolean }[] = []
  // The last line may still become something else.
  for (const line of before.split('\n').slice(0, -1)) {
    const [, fence, language] = FENCE.exec(line) ?? []
    if (fence === undefined) continue
    const inner = open.at(-1)
    if (inner?.fence === fence && language === undefined) open.pop()
    else if (!inner?.isCode) open.push({ fence, isCode: !OF_MARKDOWN.test(language ?? '') })
  }
  return open.at(-1)?.isCode ?? false
}

/** Whether a text ends within code. */
export function isInCode(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return isInFencedCode(before) || (line.match(/`/g)?.length ?? 0) % 2 === 1
}
