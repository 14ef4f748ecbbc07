import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { CreationLinks } from '../../../core/organization/settings/creation-link.ts'
import { otherMethodRequired } from '../../../core/people/authentication/errors.ts'
import * as openIdErrors from '../../../core/people/authentication/external/errors.ts'
import * as factorErrors from '../../../core/people/second-factors/errors.ts'
import { ApiError } from '../../../core/platform/errors.ts'
import { ADDRESS_FAULTS } from '../../../core/state/realm/email.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import * as pageErrors from '../../../gateway/pages/errors.ts'
import { errorPage } from '../../../gateway/pages/page-routes.ts'
import { GERMAN } from '../../../gateway/pages/texts/german.ts'
import { pageLanguage } from '../../../gateway/pages/texts/language.ts'
import { CATALOGUES, say } from '../../../gateway/pages/texts/say.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'
import { demonstration, setRealm } from '../routes/changes.ts'

const FOLDER = 'gateway/pages'
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/^texts\/(?!say)/.test(name))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
  .join('\n')

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe('the German catalogue', () => {
  test('has every sentence of the pages once, with the same places, and none that no page says', () => {
    for (const [sentence, text] of Object.entries(GERMAN)) {
      expect(placesOf(text), sentence).toEqual(placesOf(sentence))
      expect(text.trim(), sentence).not.toBe('')
      const quoted = [`'${sentence.replaceAll("'", "\\'")}'`, `"${sentence}"`]
      expect(
        quoted.some((one) => sources.includes(one)),
        sentence,
      ).toBe(true)
    }
  })

  test('has a counterpart with the same places in every language', () => {
    for (const [language, catalogue] of Object.entries(CATALOGUES))
      for (const sentence of Object.keys(GERMAN)) {
        expect(placesOf(catalogue[sentence]!), `${language}: ${sentence}`).toEqual(placesOf(sentence))
        expect(catalogue[sentence]!.trim(), `${language}: ${sentence}`).not.toBe('')
      }
  })

  test.each(Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[])(
    'has the errors that pages show as they come, and so has the language %s',
    (language) => {
      const t = say(language)
      const shown = [
        openIdErrors,
        pageErrors,
        { otherMethodRequired: (one: string) => otherMethodRequired([one]) },
      ].flatMap((errors) => Object.values(errors) as (() => unknown)[])
      const { wrongCode, setupExpired, wrongSetupCode, passkeyRefused, secondFactorRequired } = factorErrors
      const some = [wrongCode, setupExpired, wrongSetupCode, passkeyRefused, secondFactorRequired]
      for (const error of [...shown, ...some]) {
        const { message } = (error as (...sample: string[]) => ApiError)('romeo@demo.test', 'The company')
        expect(t.of(message), message).not.toBe(message)
        expect(t.of(message)).not.toContain('{')
      }
      for (const message of Object.values(ADDRESS_FAULTS)) expect(t.of(message), message).not.toBe(message)
      expect(t.of('Nobody has translated this.')).toBe('Nobody has translated this.')
    },
  )

  test('says values in its errors', () => {
    expect(say('de').of('romeo@demo.test did not log you in.')).toBe(
      'romeo@demo.test hat dich nicht angemeldet.',
    )
    expect(say('ja').of('romeo@demo.test did not log you in.')).toBe(
      'romeo@demo.test でログインできませんでした。',
    )
    expect(say('en').of('Invalid OTP')).toBe('Invalid OTP')
  })

  test('escapes values, also in its places', () => {
    const t = say('de')
    expect(t.html('{name} invited you.' as never, { name: '<b>' }).text).toBe(
      '&lt;b&gt; hat dich eingeladen.',
    )
  })
})

describe('the language of a page', () => {
  const settings = (code: string) => ({ settings: { default_language: code } })
  const language = (accept: string, user?: string, realm?: string) =>
    pageLanguage({
      accept,
      user: user === undefined ? undefined : (settings(user) as never),
      realm: realm === undefined ? undefined : ({ record: settings(realm) } as never),
    })

  test('is that of the person, else the first of the browser, else the organization’s', () => {
    expect(language('de', 'en')).toBe('en')
    expect(language('en', 'de')).toBe('de')
    expect(language('de-AT,de;q=0.9,en;q=0.8', 'nl', 'en')).toBe('de')
    expect(language('nl, en;q=0.5, de;q=0.7')).toBe('de')
    expect(language('de;q=0, en;q=0.1')).toBe('en')
    expect(language('', undefined, 'de')).toBe('de')
    expect(language('nl;q=1, *;q=0.5', undefined, 'de')).toBe('de')
    expect(language('', undefined, 'nl')).toBe('en')
    expect(language('zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh-hans')
    expect(language('zh-TW,zh-Hant;q=0.9,en;q=0.8')).toBe('en')
    expect(language('ar-EG')).toBe('ar')
  })

  test('is found in hostile headers at once', () => {
    for (const header of ['de;q=x', ';;;,,,', 'q=1;de', ','.repeat(100_000), `${'x'.repeat(100_000)},de`]) {
      const started = performance.now()
      expect(['en', 'de']).toContain(language(header))
      expect(performance.now() - started).toBeLessThan(1_000)
    }
  })
})

describe('pages', () => {
  let world: World
  let gateway: Gateway
  let realm: RealmState
  let url: string
  beforeAll(async () => {
    world = await World.create({ OPEN_REALM_CREATION: 'true' })
    ;({ gateway, url } = await world.gateway())
    realm = await demonstration(world, gateway.core)
  })
  afterAll(() => world.close())

  const german = () =>
    new Browsing(url, { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5', accept: 'text/html' })
  const english = () => new Browsing(url, { accept: 'text/html' })
  const headingOf = (text: string) => /<h1>([^<]*)<\/h1>/.exec(text)![1]

  test.each([
    ['/login', 'Anmelden'],
    ['/register', 'Nicht erlaubt'],
    ['/accounts/password/reset', 'Ein neues Passwort wählen'],
    ['/accounts/password/reset/x', 'Dieser Link gilt nicht mehr'],
    ['/accounts/confirm_new_email/x', 'Dieser Link gilt nicht mehr'],
    ['/accounts/unsubscribe/x', 'Seite nicht gefunden'],
    ['/join/x', 'Diesen Link gibt es nicht'],
    ['/new', 'Eine Organisation erstellen'],
    ['/new/x', 'Dieser Link gilt nicht mehr'],
    ['/nowhere', 'Seite nicht gefunden'],
    ['/login/in-browser', 'Im Browser anmelden'],
    ['/accounts/login/subdomain/x', 'Diese Anmeldung ist beendet'],
    ['/login?desktop_flow_otp=5a', 'Etwas ist schiefgegangen'],
    ['/help', 'Was mit welcher App geht'],
    ['/login/with/nobody', 'Seite nicht gefunden'],
    ['/calls/bigbluebutton/join', undefined],
  ])('at %s are in German for a browser that prefers it', async (path, heading) => {
    const { text, headers } = await german().get(path)
    expect(text).toContain('<html lang="de">')
    if (heading !== undefined) expect(headingOf(text)).toBe(heading)
    const words = text.replace(/ data-passkey="[^"]*"/, '').replace(/<div class="accounts">.*<\/div>/s, '')
    expect(words.match(/\{\w+\}|undefined|\bthe\b|\byour?\b|\bLog in\b/i)).toBeNull()
    expect(headers.get('vary')).toContain('Accept-Language')
    const other = await english().get(path)
    expect(other.text).toContain('<html lang="en">')
    expect(headingOf(other.text)).not.toBe(headingOf(text))
  })

  test('say errors of forms in German, and keep what was typed', async () => {
    const wrong = await german().submit('/login', { email: 'hamlet@demo.test', password: 'x' })
    expect(wrong.text).toContain('Die E-Mail-Adresse oder das Passwort ist falsch.')
    const fields = { name: '', subdomain: 'login', email: 'x', full_name: '@', password: 'x' }
    const { text } = await german().submit('/new', fields)
    for (const sentence of [
      'Gib einen Namen ein.',
      'Wähle eine andere Adresse.',
      'Das ist keine E-Mail-Adresse.',
      'Mindestens 6 Zeichen.',
    ])
      expect(text).toContain(sentence)
    const expired = await german().request('POST', '/login', 'email=x')
    expect([expired.status, expired.text.includes('Dieses Formular ist abgelaufen')]).toEqual([403, true])
  })

  test('follow the settings of the person who is logged in, and of the organization', async () => {
    const browsing = english()
    await browsing.logIn('hamlet', DEMONSTRATION_PASSWORD)
    const asked = `/login?desktop_flow_otp=${'a5'.repeat(32)}`
    expect(headingOf((await browsing.get(asked)).text)).toBe('Log in to the app')
    await browsing.json.ok(browsing.json.patch('/settings', { default_language: 'de' }))
    expect(headingOf((await browsing.get(asked)).text)).toBe('In der App anmelden')
    await setRealm(gateway.core, realm, { default_language: 'de' })
    expect(headingOf((await english().get('/login')).text)).toBe('Anmelden')
    const other = new Browsing(url, { 'accept-language': 'en' })
    expect(headingOf((await other.get('/login')).text)).toBe('Log in')
    await setRealm(gateway.core, realm, { default_language: 'en' })
  })

  test('of a new organization lead its founder through in German', async () => {
    const path = `/new/${await new CreationLinks(gateway.core.redis, world.config.secretKey).issue()}`
    const fields = { name: 'Arden', subdomain: 'arden', email: 'rosalind@arden.test', full_name: 'Rosalind' }
    const done = await german().submit(path, { ...fields, password: 'four words of a play' })
    expect([done.status, headingOf(done.text)]).toEqual([200, 'Arden ist bereit'])
    expect((await german().get(path)).text).toContain(
      'Mit diesem Link wurde schon eine Organisation erstellt.',
    )
  })

  test('of errors are in German', () => {
    const shown = (status: number, code?: string) =>
      String(errorPage(new ApiError('No', { status, ...(code && { code }) }), realm, 'de').body)
    for (const [status, heading] of [
      [401, 'Bitte melde dich an'],
      [403, 'Nicht erlaubt'],
      [405, 'Nicht erlaubt'],
      [410, 'Nicht mehr verfügbar'],
      [429, 'Zu viele Versuche'],
      [500, 'Etwas ist schiefgegangen'],
      [503, 'Gerade nicht verfügbar'],
    ] as const)
      expect(headingOf(shown(status))).toBe(heading)
    expect(shown(500)).toContain('Du hast nichts falsch gemacht.')
    expect(headingOf(shown(404, 'NONEXISTENT_SUBDOMAIN'))).toBe('Hier gibt es keine Organisation')
    expect(headingOf(shown(401, 'REALM_DEACTIVATED'))).toBe('Diese Organisation ist geschlossen')
  })
})
