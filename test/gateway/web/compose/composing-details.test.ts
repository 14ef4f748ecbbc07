import type { Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 15_000 }
const client = (name: string) => web.world.client(web.url, name)
const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })

/** Stands for a name that its message would show otherwise. */
const number = (name: string) => [...name].reduce((sum, sign) => sum * 7 + sign.charCodeAt(0), 0)

/** Opens a page that has loaded nothing before. */
async function open(address: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(address)
}
async function send(to: string, topic: string, content: string): Promise<number> {
  const iago = client('iago')
  return (await iago.ok(iago.post('/messages', { type: 'channel', to, topic, content }))).id as number
}

const FILE = Buffer.from('secret')
const storedIn = (one: Page) => one.evaluate<string>('JSON.stringify([localStorage, sessionStorage])')

/** The ids of the files that a browser keeps. */
const keptFilesIn = (one: Page) =>
  one.evaluate<string[]>(`new Promise((resolve) => {
    const request = indexedDB.open('loquat-uploads', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'id' })
    request.onsuccess = () => {
      const keys = request.result.transaction('files').objectStore('files').getAllKeys()
      keys.onsuccess = () => (request.result.close(), resolve(keys.result))
    }
  })`)

/** Resolves when the page has the answer to a request, or has given it up. */
const endOf = async (request: Request): Promise<void> => {
  const response = await request.response()
  await response?.finished()
}

describe.skipIf(browserMissing)('the composer', () => {
  test('counts down before a text is too long', async () => {
    await open(web.topic('Verona', 'long'))
    await composer().fill('short')
    const counter = page.locator('.composer .characters-left')
    expect(await counter.count()).toBe(0)
    await composer().fill('x'.repeat(9_990))
    await expect.poll(() => counter.textContent(), SOON).toBe('10')
    await composer().fill('x'.repeat(10_005))
    await expect.poll(() => counter.textContent(), SOON).toBe('−5')
    await page.getByText('A message has at most 10000 characters.').waitFor(SOON)
    await composer().fill('')
    await expect.poll(() => counter.count(), SOON).toBe(0)
    // The server counts each as one character.
    await composer().fill('😀'.repeat(9_990))
    await expect.poll(() => counter.textContent(), SOON).toBe('10')
    await composer().fill('')
  })

  test('takes a long text into an edit whole, says that it is too long, and saves no blank one', async () => {
    const hamlet = client('hamlet')
    const message = { type: 'channel', to: 'Verona', topic: 'edited', content: 'to be changed' }
    await hamlet.ok(hamlet.post('/messages', message))
    await open(web.topic('Verona', 'edited'))
    await page.getByRole('article').filter({ hasText: 'to be changed' }).waitFor(SOON)
    await composer().press('ArrowLeft')
    const box = page.getByRole('textbox', { name: 'Edit the message' })
    await box.fill('x'.repeat(10_005))
    const form = page.locator('.edit-box')
    await expect.poll(() => form.locator('.characters-left').textContent(), SOON).toBe('−5')
    await form.getByText('A message has at most 10000 characters.').waitFor(SOON)
    expect((await box.inputValue()).length).toBe(10_005)
    for (const content of ['x'.repeat(10_005), ' ']) {
      await box.fill(content)
      await box.press('Control+Enter')
      await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled(), SOON).toBe(true)
    }
    await box.fill('changed')
    await box.press('Control+Enter')
    await page
      .getByRole('article')
      .filter({ hasText: /^.*changed/ })
      .waitFor(SOON)
    await expect.poll(() => box.count(), SOON).toBe(0)
  })

  test('offers times from when the menu opens', async () => {
    await page?.close()
    page = await session.context().newPage()
    await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') })
    await page.goto(web.topic('Verona', 'later'))
    await composer().fill('later')
    await page.clock.setFixedTime(new Date('2026-03-02T20:00:00Z'))
    await page
      .getByRole('button', { name: 'More ways to send' })
      .or(page.locator('.send-menu-button'))
      .first()
      .click()
    const inAnHour = page.locator('#send-menu button').first()
    await expect.poll(() => inAnHour.textContent(), SOON).toContain('9:00')
    await page.close()
  })

  test.each([
    ['star*led', 'a *star*'],
    ['code`d', 'a `tick`'],
    ['more>less', 'up > down'],
    ['pipe|line', 'one | two'],
    ['[square]', 'an [old] one'],
    ['$$math$$', '$$x$$'],
  ])('completes %s and its topic %s to links that lead there', async (channel, topic) => {
    const iago = client('iago')
    const subscribers = ['iago', 'hamlet'].map((name) => web.world.userId(name))
    await iago.ok(iago.post('/channels/create', { name: channel, subscribers }))
    await send(channel, topic, `inside ${number(channel)}`)
    await send('Verona', topic, `elsewhere than ${number(channel)}`)
    await open(web.topic('Verona', `links to ${channel}`))
    await composer().fill('')
    await composer().pressSequentially(`#${channel.slice(0, 3).replace(/[*>|`]/g, '')}`)
    await page.getByRole('option').filter({ hasText: channel }).first().click()
    await composer().pressSequentially(`and #Verona>${topic.slice(0, 2)}`)
    await page.getByRole('option').filter({ hasText: topic }).first().click()
    await composer().press('Control+Enter')
    const sent = messageWith(page, 'and').last()
    await sent.getByRole('link', { name: topic }).waitFor(SOON)
    await sent.getByRole('link', { name: channel }).first().click()
    await page.getByRole('main').getByRole('heading', { level: 1, name: channel }).waitFor(SOON)
    await messageWith(page, `inside ${number(channel)}`).waitFor(SOON)
    await page.goBack()
    await messageWith(page, 'and').last().getByRole('link', { name: topic }).click()
    await messageWith(page, `elsewhere than ${number(channel)}`).waitFor(SOON)
  })
})

describe.skipIf(browserMissing)('logging out', () => {
  test('takes what was typed from the browser, and the server keeps the drafts', async () => {
    const romeo = await web.logIn('cordelia')
    await romeo.goto(web.topic('Verona', 'secrets'))
    const box = romeo.getByRole('textbox', { name: 'Message', exact: true })
    await box.fill('a secret draft')
    await romeo.route('**/json/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await romeo.goto(web.topic('Verona', 'lost'))
    await box.fill('an unsent secret')
    await box.press('Control+Enter')
    await romeo.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('loquat-uploads', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'id' })
      request.onsuccess = () => {
        const all = request.result.transaction('files', 'readwrite').objectStore('files')
        const place = { kind: 'direct', people: [1] }
        const file = new File(['secret'], 'secret.txt')
        all.put({ id: 'own', me: ${web.world.userId('cordelia')}, place, file })
        all.put({ id: 'of another', me: 0, place, file }).onsuccess = () => (request.result.close(), resolve())
      }
    })`)
    await romeo.evaluate(`localStorage.setItem('loquat draft 0 x', 'of another')`)
    expect(await romeo.evaluate<string>('JSON.stringify(localStorage)')).toContain('secret')
    await romeo.getByRole('button', { name: 'Account' }).click()
    await romeo.getByRole('button', { name: 'Log out' }).click()
    await romeo.waitForURL(/login/)
    const stored = await storedIn(romeo)
    expect(stored).not.toContain('secret')
    expect(stored).toContain('of another')
    expect(await keptFilesIn(romeo)).toEqual(['of another'])
    const cordelia = client('cordelia')
    const { drafts } = await cordelia.ok(cordelia.get('/drafts'))
    const contents = drafts.map(({ content }: { content: string }) => content)
    expect(contents).toContain('a secret draft')
    expect(contents).toContain('an unsent secret')
  })

  test('ends uploads: neither this browser nor a draft keeps a file, its name or its place in the text', async () => {
    const iago = await web.logIn('iago')
    const hold: Route[] = []
    await iago.route('**/api/v1/tus/**', (route) =>
      route.request().method() === 'PATCH' ? void hold.push(route) : route.continue(),
    )
    const attach = (name: string) =>
      iago.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: FILE })
    const own = client('iago')
    await own.ok(own.post('/messages', { type: 'channel', to: 'Verona', topic: 'files', content: 'to edit' }))
    await iago.goto(web.topic('Verona', 'files'))
    await messageWith(iago, 'to edit').waitFor(SOON)
    const box = iago.getByRole('textbox', { name: 'Message', exact: true })
    await box.press('ArrowLeft')
    await iago.getByRole('textbox', { name: 'Edit the message' }).waitFor(SOON)
    const dataTransfer = await iago.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['secret'], 'secret of an edit.txt'))
      return data
    })()`)
    await iago.dispatchEvent('.edit-box textarea', 'drop', { dataTransfer })
    await expect.poll(() => hold.length, SOON).toBe(1)
    await box.fill('words beside a file\n')
    await attach('secret of a draft.txt')
    await expect.poll(() => hold.length, SOON).toBe(2)
    await expect.poll(() => keptFilesIn(iago), SOON).toHaveLength(1)
    expect(await storedIn(iago)).toContain('secret of a draft')

    // The server answers the creation of the last one when the page is about to leave.
    const created: Route[] = []
    await iago.route('**/api/v1/tus', (route) => void created.push(route))
    await attach('secret of an unanswered request.txt')
    await expect.poll(() => created.length, SOON).toBe(1)
    await iago.route('**/logout', async (route) => {
      const ended = endOf(created[0]!.request())
      // The page may have given it up.
      await created[0]!.continue().catch(() => undefined)
      await ended
      await route.continue()
    })
    await iago.getByRole('button', { name: 'Account' }).click()
    await iago.getByRole('button', { name: 'Log out' }).click()
    await iago.waitForURL(/login/)
    const stored = await storedIn(iago)
    expect(stored).not.toContain('secret')
    expect(stored).not.toContain('tus::')
    expect(await keptFilesIn(iago)).toEqual([])
    const { drafts } = await own.ok(own.get('/drafts'))
    expect(drafts.map(({ content }: { content: string }) => content.trim())).toEqual(['words beside a file'])
    await iago.context().close()
  })
})
