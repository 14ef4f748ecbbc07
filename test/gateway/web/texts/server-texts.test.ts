import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { errorIn } from '../../../../core/platform/text/errors/in-language.ts'
import { LANGUAGES, type Language } from '../../../../core/platform/text/languages.ts'

/** By its address, because the types of tests are those of Node. */
const MODULE = pathToFileURL('gateway/web/texts/server-texts.ts').href

interface ServerTexts {
  translated(text: string): Promise<string>
  translatedAnswer(json: string): Promise<string>
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The module in a page whose visitor has chosen a language. */
async function inPage(language: Language) {
  vi.stubGlobal('document', { cookie: `language=${language}` })
  return (await import(MODULE)) as ServerTexts
}

const REFUSAL = { result: 'error', code: 'BAD_REQUEST', msg: 'Invalid characters in name!' }

test.each(Object.keys(LANGUAGES) as Language[])(
  'an answer is translated for a page in %s',
  async (language) => {
    const { translated, translatedAnswer } = await inPage(language)
    const msg = errorIn(language, REFUSAL.msg)
    expect(await translated(REFUSAL.msg)).toBe(msg)
    expect(JSON.parse(await translatedAnswer(JSON.stringify(REFUSAL)))).toEqual({ ...REFUSAL, msg })
    const errors = [
      ['a@b.test', 'Outside your domain.', false],
      ['c@b.test', 'Nobody has translated this.', true],
    ]
    const answer = await translatedAnswer(JSON.stringify({ ...REFUSAL, errors, unknown: [1] }))
    expect(JSON.parse(answer)).toEqual({
      ...REFUSAL,
      ...{ msg, unknown: [1] },
      errors: [['a@b.test', errorIn(language, 'Outside your domain.'), false], errors[1]],
    })
    if (language !== 'en') expect(msg).not.toBe(REFUSAL.msg)
  },
)

test('what is no answer of the server stays as it is', async () => {
  const { translatedAnswer } = await inPage('ja')
  for (const text of ['', 'Bad gateway', '<html>', '[]', 'null', '{"msg":1}'])
    expect(await translatedAnswer(text)).toBe(text)
})
