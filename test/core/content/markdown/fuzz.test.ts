import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEPTH } from '../../../harness/property.ts'
import { pieces, texPieces } from './pieces.ts'
import { everything, html as htmlWith, render } from './realm.ts'
import { expectSafe } from './safe-html.ts'

const html = (content: string): string => htmlWith(content, everything)

const piece = fc.constantFrom(...pieces)
const content = fc
  .array(fc.oneof({ weight: 8, arbitrary: piece }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

describe('any content', () => {
  it('becomes well-formed HTML with only the allowed tags and attributes', () => {
    fc.assert(
      fc.property(content, (text) => expectSafe(html(text))),
      { numRuns: 4_000 * DEPTH },
    )
  })

  it('of arbitrary characters becomes well-formed HTML too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => expectSafe(html(text))),
      { numRuns: 500 * DEPTH },
    )
  })

  it('of formulas becomes well-formed HTML too', () => {
    const tex = fc.array(fc.constantFrom(...texPieces), { maxLength: 15 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(tex, (text) => expectSafe(html(`$$${text}$$ a\n\`\`\`math\n${text}\n\`\`\``))),
      { numRuns: 2_000 * DEPTH },
    )
  })

  it('is rendered in the same way each time', () => {
    fc.assert(
      fc.property(content, (text) => {
        expect(render(text)).toEqual(render(text))
      }),
      { numRuns: 300 * DEPTH },
    )
  })
})
