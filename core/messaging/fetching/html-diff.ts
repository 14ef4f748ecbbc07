/** Most pairs of tokens to compare in one difference; a greater one is shown as one replacement. */
const MAX_COMPARED = 1_000_000

/** Pairs of tokens that may still be compared for all differences of a response. */
export interface ComparisonBudget {
  left: number
}

/** The budget of one response: about 50 ms. */
export const comparisonBudget = (): ComparisonBudget => ({ left: 5 * MAX_COMPARED })

/**
 * Returns the new HTML of a message with inserted words marked and deleted words added and marked. All tags
 * come from the new HTML, so the result is as well-formed as the new HTML. A difference that exceeds the
 * budget is shown as one replacement.
 */
export function htmlDiff(before: string, after: string, budget: ComparisonBudget): string {
  const former = tokenize(before)
  const next = tokenize(after)
  let start = 0
  while (start < former.length && start < next.length && former[start] === next[start]) start++
  let end = 0
  const most = Math.min(former.length, next.length) - start
  while (end < most && former.at(-1 - end) === next.at(-1 - end)) end++
  const middle = compare(
    former.slice(start, former.length - end),
    next.slice(start, next.length - end),
    budget,
  )
  const same = (tokens: readonly string[]) => tokens.join('')
  return `<div>${same(next.slice(0, start))}${middle}${same(next.slice(next.length - end))}</div>`
}

/** Splits HTML into tags, words and white space. */
const tokenize = (html: string): string[] => html.match(/<[^>]*>|[^<\s]+|\s+/g) ?? []

const isTag = (token: string): boolean => token.startsWith('<')

function compare(former: readonly string[], next: readonly string[], budget: ComparisonBudget): string {
  const pairs = former.length * next.length
  const isAffordable = pairs <= Math.min(MAX_COMPARED, budget.left)
  if (isAffordable) budget.left -= pairs
  const kept = isAffordable ? longestCommon(former, next) : []
  let html = ''
  let at = 0
  let to = 0
  for (const [keptAt, keptTo] of [...kept, [former.length, next.length] as const]) {
    html += marked(
      former.slice(at, keptAt).filter((token) => !isTag(token)),
      'deleted',
    )
    html += marked(next.slice(to, keptTo), 'inserted')
    html += next[keptTo] ?? ''
    at = keptAt + 1
    to = keptTo + 1
  }
  return html
}

/** The index pairs of a longest common subsequence. */
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

/** Wraps runs of text in marks; tags stay outside of the marks. */
function marked(tokens: readonly string[], kind: 'inserted' | 'deleted'): string {
  let html = ''
  let run = ''
  const close = () => {
    if (run.trim() !== '') html += `<span class="highlight_text_${kind}">${run}</span>`
    else html += run
    run = ''
  }
  for (const token of tokens) {
    if (isTag(token)) {
      close()
      html += token
    } else run += token
  }
  close()
  return html
}
