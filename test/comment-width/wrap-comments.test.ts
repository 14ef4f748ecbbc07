import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WIDTH, wideComments, wrapComments } from './wrap-comments.ts'

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ')

test('finds wide lines of comments, and no others', () => {
  const wide = words(20)
  const source = [
    `// ${wide}`,
    `/** ${wide} */`,
    '/**',
    ` * ${wide}`,
    ` * https://example.com/${'a'.repeat(WIDTH)}`,
    ' */',
    `const text = '${wide} // ${wide}'`,
    `call('${wide}') // why`,
    `// biome-ignore lint/a11y/useValidAnchor: ${wide}`,
    `  // ${'short '.repeat(3)}`,
  ]
  expect(wideComments(source.join('\n'))).toEqual([1, 2, 4, 8])
})

test('wraps a line, a comment of one line, and the items of a list', () => {
  expect(wrapComments(`  // ${words(17)}`)).toBe(`  // ${words(16)}\n  // word16`)
  expect(wrapComments(`/** ${words(17)} */`)).toBe(`/**\n * ${words(16)}\n * word16\n */`)
  const list = ['/**', ' * Begins:', ` * - ${words(17)}`, ' *', ' * | table |', ' */'].join('\n')
  expect(wrapComments(list)).toBe(
    ['/**', ' * Begins:', ` * - ${words(16)}`, ' *   word16', ' *', ' * | table |', ' */'].join('\n'),
  )
})

test('leaves narrow comments and code alone', () => {
  const source = '/** One\n * two. */\nconst a = 1 // one\n// two\n//\n// three\n'
  expect(wrapComments(source)).toBe(source)
})

const word = fc.stringMatching(/^[a-z.,()]{1,12}$/)
const comment = fc
  .tuple(
    fc.constantFrom('', '  ', '    '),
    fc.constantFrom('//', '/**'),
    fc.array(word, { minLength: 1, maxLength: 80 }),
  )
  .map(([indent, opener, all]) => ({
    all,
    text: `${indent}${opener} ${all.join(' ')}${opener === '//' ? '' : ' */'}`,
  }))

test('keeps all words in order, makes no line too wide, and changes nothing the second time', () => {
  fc.assert(
    fc.property(comment, ({ all, text }) => {
      const wrapped = wrapComments(`code()\n${text}\ncode()`)
      expect(wideComments(wrapped)).toEqual([])
      expect(wrapComments(wrapped)).toBe(wrapped)
      const left = wrapped
        .split('\n')
        .slice(1, -1)
        .map((line) => line.replace(/^\s*(\/\/|\/\*\*|\*\/|\*)/, '').replace(/\*\/$/, ''))
      expect(left.join(' ').trim().split(/\s+/)).toEqual(all)
    }),
  )
})
