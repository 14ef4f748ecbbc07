import { describe, expect, it } from 'vitest'
import { html, inParagraph } from '../realm.ts'

const error = (tex: string) => `<span class="tex-error">${tex}</span>`

describe('a formula', () => {
  it.each(['$$a$$', '($$a$$)', '**b** $$a$$, c', '[$$a$$](http://x.com)'])('is found in %s', (content) => {
    expect(inParagraph(content)).toContain('<annotation encoding="application/x-tex">a</annotation>')
  })

  it.each(['$a$', 'b$$a$$', '$$a$$b', '$$$a$$$', '$$ab', '$$_a$$', '`$$a$$`', '$$a\nb$$'])(
    'is not found in %s',
    (content) => expect(html(content)).not.toMatch(/katex|tex-error/),
  )

  it('can be a block, and a blank line in it begins the next formula', () => {
    const block = html('```math\na\n\n\\x\n\n<b>\n```')
    expect(block).toMatch(
      /^<p><span class="katex-display">.*<\/span>\n\n<span class="tex-error">\\x<\/span>\n\n</,
    )
    expect(block.match(/katex-display/g)).toHaveLength(2)
  })

  it('with an error is shown as it was written', () => {
    expect(inParagraph('$$\\frac{<b>$$')).toBe(error('$$\\frac{&lt;b&gt;$$'))
  })

  it.each([
    '\\href{javascript:alert(1)}{a}',
    '\\includegraphics{http://x.com/a.png}',
    '\\htmlStyle{color:red}{a}',
  ])('cannot affect the page around it: %s', (tex) =>
    expect(inParagraph(`$$${tex}$$`)).not.toMatch(/href=|<img|style="color:red/),
  )

  it('is not larger than a message', () => {
    expect(inParagraph('$$\\rule{1000em}{1000em}$$')).not.toContain('1000em;')
  })

  it('can define macros, but not endless ones', () => {
    expect(inParagraph('$$\\def\\a{x}\\a$$')).toContain('<mi>x</mi>')
    const endless = '\\def\\a{\\a\\a}\\a'
    expect(inParagraph(`$$${endless}$$`)).toBe(error(`$$${endless}$$`))
    const long = `\\def\\a{${'x'.repeat(1_500)}}${'\\a'.repeat(650)}`
    expect(inParagraph(`$$${long}$$`)).toBe(error(`$$${long}$$`))
  })

  it('beyond the limit of a message is shown as it was written', () => {
    const formulas = Array.from({ length: 50 }, () => `$$${'x'.repeat(100)}$$`).join(' ')
    const rendered = html(formulas)
    expect(rendered.match(/class="katex"/g)).toHaveLength(27)
    expect(rendered.match(/tex-error/g)).toHaveLength(23)
  })
})
