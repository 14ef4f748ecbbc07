import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations, violationsInBothThemes } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
})
afterAll(() => web?.close())

const PAGES = [
  ['the start page', '/api/'],
  ['an operation', '/api/post-messages'],
  ['a long operation', '/api/post-register'],
  ['a resource', '/api/operations/messages'],
  ['the events', '/api/events'],
  ['an event', '/api/events/message'],
  ['a guide', '/api/guides/realtime'],
] as const

const credentialsOf = (name: string) => web.world.client(web.url, name).credentials!

describe.skipIf(browserMissing)('the reference', () => {
  test.each(PAGES)(
    'in both themes axe finds nothing, and 390 pixels are enough, on %s',
    async (_name, path) => {
      const page = await web.open({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(web.url + path)
      await page.getByRole('combobox', { name: 'Search the reference' }).waitFor()
      expect(await violationsInBothThemes(page)).toBe('')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.reload()
      await page.getByRole('combobox', { name: 'Search the reference' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await page.close()
    },
  )

  test('on a phone the menu opens, and leads to another page', async () => {
    const page = await web.open({ viewport: { width: 390, height: 844 } })
    await page.goto(`${web.url}/api/post-messages`)
    const link = page
      .getByRole('navigation', { name: 'Reference' })
      .getByRole('link', { name: 'Introduction' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await page.getByRole('heading', { name: 'Loquat API', level: 1 }).waitFor()
    await page.close()
  })

  test('the slash key searches for operations by words, paths and parameters', async () => {
    const page = await web.open()
    await page.goto(`${web.url}/api/`)
    const search = page.getByRole('combobox', { name: 'Search the reference' })
    await search.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('send message')
    await page
      .getByRole('option', { name: /Send a message/ })
      .first()
      .waitFor()
    expect(await violations(page)).toBe('')
    await search.fill('propagate_mode')
    await page.getByRole('option', { name: /PATCH \/messages\/\{message_id\}/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api/patch-messages-message_id')
    await search.fill('xyzzyplugh')
    await page.getByText('Nothing found').waitFor()
    await page.close()
  })

  test('the examples are shown in the language that the reader chose last, with the address of this server', async () => {
    const page = await web.open()
    await page.goto(`${web.url}/api/post-messages`)
    const request = (name: string) => page.getByRole('group', { name: `Request with ${name}` })
    await request('curl').waitFor()
    expect(await request('curl').textContent()).toContain(`${web.url}/api/v1/messages`)
    await page.getByText('Python', { exact: true }).click()
    await request('Python').waitFor()
    expect(await request('curl').isVisible()).toBe(false)
    await page.goto(`${web.url}/api/get-messages`)
    await request('Python').waitFor()
    await page.close()
  })

  test('the chosen theme stays', async () => {
    const page = await web.open({ colorScheme: 'light' })
    await page.goto(`${web.url}/api/`)
    await page.getByRole('button', { name: 'Dark theme' }).click()
    await page.goto(`${web.url}/api/events`)
    await page.getByRole('button', { name: 'Light theme' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.close()
  })

  test('"try it" calls an operation with one\'s own key, and shows what a wrong key gets', async () => {
    const { email, apiKey } = credentialsOf('hamlet')
    const page = await web.open()
    await page.goto(`${web.url}/api/get-users-me`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('API key').fill('x'.repeat(32))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^401 Unauthorized in \d+ ms$/).waitFor()
    const answer = page.getByRole('group', { name: 'Answer' })
    expect(JSON.parse((await answer.textContent())!)).toMatchObject({ code: 'INVALID_API_KEY' })
    const help = page.getByRole('link', { name: 'What this means' })
    expect(await help.getAttribute('href')).toBe(`${web.world.config.rootUrl}/api/#authentication`)

    await page.getByLabel('API key').fill(apiKey)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 OK in \d+ ms$/).waitFor()
    expect(JSON.parse((await answer.textContent())!)).toMatchObject({ delivery_email: email })
    expect(await help.isVisible()).toBe(false)
    await page.close()
  })

  test('"try it" sends parameters where they belong, and keeps the key for other pages of the tab when asked', async () => {
    const { email, apiKey } = credentialsOf('hamlet')
    const page = await web.open()
    await page.goto(`${web.url}/api/post-messages`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('API key').fill(apiKey)
    const form = page.locator('.try form')
    await form.locator('[name="type"]').selectOption('channel')
    await form.locator('[name="to"]').fill('Verona')
    await form.locator('[name="topic"]').fill('tried & true')
    await form.locator('[name="content"]').fill('Sent by the reference.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 OK/).waitFor()
    const stored = () => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(await stored()).not.toContain(apiKey)
    await page.getByLabel('Keep the key for other pages of this tab').check()
    const { id } = JSON.parse((await page.getByRole('group', { name: 'Answer' }).textContent())!)

    await page.goto(`${web.url}/api/get-messages-message_id`)
    expect(await page.getByLabel('API key').inputValue()).toBe(apiKey)
    await form.locator('[name="message_id"]').fill(String(id))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 OK/).waitFor()
    const { message } = JSON.parse((await page.getByRole('group', { name: 'Answer' }).textContent())!)
    expect(message).toMatchObject({ subject: 'tried & true', content: '<p>Sent by the reference.</p>' })
    await page.getByLabel('Keep the key for other pages of this tab').uncheck()
    expect(await stored()).not.toContain(apiKey)
    expect(page.url()).not.toContain(apiKey)
    await page.close()
  })

  test('"try it" uploads a file', async () => {
    const { email, apiKey } = credentialsOf('hamlet')
    const page = await web.open()
    await page.goto(`${web.url}/api/post-user_uploads`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('API key').fill(apiKey)
    const file = { name: 'tea.txt', mimeType: 'text/plain', buffer: Buffer.from('Earl Grey') }
    await page.locator('.try input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 OK/).waitFor()
    const answer = page.getByRole('group', { name: 'Answer' })
    expect(JSON.parse((await answer.textContent())!)).toMatchObject({ filename: 'tea.txt' })
    await page.close()
  })

  test('"try it" asks before it takes something away, and has no example that would', async () => {
    const owner = web.world.client(web.url, 'desdemona')
    const { email, apiKey } = owner.credentials!
    const { id } = await owner.ok(
      owner.post('/messages', { type: 'channel', to: 'Verona', topic: 'tried', content: 'Not for long' }),
    )
    const page = await web.open()
    await page.goto(`${web.url}/api/delete-messages-message_id`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('API key').fill(apiKey)
    const field = page.locator('.try [name="message_id"]')
    expect(await field.inputValue()).toBe('')
    await field.fill(String(id))
    const asked: string[] = []
    const answers = [false, true]
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (answers.shift() ? dialog.accept() : dialog.dismiss())
    })
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]).toContain(`DELETE /api/v1/messages/${id}`)
    await owner.ok(owner.get(`/messages/${id}`))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^200 OK in/).waitFor()
    expect(asked.length).toBe(2)
    await page.close()
  })

  test('works without scripts: everything but search and "try it" is there', async () => {
    const page = await web.open({ javaScriptEnabled: false })
    await page.goto(`${web.url}/api/post-messages`)
    await page.getByRole('heading', { name: 'Errors' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Search the reference' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Try it' }).count()).toBe(0)
    await page.getByText('Node', { exact: true }).click()
    expect(await page.getByRole('group', { name: 'Request with Node' }).isVisible()).toBe(true)
    await page.close()
  })

  test('the account menu of the web client opens the reference, in both languages', async () => {
    const page = await web.logIn('cordelia')
    await page.goto(`${web.url}/#inbox`)
    await page.getByRole('button', { name: 'Your account' }).click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'API reference' }).click()
    await (await opened).getByRole('heading', { name: 'Loquat API', level: 1 }).waitFor()
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Eingang', level: 1 }).waitFor()
    await page.locator('#account-button').click()
    await page.getByRole('link', { name: 'API-Referenz' }).waitFor()
    await page.close()
  })

  test('no page broke the Content-Security-Policy or had another error', () => {
    // The browser itself reports that a request was refused.
    expect(web.faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
  })
})
