import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { html } from './realm.ts'

interface Cases {
  cases: { name: string; input: string; expected_output: string; translate_emoticons?: boolean }[]
  /** Text, HTML with `%s` where the link goes, the link's text. */
  linkify: [text: string, html: string, link: string][]
}

const { cases, linkify }: Cases = JSON.parse(
  readFileSync(new URL('../../fixtures/markdown-cases.json', import.meta.url), 'utf8'),
)

/** The cases that differ, by what is missing. One that begins to pass has to leave this list. */
const differing: Record<string, readonly string[]> = {
  previews: [
    'inline_image',
    'two_inline_images',
    'bulleted_list_inlining',
    'only_named_inline_image',
    'only_inline_video',
    'spoiler_with_inline_image',
  ],
}

const missingFeature = new Map(
  Object.entries(differing).flatMap(([feature, names]) => names.map((name) => [name, feature])),
)

describe('the contract’s cases', () => {
  for (const { name, input, expected_output, translate_emoticons } of cases) {
    const rendered = () => html(input, { translateEmoticons: translate_emoticons === true })
    const feature = missingFeature.get(name)
    if (feature === undefined) {
      it(name, () => expect(rendered()).toBe(expected_output))
    } else {
      it(`${name} (differs: ${feature})`, () => expect(rendered()).not.toBe(expected_output))
    }
  }

  it('lists no case as differing that does not exist', () => {
    const names = new Set(cases.map(({ name }) => name))
    expect([...missingFeature.keys()].filter((name) => !names.has(name))).toEqual([])
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
