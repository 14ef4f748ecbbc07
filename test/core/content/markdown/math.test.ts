import { describe, expect, it } from 'vitest'
import { html, inParagraph } from './realm.ts'

const error = (tex: string) => `<span class="tex-error">${tex}</span>`

describe('a formula', () => {
  it.each(['$$a$$', '($$a$$)', '**b** $$a$$, c', '[$$a$$](http://x.com)'])('is found in %s', (content) => {
    expect(inParagraph(content)).toContain('<annotation encoding="application/x-tex">a</annotation>')
  })

  it.each(['$a$', 'b$$a$$', '$$a$$b', '$$$a$$$', '$$ab', '$$_a$$', '`$$a$$`', '$$a\nb$$'])(
    'is not found in %s',
    (content) => expect(html(content)).not.toMatch(/katex|tex-error/),
  )

  it('may be a block, in which a blank line begins the next', () => {
    const block = html('```math\na\n\n\\x\n\n<b>\n```')
    expect(block).toMatch(
      /^<p><span class="katex-display">.*<\/span>\n\n<span class="tex-error">\\x<\/span>\n\n</,
    )
    expect(block.match(/katex-display/g)).toHaveLength(2)
  })

  it('that is wrong is shown as it was written', () => {
    expect(inParagraph('$$\\frac{<b>$$')).toBe(error('$$\\frac{&lt;b&gt;$$'))
  })

  it.each([
    '\\href{javascript:alert(1)}{a}',
    '\\includegraphics{http://x.com/a.png}',
    '\\htmlStyle{color:red}{a}',
  ])('may not reach out of its place: %s', (tex) =>
    expect(inParagraph(`$$${tex}$$`)).not.toMatch(/href=|<img|style="color:red/),
  )

  it('takes no more room than a message has', () => {
    expect(inParagraph('$$\\rule{1000em}{1000em}$$')).not.toContain('1000em;')
  })

  it('defines macros, but not without end', () => {
    expect(inParagraph('$$\\def\\a{x}\\a$$')).toContain('<mi>x</mi>')
    const endless = '\\def\\a{\\a\\a}\\a'
    expect(inParagraph(`$$${endless}$$`)).toBe(error(`$$${endless}$$`))
    const long = `\\def\\a{${'x'.repeat(1_500)}}${'\\a'.repeat(650)}`
    expect(inParagraph(`$$${long}$$`)).toBe(error(`$$${long}$$`))
  })

  it('is left as it was written where a message has too many', () => {
    const formulas = Array.from({ length: 50 }, () => `$$${'x'.repeat(100)}$$`).join(' ')
    const rendered = html(formulas)
    expect(rendered.match(/class="katex"/g)).toHaveLength(27)
    expect(rendered.match(/tex-error/g)).toHaveLength(23)
  })
})
