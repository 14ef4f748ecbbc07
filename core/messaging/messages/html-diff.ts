/** Pairs of pieces compared at most: beyond it what differs is shown as a whole. */
const MAX_COMPARED = 1_000_000

/**
 * What became of a message's HTML: the new one, with the words that are new and, in their place, those that
 * are gone, marked. Tags are those of the new HTML alone, so it is as well-formed as that.
 */
export function htmlDiff(before: string, after: string): string {
  const former = piecesOf(before)
  const next = piecesOf(after)
  let start = 0
  while (start < former.length && start < next.length && former[start] === next[start]) start++
  let end = 0
  const most = Math.min(former.length, next.length) - start
  while (end < most && former.at(-1 - end) === next.at(-1 - end)) end++
  const middle = compare(former.slice(start, former.length - end), next.slice(start, next.length - end))
  const same = (pieces: readonly string[]) => pieces.join('')
  return `<div>${same(next.slice(0, start))}${middle}${same(next.slice(next.length - end))}</div>`
}

/** Tags, words and what is between words. */
const piecesOf = (html: string): string[] => html.match(/<[^>]*>|[^<\s]+|\s+/g) ?? []

const isTag = (piece: string): boolean => piece.startsWith('<')

function compare(former: readonly string[], next: readonly string[]): string {
  const kept = former.length * next.length > MAX_COMPARED ? [] : longestCommon(former, next)
  let html = ''
  let at = 0
  let to = 0
  for (const [keptAt, keptTo] of [...kept, [former.length, next.length] as const]) {
    html += marked(
      former.slice(at, keptAt).filter((piece) => !isTag(piece)),
      'deleted',
    )
    html += marked(next.slice(to, keptTo), 'inserted')
    html += next[keptTo] ?? ''
    at = keptAt + 1
    to = keptTo + 1
  }
  return html
}

/** Places of the pieces of a longest common subsequence. */
function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const places: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return places
}

/** Marks runs of text; tags stand between the marks. */
function marked(pieces: readonly string[], what: 'inserted' | 'deleted'): string {
  let html = ''
  let run = ''
  const close = () => {
    if (run.trim() !== '') html += `<span class="highlight_text_${what}">${run}</span>`
    else html += run
    run = ''
  }
  for (const piece of pieces) {
    if (isTag(piece)) {
      close()
      html += piece
    } else run += piece
  }
  close()
  return html
}
