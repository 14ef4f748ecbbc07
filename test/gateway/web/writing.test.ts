import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import type { Body } from '../../harness/client.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create({ MAX_FILE_UPLOAD_SIZE_MIB: '25' })
})
afterAll(() => web?.close())

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const messages = (page: Page) => page.getByRole('log').getByRole('article')

describe.skipIf(browserMissing)('the composer', () => {
  let page: Page
  beforeAll(async () => {
    if (!browserMissing) page = await web.logIn('hamlet')
  })

  test('completes people, channels, emoji and times by keyboard', async () => {
    await page.goto(web.topic('Verona', 'completion'))
    await box(page).pressSequentially('@cord')
    await option(page, /Cordelia/).waitFor()
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(
      await option(page, /Cordelia/).getAttribute('id'),
    )
    await box(page).press('Enter')
    expect(await box(page).inputValue()).toMatch(/^@\*\*Cordelia.*\*\* $/)
    await box(page).fill('')
    await box(page).pressSequentially('#ver')
    await option(page, /Verona/)
      .first()
      .waitFor()
    await box(page).press('Tab')
    expect(await box(page).inputValue()).toBe('#**Verona** ')
    await box(page).pressSequentially(':tad')
    await option(page, 'tada').waitFor()
    await box(page).press('Enter')
    expect(await box(page).inputValue()).toBe('#**Verona** :tada: ')
    await box(page).pressSequentially('<time')
    await option(page, /Tomorrow morning/).click()
    expect(await box(page).inputValue()).toMatch(/<time:\d{4}-\d\d-\d\dT09:00:00\+00:00> $/)
    await box(page).fill('')
  })

  test('formats by toolbar and keys, and shows a preview', async () => {
    await box(page).fill('two households')
    await box(page).press('Control+A')
    await page.getByRole('button', { name: 'Bold' }).click()
    expect(await box(page).inputValue()).toBe('**two households**')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page
      .getByRole('region', { name: 'Preview' })
      .locator('strong')
      .getByText('two households')
      .waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await box(page).fill('')
  })

  test('keeps what was typed across a reload and on the server', async () => {
    await box(page).fill('not yet sent')
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toBe('not yet sent')
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await page.getByRole('link', { name: /completion.*not yet sent/s }).waitFor()
    // Another browser of the same user shows it.
    const other = await web.logIn('hamlet')
    await other.goto(web.topic('Verona', 'completion'))
    await expect.poll(() => box(other).inputValue()).toBe('not yet sent')
    await box(other).press('Control+Enter')
    await messages(other).getByText('not yet sent').waitFor()
    await page.getByText('What you type and do not send is kept here.').waitFor()
  })

  test('saves a draft when the page is closed', async () => {
    await page.goto(web.topic('Verona', 'closed'))
    await page.route('**/json/messages', (route) => route.abort())
    await box(page).fill('closed too early')
    await box(page).press('Control+Enter')
    await messages(page).getByText('closed too early').waitFor()
    await page.reload()
    await page.unroute('**/json/messages')
    await expect.poll(() => box(page).inputValue()).toBe('closed too early')
    await box(page).fill('')
  })

  test.each(['first', 'last'])(
    'keeps what another window has typed in the same conversation %s when this one sends',
    async (order) => {
      const [sender, writer] = [page, await page.context().newPage()]
      for (const window of [sender, writer]) {
        await window.goto(web.topic('Verona', `two windows ${order}`))
        await box(window).waitFor()
      }
      if (order === 'first') await box(writer).fill('a long letter')
      await box(sender).fill('a short one')
      if (order === 'last') await box(writer).fill('a long letter')
      await box(sender).press('Control+Enter')
      await messages(writer).getByText('a short one').waitFor()
      expect(await box(sender).inputValue()).toBe('')
      await writer.reload()
      await expect.poll(() => box(writer).inputValue()).toBe('a long letter')
      await box(writer).fill('')
      await writer.close()
    },
  )

  test('empties a draft that another window has typed once that sends it', async () => {
    const other = await page.context().newPage()
    await page.goto(web.topic('Verona', 'shown draft'))
    await box(page).fill('sent by the first')
    await other.goto(web.topic('Verona', 'shown draft'))
    await expect.poll(() => box(other).inputValue()).toBe('sent by the first')
    await box(page).press('Control+Enter')
    await messages(other).getByText('sent by the first').waitFor()
    await expect.poll(() => box(other).inputValue()).toBe('')
    await other.reload()
    await messages(other).getByText('sent by the first').waitFor()
    expect(await box(other).inputValue()).toBe('')
    await other.close()
  })

  test('keeps a draft for each window that types in the same conversation', async () => {
    const other = await page.context().newPage()
    for (const window of [page, other]) {
      await window.goto(web.topic('Verona', 'two drafts'))
      await box(window).waitFor()
    }
    await box(page).fill('a long letter')
    await box(other).fill('a short one')
    await box(page).press('End')
    await box(page).pressSequentially(' to Verona')
    for (const [window, text] of [
      [page, 'a long letter to Verona'],
      [other, 'a short one'],
    ] as const) {
      await window.reload()
      await expect.poll(() => box(window).inputValue()).toBe(text)
    }
    await other.goto(`${web.url}/#drafts`)
    const line = (text: string) => other.getByRole('link', { name: new RegExp(`two drafts.*${text}$`, 's') })
    await line('a long letter to Verona').waitFor()
    // For a moment the list may show both the browser's and the server's copy of a draft.
    await expect.poll(() => line('a short one').count()).toBe(1)
    await box(page).press('Control+Enter')
    await messages(page).getByText('a long letter to Verona').waitFor()
    await line('a long letter to Verona').waitFor({ state: 'detached' })
    await line('a short one').click()
    await expect.poll(() => box(other).inputValue()).toBe('a short one')
    await box(other).fill('')
    await other.close()
  })

  test('uploads chosen files and links them', async () => {
    await page.goto(web.topic('Verona', 'files'))
    const file = { name: 'balcony.csv', mimeType: 'text/csv', buffer: Buffer.from('people,lutes\n40,1\n') }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => box(page).inputValue()).toMatch(/^\[balcony\.csv\]\(\/user_uploads\/.+\)\n$/)
    await box(page).press('Control+Enter')
    await messages(page).getByRole('link', { name: 'balcony.csv' }).first().waitFor()
  })

  test('uploads files on a page without HTTPS too', async () => {
    const plain = await page.context().newPage()
    // The parts that browsers leave out there.
    await plain.addInitScript('delete Crypto.prototype.randomUUID')
    await plain.goto(web.topic('Verona', 'plain files'))
    const file = { name: 'plain.txt', mimeType: 'text/plain', buffer: Buffer.from('two households') }
    await plain.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => box(plain).inputValue()).toMatch(/^\[plain\.txt\]\(\/user_uploads\/.+\)\n$/)
    await box(plain).fill('')
    await plain.close()
  })

  test('finishes an upload after a reload', async () => {
    await page.goto(web.topic('Verona', 'long file'))
    await page.route('**/api/v1/tus/**', (route) => route.abort())
    await page.route('**/api/v1/tus', (route) => route.abort())
    const file = { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('a long file') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('progressbar', { name: 'Upload of long.txt' }).waitFor()
    await page.getByRole('button', { name: 'Pause the upload of long.txt' }).click()
    await page.unroute('**/api/v1/tus/**')
    await page.unroute('**/api/v1/tus')
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toMatch(/^\[long\.txt\]/)
    await box(page).fill('')
  })

  test.each([
    ['links a file', 'kept', 1],
    ['does not upload a file again', 'deleted', 0],
  ])('%s whose page closed before the answer, and which was %s', async (_what, end, left) => {
    const hamlet = web.world.client(web.url, 'hamlet')
    const name = `${end}.txt`
    const files = async () => {
      const { attachments } = await hamlet.ok(hamlet.get('/attachments'))
      return attachments.filter((one: Body) => one.name === name) as Body[]
    }
    const topic = web.topic('Verona', `lost answer ${end}`)
    await page.goto(topic)
    // The server has the whole file; its answer does not arrive.
    await page.route('**/api/v1/tus/**', (route) =>
      route.request().method() === 'PATCH' ? void route.fetch() : route.continue(),
    )
    const buffer = Buffer.from('a file whose answer is lost')
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
    await expect.poll(async () => (await files()).length).toBe(1)
    if (end === 'deleted') await hamlet.ok(hamlet.delete(`/attachments/${(await files())[0]!.id}`))
    await page.goto('about:blank')
    await page.unroute('**/api/v1/tus/**')
    await page.goto(topic)
    const kept = () =>
      page.evaluate<number>(`Object.keys(localStorage).filter((key) => key.startsWith('tus::')).length`)
    await expect.poll(kept).toBe(0)
    await page.goto('about:blank')
    await page.goto(topic)
    await expect
      .poll(() => box(page).inputValue())
      .toMatch(end === 'kept' ? /^\[kept\.txt\]\(\/user_uploads\/[^()]+\)\n$/ : /^$/)
    expect(await files()).toHaveLength(left)
    await box(page).fill('')
  })

  test.each([
    ['the page', 'kept', 1],
    ['the next page', 'kept', 1],
    ['the next page', 'deleted', 0],
  ])('links an empty file whose answer is lost, by %s, when it was %s', async (by, end, left) => {
    const hamlet = web.world.client(web.url, 'hamlet')
    const name = `empty ${end} ${by}.txt`
    const files = async () => {
      const { attachments } = await hamlet.ok(hamlet.get('/attachments'))
      return attachments.filter((one: Body) => one.name === name) as Body[]
    }
    const topic = web.topic('Verona', `nothing ${end} ${by}`)
    await page.goto(topic)
    let lost = 0
    await page.route('**/api/v1/tus', async (route) => {
      if (by === 'the page' && lost > 0) return route.continue()
      lost++
      await route.fetch()
      if (by === 'the page') await route.abort()
    })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await expect.poll(async () => (await files()).length).toBe(1)
    if (end === 'deleted') await hamlet.ok(hamlet.delete(`/attachments/${(await files())[0]!.id}`))
    if (by === 'the next page') {
      await page.goto('about:blank')
      await page.unroute('**/api/v1/tus')
      await page.goto(topic)
    }
    await expect
      .poll(() => box(page).inputValue(), { timeout: 20_000 })
      .toMatch(end === 'kept' ? /^\[empty [^\]]*\.txt\]\(\/user_uploads\/[^()]+\)\n$/ : /^$/)
    expect(await files()).toHaveLength(left)
    await page.unroute('**/api/v1/tus')
    await box(page).fill('')
  })

  test.each([
    ['closes', 'another page continues'],
    ['has the answer', 'the other page shows the link too'],
  ])('uploads a file in one of several pages only: once that page %s, %s', async (end) => {
    const topic = web.topic('Verona', `one page that ${end}`)
    await page.goto(topic)
    const creations: string[] = []
    page.context().on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/tus')) creations.push(request.url())
    })
    const parts: Route[] = []
    await page.route('**/api/v1/tus/**', (route) =>
      route.request().method() === 'PATCH' ? void parts.push(route) : route.continue(),
    )
    const buffer = Buffer.from('a file for one page')
    await page.locator('input[type=file]').setInputFiles({ name: 'one.txt', mimeType: 'text/plain', buffer })
    await expect.poll(() => parts.length).toBe(1)
    const other = await page.context().newPage()
    await other.goto(topic)
    await expect.poll(() => box(other).inputValue()).toMatch(/^\[Uploading one\.txt…\]\(/)
    const waiting = () =>
      other.evaluate<string>(
        `navigator.locks.query().then(({ pending }) => pending.map((one) => one.name).join())`,
      )
    await expect.poll(waiting).toMatch(/loquat upload /)
    expect(await other.getByRole('progressbar').count()).toBe(0)
    if (end === 'closes') await page.goto('about:blank')
    else await parts[0]!.continue()
    await expect.poll(() => box(other).inputValue()).toMatch(/^\[one\.txt\]\(\/user_uploads\//)
    expect(creations).toHaveLength(1)
    await page.unroute('**/api/v1/tus/**')
    await box(other).fill('')
    await other.close()
    await page.goto('about:blank')
  })

  test('offers only to remove a file that is larger than the server allows', async () => {
    await page.goto(web.topic('Verona', 'large file'))
    const buffer = Buffer.alloc(26 * 1024 * 1024)
    await page.locator('input[type=file]').setInputFiles({ name: 'opera.bin', mimeType: 'video/mp4', buffer })
    await page.getByText(/^Not uploaded. A file has at most \d+ MiB.$/).waitFor()
    expect(await page.getByRole('button', { name: 'Continue the upload of opera.bin' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel the upload of opera.bin' }).click()
    await page.getByText('opera.bin').waitFor({ state: 'detached' })
  })

  test.each([
    ['allows smaller files by now', 413, 'File is larger than this server allows.'],
    ['has ended the session', 401, 'You have been logged out.'],
  ])('offers only to remove a file when the server %s', async (_name, status, reason) => {
    await page.goto(web.topic('Verona', `file and ${status}`))
    const json = { result: 'error', code: 'REFUSED', msg: reason }
    await page.route('**/api/v1/tus', (route) => route.fulfill({ status, json }))
    const buffer = Buffer.from('a short file')
    await page.locator('input[type=file]').setInputFiles({ name: 'act.txt', mimeType: 'text/plain', buffer })
    await page.getByText(`Not uploaded. ${reason}`).waitFor()
    expect(await page.getByRole('button', { name: 'Continue the upload of act.txt' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel the upload of act.txt' }).click()
    await page.unroute('**/api/v1/tus')
  })

  test('keeps the focus when an upload is cancelled', async () => {
    await page.goto(web.topic('Verona', 'two files'))
    await page.route('**/api/v1/tus', (route) => route.abort())
    const buffer = Buffer.from('a short file')
    const files = ['one.txt', 'two.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer }))
    await page.locator('input[type=file]').setInputFiles(files)
    const focused = () => page.evaluate(`document.activeElement.getAttribute('aria-label')`)
    await page.getByRole('button', { name: 'Cancel the upload of one.txt' }).press('Enter')
    await expect.poll(focused).toBe('Cancel the upload of two.txt')
    await page.getByRole('button', { name: 'Cancel the upload of two.txt' }).press('Enter')
    await expect.poll(focused).toBe('Message')
    await page.unroute('**/api/v1/tus')
  })

  test('schedules a message, which can be deleted until it is sent', async () => {
    await page.goto(web.topic('Verona', 'later'))
    await box(page).fill('wake up')
    await page.getByRole('button', { name: 'When to send' }).click()
    await page.getByRole('button', { name: /^Tomorrow morning/ }).click()
    await page.getByRole('link', { name: 'Scheduled. See all scheduled messages.' }).click()
    await page.getByRole('link', { name: /later.*wake up/s }).waitFor()
    await page.getByRole('button', { name: 'Delete the scheduled message' }).click()
    await page.getByRole('link', { name: /later.*wake up/s }).waitFor({ state: 'detached' })
    await page.goto(web.topic('Verona', 'later'))
  })

  test('saves snippets and inserts them', async () => {
    await box(page).fill('Kind regards, Hamlet')
    await page.getByRole('button', { name: 'Saved snippets' }).click()
    await page.getByRole('textbox', { name: 'Title of a new snippet' }).fill('Regards')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await box(page).fill('')
    await page.getByRole('button', { name: /^Regards/ }).click()
    expect(await box(page).inputValue()).toBe('Kind regards, Hamlet')
    await box(page).fill('')
  })

  test('sends by the Enter key once the setting is on', async () => {
    await page.getByRole('button', { name: 'When to send' }).click()
    await page.getByRole('checkbox', { name: 'Enter sends the message' }).check()
    await page.getByText('Enter sends', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await box(page).fill('by enter')
    await box(page).press('Enter')
    await messages(page).getByText('by enter').waitFor()
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    expect(web.faults.filter((fault) => !/net::ERR_FAILED|status of 4(?:01|13|10)/.test(fault))).toEqual([])
  })
})
