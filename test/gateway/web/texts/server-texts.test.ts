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
    const original = REFUSAL.msg
    expect(await translated(REFUSAL.msg)).toBe(msg)
    expect(JSON.parse(await translatedAnswer(JSON.stringify(REFUSAL)))).toEqual({ ...REFUSAL, msg, original })
    const errors = [
      ['a@b.test', 'Outside your domain.', false],
      ['c@b.test', 'Nobody has translated this.', true],
    ]
    const answer = await translatedAnswer(JSON.stringify({ ...REFUSAL, errors, unknown: [1] }))
    expect(JSON.parse(answer)).toEqual({
      ...REFUSAL,
      ...{ msg, original, unknown: [1] },
      errors: [['a@b.test', errorIn(language, 'Outside your domain.'), false], errors[1]],
    })
    if (language !== 'en') expect(msg).not.toBe(REFUSAL.msg)
  },
)

test.each(Object.keys(LANGUAGES) as Language[])(
  'what names a parameter is a sentence that quotes the name in %s',
  async (language) => {
    const { translated } = await inPage(language)
    for (const message of [
      'jitsi_server_url is not an allowed_type',
      'jitsi_server_url is not a URL',
      'jitsi_server_url is not valid JSON',
      'jitsi_server_url is too long (limit: 100 characters)',
      'Invalid jitsi_server_url: must be one of 1, 2 or a string',
      "Missing 'jitsi_server_url' argument",
    ]) {
      const sentence = await translated(message)
      expect(sentence).toMatch(/[„“«「]\s?jitsi_server_url\s?[“”»」]/u)
      expect(sentence).not.toMatch(/allowed_type|JSON|argument|must be one of/)
    }
  },
)

test('what is no answer of the server stays as it is', async () => {
  const { translatedAnswer } = await inPage('ja')
  for (const text of ['', 'Bad gateway', '<html>', '[]', 'null', '{"msg":1}'])
    expect(await translatedAnswer(text)).toBe(text)
})
