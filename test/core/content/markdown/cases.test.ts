import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isOwnHtml } from '../../../../core/content/markdown/own-html.ts'
import { html } from './realm.ts'

interface Cases {
  cases: { name: string; input: string; expected_output: string; translate_emoticons?: boolean }[]
  /** The text, its HTML with `%s` in place of the link, and the text of the link. */
  linkify: [text: string, html: string, link: string][]
}

const { cases, linkify }: Cases = JSON.parse(
  readFileSync(new URL('../../../contract/markdown-cases.json', import.meta.url), 'utf8'),
)

/** The organization for which the cases were recorded. */
const organization = {
  inlineImagePreview: true,
  mediaProxy: (url: string) =>
    `https://external-content.zulipcdn.net/external_content/${createHmac('sha1', 'dummy').update(url).digest('hex')}/` +
    Buffer.from(url).toString('hex'),
}

describe('the contract’s cases', () => {
  it.each(cases)('$name', ({ input, expected_output, translate_emoticons = false }) => {
    expect(html(input, { ...organization, translateEmoticons: translate_emoticons })).toBe(expected_output)
    expect(isOwnHtml(expected_output)).toBe(true)
  })
})

describe('the contract’s bare links', () => {
  for (const [text, expected, link] of linkify) {
    it(text, () => expect(html(text)).toBe(expected.replace('%s', () => anchor(link))))
  }
})

function anchor(link: string): string {
  const isEmail = /^[^/]+@/.test(link)
  const href = isEmail ? `mailto:${link}` : /^https?:/.test(link) ? link : `http://${link}`
  return `<a href="${href}">${link}</a>`
}
