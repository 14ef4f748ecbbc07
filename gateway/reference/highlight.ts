import bash from 'refractor/bash'
import { refractor } from 'refractor/core'
import javascript from 'refractor/javascript'
import json from 'refractor/json'
import python from 'refractor/python'
import { type Html, html, trusted } from '../pages/html.ts'

for (const grammar of [bash, javascript, json, python]) refractor.register(grammar)

export type Grammar = 'bash' | 'javascript' | 'json' | 'python'

type Token = ReturnType<typeof refractor.highlight>['children'][number]

/** The kinds of tokens that the style sheet colours, by their names in the grammars. */
const KINDS: Readonly<Record<string, string>> = {
  keyword: 'k',
  boolean: 'k',
  null: 'k',
  string: 's',
  'template-string': 's',
  number: 'n',
  comment: 'c',
  property: 'p',
  function: 'f',
  parameter: 'p',
  builtin: 'f',
}

/** Code as HTML with its tokens marked. */
export const highlighted = (code: string, grammar: Grammar): Html =>
  trusted(refractor.highlight(code, grammar).children.map(markup).join(''))

function markup(token: Token): string {
  if (token.type === 'text') return html`${token.value}`.text
  if (token.type !== 'element') return ''
  const inside = token.children.map(markup).join('')
  const names = Array.isArray(token.properties.className) ? token.properties.className.map(String) : []
  const kind = names.map((name) => KINDS[name]).find((found) => found !== undefined)
  return kind === undefined ? inside : `<span class="${kind}">${inside}</span>`
}

/**
 * A block of code. It can have the focus, because it scrolls sideways. `label` tells screen readers which it
 * is.
 */
export const codeBlock = (code: string, grammar: Grammar | undefined, label: string): Html =>
  html`<pre class="code" tabindex="0" role="group" aria-label="${label}"><code>${
    grammar === undefined ? code : highlighted(code, grammar)
  }</code></pre>`
