import { type CompiledLinkifier, symbol } from '../../../state/linkifiers/compile.ts'
import { maxLinkifierSteps } from '../rendering/limits.ts'
import type { LinkifierBudget } from '../rendering/state.ts'

/** Placeholder for anything but text. A match that contains it does not become a link. */
export const opaque = '\u0002'

export interface LinkifierMatch {
  start: number
  end: number
  url: string
}

/**
 * Finds the links that linkifiers make in a text, sorted by position. The first linkifier that matches a
 * piece of text wins. Text that `budget` does not cover stays text.
 */
export function findLinkifierMatches(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  budget: LinkifierBudget = { steps: maxLinkifierSteps },
): LinkifierMatch[] {
  const matches: LinkifierMatch[] = []
  let remaining = text
  for (const linkifier of linkifiers) {
    const found = matchesOf(remaining, linkifier, budget)
    if (found.length > 0) remaining = masked(remaining, found)
    for (const match of found) matches.push(match)
  }
  return matches.sort((one, other) => one.start - other.start)
}

/** Replaces each match by `opaque` characters. `matches` are sorted by position. */
export function masked(text: string, matches: readonly LinkifierMatch[]): string {
  let result = ''
  let position = 0
  for (const { start, end } of matches) {
    result += text.slice(position, start) + opaque.repeat(end - start)
    position = end
  }
  return result + text.slice(position)
}

/** Searches each line separately, because no link spans lines and a search runs to the end of its text. */
function matchesOf(text: string, linkifier: CompiledLinkifier, budget: LinkifierBudget): LinkifierMatch[] {
  let offset = 0
  return text.split('\n').flatMap((line) => {
    const found = matchesInLine(line, linkifier, budget)
    const moved = found.map((match) => ({ ...match, start: match.start + offset, end: match.end + offset }))
    offset += line.length + 1
    return moved
  })
}

function matchesInLine(
  text: string,
  { expression, size, groups, url }: CompiledLinkifier,
  budget: LinkifierBudget,
): LinkifierMatch[] {
  const matches: LinkifierMatch[] = []
  const matcher = expression.matcher(text)
  let from = 0
  while (from < text.length) {
    budget.steps -= size * (text.length - from)
    if (budget.steps < 0 || !matcher.find(from)) break
    const start = matcher.start(1)
    const end = matcher.end(1)
    // The character that ends one match may also be the one required before the next.
    from = Math.max(end, from + 1)
    const matched = text.slice(start, end)
    if (matched === '' || matched.includes(opaque) || matched.includes(symbol)) continue
    const values: Record<string, string> = {}
    for (const name of groups) {
      const value = matcher.group(name)
      if (value !== null) values[name] = value
    }
    const address = url(values)
    if (address !== undefined) matches.push({ start, end, url: address })
  }
  return matches
}
