import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../core/platform/text/languages.ts'
import { type Catalogue, translator } from '../../../core/platform/text/translate.ts'
import { GERMAN } from '../../../gateway/pages/texts/german.ts'
import { declaredEndpoints } from '../../../gateway/reference/declared-endpoints.ts'

const FOLDER = 'core/platform/text/errors'
const others = Object.keys(LANGUAGES).filter((code) => code !== 'en')

async function catalogueOf(code: string): Promise<Catalogue> {
  const catalogues = (await import(pathToFileURL(join(FOLDER, `${code}.ts`)).href)) as Record<
    string,
    Catalogue
  >
  return Object.values(catalogues)[0]!
}

const sourcesOf = (folder: string, isMeant: (name: string) => boolean): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && isMeant(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

/** Errors of wrong requests, which the client does not send. Programs read them. */
const FOR_PROGRAMS = [
  /^(?:Missing|Invalid) '\w+' (?:argument|parameter)/,
  /^Missing (?:channel ID|topic)$/,
  /^Unsupported parameter combination/,
  /^Unexpected arguments/,
  /^Nothing to do\. Specify/,
  /^Unknown onboarding_step/,
  /^The kind of the provider must be one of/,
  / is not an? (?:boolean|integer|dict)$/,
  /^text key is missing/,
  /^At least one of the following arguments/,
  /^Client (?:did not pass|must pass)/,
  /^You must pass /,
  /^Must specify exactly/,
  /^No new data supplied$/,
  /^(?:Recipient|Topic) required when updating/,
  /^Expected exactly one channel$/,
  /^Empty /,
  /^Give your password or a code\.$/,
  /^Invalid (?:digest_weekday|giphy_rating|language|flag|message flag operation|authentication method|status)/,
  /^Invalid (?:anchor|parameters|interface type|json for submessage|propagate_mode|emoji (?:type|name|code)$)/,
  /^Invalid integration /,
  /^Flag not editable/,
  /^Operand .* not supported\.$|^Operator .* not supported\.$/,
  /^The anchor can only/,
  /^Timestamp must not be negative\.$/,
  // Events, sockets, push services, and log-ins of programs.
  /^Bad event queue ID/,
  /^A stream of an existing queue/,
  /^event_types and narrow are too long/,
  /^Invalid (?:Last-Event-ID header|or expired ticket)$/,
  /^This address is for WebSockets$/,
  /^Invalid (?:APNS token|app ID|push (?:endpoint|keys))$/,
  /^(?:Token does not exist|Device not recognized|No active registered push device)$/,
  /^Presence is not supported|^No presence data for/,
  /^User has disabled typing notifications/,
  /^(?:You ask too often|Nobody has entered the code|The person has denied|The code has expired)/,
  /^Only callers on the same machine/,
  /^Endpoint not available in production\.$/,
]

/** The reason of the engine of regular expressions in a sentence. */
const OF_REGEXP = /^error parsing regexp: (.+?)(?:: \{text\})?$/

/** Whether a sentence says this, with some values in its places. */
const says = (sentence: string, message: string): boolean => translator({ [sentence]: '' })(message) === ''

/** The messages of the operations that the client calls. */
function messagesOfClient(): string[] {
  const client = sourcesOf('gateway/web', (name) => !name.startsWith('client/'))
  const operations = new Set(client.match(/(?:GET|POST|PUT|PATCH|DELETE) \/[^'"`]*(?=['"`])/g))
  const messages = declaredEndpoints()
    .filter(({ method, path }) => operations.has(`${method} ${path}`))
    .flatMap(({ errors = [] }) => errors.map(({ error }) => error.message))
  return [...new Set(messages)]
}

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('messages of errors', () => {
  test('are there in every language that people can choose', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(
      [...Object.keys(LANGUAGES).map((code) => `${code}.ts`), 'in-language.ts'].sort(),
    )
  })

  test.each(others)('of the language %s say the same, with the same values', async (code) => {
    const [catalogue, german] = await Promise.all([catalogueOf(code), catalogueOf('de')])
    expect(Object.keys(catalogue)).toEqual(Object.keys(german))
    for (const [english, text] of Object.entries(catalogue)) {
      expect(text.trim(), english).not.toBe('')
      expect(text, english).not.toBe(english)
      // A value that people do not know, such as an id, is left out in all languages.
      expect(placesOf(text), english).toEqual(placesOf(german[english]!))
      for (const place of placesOf(text)) expect(placesOf(english), english).toContain(place)
    }
    expect(Object.keys(catalogue).filter((sentence) => sentence in GERMAN)).toEqual([])
  })

  test('of the catalogue for people who read English are texts of the others, with the same values', async () => {
    const [english, german] = await Promise.all([catalogueOf('en'), catalogueOf('de')])
    for (const [sentence, text] of Object.entries(english)) {
      expect(german, sentence).toHaveProperty([sentence])
      expect(text, sentence).not.toBe(sentence)
      for (const place of placesOf(text)) expect(placesOf(sentence), sentence).toContain(place)
    }
  })

  test.each(Object.keys(LANGUAGES))(
    'name parameters of the interface only in quotes, in %s',
    async (code) => {
      const translate = translator(await catalogueOf(code))
      const read = messagesOfClient().filter((message) => !FOR_PROGRAMS.some((one) => one.test(message)))
      const raw = /(?<![„“«「\w])(?<![„“«「]\s)\b[a-z]+(?:_[a-z]+)+\b|\ballowed_type\b/u
      expect(read.map(translate).filter((sentence) => raw.test(sentence))).toEqual([])
    },
  )

  test.each(others)('of all operations that the client calls are in the language %s', async (code) => {
    const translate = translator(await catalogueOf(code))
    const messages = messagesOfClient()
    expect(messages.length).toBeGreaterThan(300)
    const english = messages.filter((message) => !FOR_PROGRAMS.some((one) => one.test(message)))
    expect(english.filter((message) => translate(message) === message)).toEqual([])
    for (const message of english) expect(translate(message), message).not.toMatch(/\{\w+\}/)
  })

  test('say the reason within them in the same language', async () => {
    const translate = translator(await catalogueOf('de'))
    expect(translate('Invalid domain: Domain must have at least one dot (.)')).toBe(
      'Die Domain ist nicht möglich: Die Domain braucht mindestens einen Punkt.',
    )
    expect(translate('New email value error: Invalid address.')).toBe(
      'Die neue Adresse ist nicht möglich: Das ist keine gültige Adresse.',
    )
  })

  test('for programs alone are still declared', () => {
    const messages = messagesOfClient()
    expect(FOR_PROGRAMS.filter((one) => !messages.some((message) => one.test(message)))).toEqual([])
  })

  test('of the catalogues are all declared by an operation, or occur in the sources', async () => {
    const declared = declaredEndpoints().flatMap(({ errors = [] }) =>
      errors.map(({ error }) => error.message),
    )
    const sources = ['core', 'gateway', 'storage', 'config']
      .map((folder) => sourcesOf(folder, (name) => !/texts?\/|^web\//.test(name)))
      .join('\n')
      .replaceAll("\\'", "'")
    const engine = readFileSync('node_modules/re2js/build/index.js', 'utf8')
    const unused = Object.keys(await catalogueOf('de')).filter(
      (sentence) =>
        !engine.includes(`"${OF_REGEXP.exec(sentence)?.[1]}"`) &&
        !declared.some((message) => says(sentence, message)) &&
        !sentence
          .split(/\{\w+\}/)
          .map((part) => part.trim())
          .every((part) => part.length < 4 || sources.includes(part)),
    )
    expect(unused).toEqual([])
  })

  test('are found by their first sentence, with reasons that are translated too', () => {
    const translate = translator({
      'Outside your domain.': 'Andere Domain.',
      'Name {name} is taken.': 'Der Name {name} ist vergeben.',
      'Wrong: {reason}': 'Falsch: {reason}',
      '{name} is taken.': '{name} ist vergeben.',
    })
    expect(translate('Outside your domain.')).toBe('Andere Domain.')
    expect(translate('Name {x} is taken.')).toBe('Der Name {x} ist vergeben.')
    expect(translate('Wrong: Outside your domain.')).toBe('Falsch: Andere Domain.')
    expect(translate('Wrong: something else')).toBe('Falsch: something else')
    expect(translate('A [b] is taken.')).toBe('A [b] ist vergeben.')
    expect(translate('Outside your domain')).toBe('Outside your domain')
    expect(translate('constructor')).toBe('constructor')
  })

  test('of hostile lengths are translated at once', async () => {
    const translate = translator(await catalogueOf('de'))
    const started = performance.now()
    for (const part of ["'", ' is too long (limit: ', 'Channel '])
      for (const times of [50, 200, 100_000]) translate(part.repeat(times))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
