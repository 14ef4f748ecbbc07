import { expect, test } from 'vitest'
import { guidePath } from '../../../../gateway/pages/guide/pages.ts'
import type { HelpTexts } from '../../../../gateway/pages/help/help-text.ts'
import { helpTexts } from '../../../../gateway/pages/help/help-texts.ts'
import type { PageLanguage } from '../../../../gateway/pages/texts/language.ts'

const others = (Object.entries(helpTexts) as [PageLanguage, HelpTexts][]).filter(([code]) => code !== 'en')

const textOf = (part: string | { readonly text: string }): string =>
  typeof part === 'string' ? part : part.text
const sentencesOf = ({ title, hint, columns, apps, parts }: HelpTexts): string[] =>
  [title, hint, ...columns, ...apps.flat(), ...parts.flat()].map(textOf)
const linksOf = (texts: HelpTexts): string[] =>
  [
    ...sentencesOf(texts)
      .join('\n')
      .matchAll(/href="([^"]+)"/g),
  ].map(([, address]) => address!)

/** Names that all languages share. */
const SHARED = ['App', 'zulip-terminal', 'Mails', 'Chat']

test.each(others)('the help in %s says what the English one says, in other words', (code, texts) => {
  const english = helpTexts.en
  const shapeOf = ({ apps, parts }: HelpTexts) => [apps.length, parts.length]
  expect(shapeOf(texts)).toEqual(shapeOf(english))
  const sentences = new Set(sentencesOf(english))
  expect(sentencesOf(texts).filter((one) => sentences.has(one) && !SHARED.includes(one))).toEqual([])
  const own = linksOf(english).map((address) => (address === guidePath('en') ? guidePath(code) : address))
  expect(linksOf(texts)).toEqual(own)
})
