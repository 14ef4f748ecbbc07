/** The longest path that is compared; a longer one is no misspelling. */
const MAX_COMPARED = 200
/** The most letters of a path that may be wrong, of one segment and of all together. */
const MAX_WRONG = 2

/**
 * The path of `templates` that `url` is most likely meant to be: `/api/v1/mesages` is `/api/v1/messages`. Any
 * text takes the place of a `{parameter}`. Undefined when none is near.
 */
export function nearestPath(url: string, templates: Iterable<string>, prefix: string): string | undefined {
  if (url.length > MAX_COMPARED) return undefined
  const given = segmentsOf(prefix + belowPrefix(url, prefix))
  let nearest: string | undefined
  let fewest = MAX_WRONG + 1
  for (const template of templates) {
    const distance = distanceTo(given, segmentsOf(template), fewest)
    if (distance >= fewest) continue
    fewest = distance
    nearest = template
  }
  return nearest
}

/**
 * The part of `url` after its prefix, which may be there twice, or lack the right version:
 * `/api/v2/messages`.
 */
function belowPrefix(url: string, prefix: string): string {
  if (!url.startsWith(`${prefix}/`)) return url.replace(/^\/(?:api|json)(?:\/v\d+)?(?=\/)/, '')
  const below = url.slice(prefix.length)
  return below.startsWith(`${prefix}/`) ? belowPrefix(below, prefix) : below
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

/**
 * Wrong letters in all segments; `limit` when at least `limit` letters are wrong, or the number of segments
 * differs.
 */
function distanceTo(given: readonly string[], template: readonly string[], limit: number): number {
  if (given.length !== template.length) return limit
  let distance = 0
  for (const [i, segment] of template.entries()) {
    if (segment.startsWith('{') || segment === given[i]) continue
    // A short segment with many wrong letters is another word.
    const allowed = Math.min(MAX_WRONG, Math.floor(segment.length / 3))
    const wrong = wrongLetters(given[i]!.toLowerCase(), segment)
    if (wrong > allowed) return limit
    distance += wrong
  }
  return Math.min(distance, limit)
}

/**
 * The number of letters to insert, delete or replace, two letters in the wrong order counting once; at most
 * 3.
 */
function wrongLetters(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_WRONG) return MAX_WRONG + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return Math.min(last[b.length]!, MAX_WRONG + 1)
}
