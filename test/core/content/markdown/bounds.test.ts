import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEPTH } from '../../../harness/property.ts'
import { pieces } from './pieces.ts'
import { everything, html as htmlWith } from './realm.ts'
import { expectSafe } from './safe-html.ts'

const html = (content: string): string => htmlWith(content, everything)

const piece = fc.constantFrom(...pieces)
const size = 10_000
/**
 * Far above the time that any text takes on a slow machine, and far below the time of a nested loop over the
 * text.
 */
const MOST_MS = 500
/**
 * Characters of HTML for each character of content: an emoji of two characters gives over a hundred, and
 * KaTeX writes much.
 */
const mostWritten = 120
const fill = (unit: string, length = size) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/**
 * Expects bounded time of the rendering of a text, and returns the HTML. A slow run is repeated: the shortest
 * run is least affected by other work of the machine.
 */
function inTime(text: string): string {
  let best = Number.POSITIVE_INFINITY
  let output = ''
  for (let run = 0; run < 5 && best >= MOST_MS; run += 1) {
    const start = performance.now()
    const before = process.cpuUsage()
    output = html(text)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, performance.now() - start, (user + system) / 1000)
  }
  expect(best).toBeLessThan(MOST_MS)
  return output
}

const withoutTags = (output: string): string => output.replace(/<[^>]*>/g, '')

describe('ten thousand characters', () => {
  it.each(pieces)('of %j take bounded time and space', (unit) => {
    for (const text of [
      fill(unit),
      fill(`${unit}a`),
      fill(`${unit} `),
      fill(`${unit}\n`),
      `${fill(unit, size - 3)}"x)`,
    ]) {
      expect(inTime(text).length).toBeLessThan(size * mostWritten)
    }
  })

  it('of repeated pieces take bounded time and space', () => {
    const repeated = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(repeated, repeated, (first, second) => {
        for (const text of [fill(first + second), fill(first, size / 2) + fill(second, size / 2)]) {
          expect(inTime(text).length).toBeLessThan(size * mostWritten)
        }
      }),
      { numRuns: 100 * DEPTH },
    )
  })

  it('between any two pieces take bounded time', () => {
    fc.assert(
      fc.property(
        piece,
        fc.constantFrom('a', '-', ' ', '.', ':', '|', '`', ...pieces),
        piece,
        (head, unit, tail) => {
          inTime(head + fill(unit) + tail)
        },
      ),
      { numRuns: 100 * DEPTH },
    )
  })

  it.each(['js', 'ts', 'python', 'c', 'css', 'yaml', 'html', 'bash'])(
    'of %s code take bounded time, and the output contains all of the code',
    (language) => {
      fc.assert(
        fc.property(piece, fc.constantFrom('', 'a', ' ', '\\', '"', '/*', '\n'), (first, second) => {
          const block = (name: string) => `\`\`\`\`\`\`${name}\n${fill(first + second)}\n\`\`\`\`\`\``
          expect(withoutTags(inTime(block(language)))).toBe(withoutTags(html(block('x'))))
        }),
        { numRuns: 20 * DEPTH },
      )
    },
  )

  it('nest to a limited depth', () => {
    expect(html('>'.repeat(size)).match(/<blockquote>/g)).toHaveLength(20)
    expect(html('```quote\n'.repeat(100)).length).toBeLessThan(2_000)
    expectSafe(html(`${'>'.repeat(500)} ${'* '.repeat(500)}a`))
    expectSafe(html('```quote\n> * '.repeat(100)))
  })
})
