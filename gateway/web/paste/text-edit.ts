/** A change of a text: the replacement of a range, and the selection afterwards. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly selectStart: number
  readonly selectEnd: number
}

/** Puts marks around a range, or removes existing ones. `sample` replaces an empty range. */
export function wrap(
  text: string,
  [start, end]: readonly [number, number],
  [before, after]: readonly [string, string],
  sample: string,
): TextEdit {
  const chosen = text.slice(start, end)
  const isWrapped =
    text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after
  if (isWrapped) {
    const from = start - before.length
    return {
      start: from,
      end: end + after.length,
      text: chosen,
      selectStart: from,
      selectEnd: from + chosen.length,
    }
  }
  const inner = chosen || sample
  const selectStart = start + before.length
  return {
    start,
    end,
    text: before + inner + after,
    selectStart,
    selectEnd: selectStart + inner.length,
  }
}

/** Replaces a range by text and puts the cursor after it. */
export const insert = ([start, end]: readonly [number, number], text: string): TextEdit => ({
  start,
  end,
  text,
  selectStart: start + text.length,
  selectEnd: start + text.length,
})

/** Inserts text on separate lines. */
export function insertBlock(text: string, [start, end]: readonly [number, number], block: string): TextEdit {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = text[end] === '\n' ? '' : '\n'
  return insert([start, end], before + block + after)
}

/** Puts a mark before each line of the range. */
export function prefixLines(text: string, [start, end]: readonly [number, number], mark: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lines = text
    .slice(from, end)
    .split('\n')
    .map((line) => mark + line)
    .join('\n')
  return { start: from, end, text: lines, selectStart: from + lines.length, selectEnd: from + lines.length }
}

/** Applies an edit as if typed, so that undo reverts it. */
export function applyEdit(box: HTMLTextAreaElement, edit: TextEdit): void {
  box.focus()
  box.setSelectionRange(edit.start, edit.end)
  // The only way to change a field that undo supports.
  if (!document.execCommand('insertText', false, edit.text)) {
    box.setRangeText(edit.text, edit.start, edit.end, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  box.setSelectionRange(edit.selectStart, edit.selectEnd)
}

/** Where a position of a text is after the text was replaced by another that has most of it. */
export function movedPosition(position: number, before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  if (position <= start) return position
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return position >= before.length - end ? after.length - (before.length - position) : after.length - end
}
