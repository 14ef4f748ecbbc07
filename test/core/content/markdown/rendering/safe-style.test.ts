import { describe, expect, it } from 'vitest'
import { withCleanStyles } from '../../../../../core/content/markdown/rendering/clean-styles.ts'
import { safeStyle } from '../../../../../core/content/markdown/rendering/safe-style.ts'
import { html, inParagraph } from '../realm.ts'

const FORMULA = { tag: 'span', classes: ['vlist'], isInFormula: true }
const CELL = { tag: 'td', classes: [], isInFormula: false }
const PREVIEW = { tag: 'a', classes: ['message_embed_image'], isInFormula: false }
const TEXT = { tag: 'p', classes: [], isInFormula: false }

describe('a style', () => {
  it.each([
    'position:fixed;inset:0',
    'position: absolute',
    'position:sticky',
    'position:relative',
    'z-index:9999',
    'transform:scale(100)',
    'translate:-50vw -50vh',
    'scale:100',
    'rotate:90deg',
    'zoom:10',
    'float:left',
    'inset:0',
    'margin:-1000em',
    'margin-top:-101em',
    'margin-left:-50vw',
    'margin-left:calc(-1 * 100vw)',
    'width:100vw;height:100vh',
    'width:101em',
    'height:9999px',
    'top:-1e9em',
    'top:1e9em',
    'width:min(100vw,9em)',
    'width:calc(100% + 9999em)',
    'width:var(--huge)',
    'font-size:1000px',
    'line-height:1000',
    'background:url(https://x.test)',
    'background-image:url("https://x.test/a.png")',
    'color:red;;position:fixed',
    'color:expression(alert(1))',
    'content:"x"',
    'display:block',
    'box-shadow:0 0 0 9999px red',
    'outline:9999px solid red',
    'border-width:9999em',
    'animation:x 1s',
    'pointer-events:all',
    '--x:1',
    'position/**/:fixed',
    'pos\\69tion:fixed',
    'POSITION : FIXED !important',
    'top:1em!important',
    'constructor:x',
    '"};position:fixed;',
  ])('%s does not survive, in no place', (style) => {
    for (const element of [FORMULA, CELL, PREVIEW, TEXT]) {
      const kept = safeStyle(element, style)
      const isPicture = element === PREVIEW && style.startsWith('background-image')
      if (!isPicture) expect(kept).toMatch(/^(?:color: red;)?$/)
    }
  })

  it('keeps alignment in cells and the picture of a preview, and these elsewhere not', () => {
    expect(safeStyle(CELL, 'text-align: center;')).toBe('text-align: center;')
    const picture = 'background-image: url("https://x.test/a.png?b=1;c=2")'
    expect(safeStyle(PREVIEW, picture)).toBe(`${picture};`)
    expect(safeStyle(PREVIEW, 'background-image: url("/external_content/a/b")')).not.toBe('')
    expect(safeStyle(PREVIEW, 'background-image: url("javascript:x")')).toBe('')
    expect(safeStyle(PREVIEW, 'background-image: url("//x.test/a")')).toBe('')
    expect(safeStyle(TEXT, `text-align: center; ${picture}; color: red`)).toBe('')
  })
})

/** Formulas that use all that KaTeX can place, measure and colour. */
const FORMULAS = [
  'E = mc^2',
  '\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}',
  '\\int_0^1 \\oint \\prod \\bigcup x',
  '\\sqrt[3]{x + \\sqrt{y}}',
  '\\overline{abc} \\underline{abc} \\overbrace{abc}^{d} \\underbrace{abc}_{d}',
  '\\widehat{abc} \\widetilde{abc} \\vec{a} \\dot{a} \\textcircled{a} \\overrightarrow{AB}',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  '\\begin{array}{|c:c|} \\hline a & b \\\\ \\hdashline c & d \\\\ \\hline \\end{array}',
  '\\begin{aligned} a &= b \\\\[2em] &= c \\end{aligned}',
  '\\begin{cases} a & b \\\\ c & d \\end{cases}',
  '\\begin{CD} A @>a>> B \\\\ @VbVV @VVcV \\\\ C @>>d> D \\end{CD}',
  '\\color{red} a \\textcolor{#00ff00}{b} \\colorbox{aqua}{c} \\fcolorbox{red}{white}{d}',
  '\\boxed{a} \\cancel{b} \\bcancel{c} \\xcancel{d} \\sout{e} \\phase{-78^\\circ}',
  '\\rule[1em]{2em}{3em} \\raisebox{1em}{a} \\kern-1em b \\hspace{2em} \\mathllap{x} \\smash{y}',
  '\\xrightarrow[abc]{def} \\xleftrightarrow{a} \\Bigg( x \\Bigg) \\left\\{ \\frac ab \\right\\}',
  '\\tiny a \\Huge b \\pmb{x} \\mathbb{R} \\not= \\stackrel{!}{=} \\tag{1}',
]

const block = (tex: string) => html(`\`\`\`math\n${tex}\n\`\`\``)

describe('a formula', () => {
  it.each(FORMULAS)('%s keeps all that KaTeX writes', (tex) => {
    const rendered = block(tex)
    expect(rendered).toContain('class="katex"')
    const bare = (style: string) => style.replace('position:relative;', '').replace(/\s|;$/g, '')
    for (const [, style] of rendered.matchAll(/ style="([^"]*)"/g))
      expect(bare(safeStyle(FORMULA, style!)), style).toBe(bare(style!))
    expect(withCleanStyles(rendered)).toBe(rendered)
  })

  it('has `position: relative` only where the style sheet says the same', () => {
    for (const tex of FORMULAS)
      for (const [element] of block(tex).matchAll(/<[^>]*position:[^>]*>/g))
        expect(element).toMatch(/class="mop op-symbol [^"]*" style="[^"]*position:relative;/)
  })

  it('whose sizes add up to more than a page is shown as it was written', () => {
    const deep = `${'\\raisebox{19em}{'.repeat(6)}x${'}'.repeat(6)}`
    expect(inParagraph(`$$${deep}$$`)).toContain('tex-error')
    expect(inParagraph('$$\\raisebox{19em}{x}$$')).toContain('class="katex"')
  })
})

describe('HTML of another server', () => {
  it.each([
    ['<p style="position:fixed">x</p>', '<p>x</p>'],
    ['<p STYLE=position:fixed;inset:0>x', '<p>x</p>'],
    ["<p/style='z-index:9'>x</p>", '<p>x</p>'],
    ['<p style="p&#111;sition:fixed">x</p>', '<p>x</p>'],
    ['<div><style>* { position: fixed }</style>x</div>', '<div>x</div>'],
    ['<template><p style="top:0">x</p></template>', '<template><p>x</p></template>'],
    ['<svg style="position:fixed"><style>*{}</style></svg>', '<svg></svg>'],
    ['<td style="text-align: right;">x</td>', '<td style="text-align: right;">x</td>'],
    ['<p>style is a word</p>', '<p>style is a word</p>'],
    [
      '<span class="katex"><span style="top:-1em;position:absolute">x</span></span>',
      '<span class="katex"><span style="top: -1em;">x</span></span>',
    ],
  ])('%s', (given, expected) => expect(withCleanStyles(given)).toBe(expected))

  it('of any depth is cleaned', () => {
    const deep = `${'<b>'.repeat(3_000)}<i style="position:fixed">x</i>`
    expect(withCleanStyles(deep)).not.toContain('fixed')
  })
})
