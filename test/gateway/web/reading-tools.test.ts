import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { solidPicture } from '../../harness/pictures.ts'
import { type TestFile, uploadFile } from '../../harness/upload.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

let web: WebWorld
let session: Page
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 20_000 }
const CORDELIA = "Cordelia, Lear's daughter"
const client = (name: string) => web.world.client(web.url, name)
const send = (topic: string, content: string) =>
  client('cordelia').ok(
    client('cordelia').post('/messages', { type: 'channel', to: 'Verona', topic, content }),
  )

/** Opens a page that has loaded nothing before. */
async function open(hash: string): Promise<void> {
  await page?.close()
  page = await session.context().newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${web.url}/${hash}`)
}
const hashOf = (topic: string) => web.topic('Verona', topic).slice(web.url.length + 1)

describe.skipIf(browserMissing)('the card of a person', () => {
  const card = () => page.getByRole('dialog', { name: CORDELIA })
  async function openCard(): Promise<void> {
    await send('a card', 'look at my card')
    await open(hashOf('a card'))
    await messageWith(page, 'look at my card').first().focus()
    await page.keyboard.press('u')
    await card().waitFor()
  }

  test('shows the channels in common, and leads to messages and the profile', async () => {
    await openCard()
    await card()
      .getByRole('heading', { name: /channels? in common/ })
      .waitFor()
    await card().getByRole('link', { name: 'Verona' }).waitFor()
    expect(await violations(page)).toBe('')
    await card().getByRole('link', { name: 'Messages from this person' }).click()
    await page.waitForURL(new RegExp(`#narrow/sender/${web.world.userId('cordelia')}`))
    await messageWith(page, 'look at my card').first().waitFor()
  })

  test('copies a mention', async () => {
    await session.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openCard()
    await card().getByRole('button', { name: 'Copy a mention' }).click()
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(copied, SOON).toBe(`@**${CORDELIA}|${web.world.userId('cordelia')}**`)
  })

  test('mutes the person and takes it back', async () => {
    const muted = async () =>
      (await client('hamlet').ok(client('hamlet').post('/register'))).muted_users.length
    await openCard()
    await card().getByRole('button', { name: 'Mute', exact: true }).click()
    await expect.poll(muted, SOON).toBe(1)
    const id = web.world.userId('cordelia')
    await client('hamlet').ok(client('hamlet').delete(`/users/me/muted_users/${id}`))
  })
})

describe.skipIf(browserMissing)('an image that is open', () => {
  test('has its sender, a solid ground, zoom, and its file', async () => {
    await send('pictures', 'a first word')
    await open(hashOf('pictures'))
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    const buffer = await solidPicture(800, 600).png().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'view.png', mimeType: 'image/png', buffer })
    await expect.poll(() => composer.inputValue(), SOON).toContain('/user_uploads/')
    await composer.press('Control+Enter')
    const preview = messageWith(page, 'view.png').getByRole('link', { name: /Open the image/ })
    await preview.click()
    const box = page.getByRole('dialog', { name: 'view.png' })
    await box.getByText('King Hamlet').waitFor()
    const style = (property: string, of = 'dialog.lightbox') =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${of}'))['${property}']`)
    expect(await style('backgroundColor')).toBe('rgb(16, 13, 11)')
    await box.getByRole('button', { name: 'Enlarge' }).click()
    await expect.poll(() => style('transform', '.lightbox img'), SOON).toBe('matrix(1.5, 0, 0, 1.5, 0, 0)')
    const image = box.getByRole('img', { name: 'view.png' })
    const frame = (await box.locator('.frame').boundingBox())!
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x + 40, middle.y + 30)
    await page.mouse.up()
    await expect.poll(() => style('transform', '.lightbox img'), SOON).toBe('matrix(1.5, 0, 0, 1.5, 40, 30)')
    const transform = () => style('transform', '.lightbox img')
    await page.keyboard.press('ArrowRight')
    await expect.poll(transform, SOON).toBe('matrix(1.5, 0, 0, 1.5, -40, 30)')
    // No further than to its edge: half of the growth of an image of 800 pixels.
    for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowRight')
    await expect.poll(transform, SOON).toBe('matrix(1.5, 0, 0, 1.5, -200, 30)')
    await page.keyboard.press('0')
    await expect.poll(transform, SOON).toBe('matrix(1, 0, 0, 1, 0, 0)')
    // The wheel keeps what is under the pointer there.
    const corner = (await image.boundingBox())!
    await page.mouse.move(corner.x + 200, corner.y + 150)
    await page.mouse.wheel(0, -400 * Math.log(2))
    // Chromium rounds the place of the pointer.
    await expect.poll(transform, SOON).toMatch(/^matrix\(2, 0, 0, 2, (199|200|201)(\.\d+)?, 1(49|50|51)\b/)
    await page.keyboard.press('Control+0')
    expect(await transform()).toMatch(/^matrix\(2,/)
    await page.keyboard.press('0')
    await expect.poll(transform, SOON).toBe('matrix(1, 0, 0, 1, 0, 0)')
    expect(await image.count()).toBe(1)
    const link = box.getByRole('link', { name: 'Download' })
    expect(await link.getAttribute('download')).toBe('view.png')
    expect(await violations(page)).toBe('')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
  })
})

describe.skipIf(browserMissing)('images and videos that are open', () => {
  const focused = (selector: string) =>
    page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)
  const article = () => messageWith(page, 'to look at')
  const box = (name: string) => page.getByRole('dialog', { name })

  /** Sends files in one message, and opens its topic on a fresh page. */
  async function sendFiles(topic: string, files: readonly TestFile[]): Promise<void> {
    const hamlet = client('hamlet')
    const links: string[] = []
    for (const { name, bytes } of files) {
      links.push(`[${name}](${await uploadFile(hamlet, { name, bytes })})`)
    }
    const content = `to look at\n${links.join('\n')}`
    await hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic, content }))
    await open(hashOf(topic))
    await article().waitFor()
  }

  test('play a video there, by keys and by the pointer, and Escape returns to the message', async () => {
    const bytes = await readFile('test/fixtures/orange.webm')
    await sendFiles('a film', [{ name: 'orange.webm', bytes }])
    await article().focus()
    await page.keyboard.press('v')
    const video = () => box('orange.webm').locator('video')
    const inVideo = <T>(expression: string) =>
      page.evaluate<T>(`((video) => ${expression})(document.querySelector('dialog video'))`)
    const state = () => inVideo<[number, number]>('[video?.videoWidth, video?.error?.code ?? 0]')
    await expect.poll(state, SOON).toEqual([64, 0])
    const position = () => inVideo<number>('video?.currentTime')
    expect(await position()).toBe(0)
    await video().focus()
    await page.keyboard.press('Space')
    await expect.poll(position, SOON).toBeGreaterThan(0)
    // Arrow keys move in the video, and neither zoom nor close what is open.
    await page.keyboard.press('v')
    expect(await box('orange.webm').isVisible()).toBe(true)
    expect(await box('orange.webm').getByRole('button', { name: 'Enlarge' }).count()).toBe(0)
    expect(await box('orange.webm').getByRole('link', { name: 'Download' }).getAttribute('download')).toBe(
      'orange.webm',
    )
    expect(await violations(page)).toBe('')
    await page.keyboard.press('Escape')
    await video().waitFor({ state: 'detached' })
    await expect.poll(() => focused('article'), SOON).toBe(true)

    const button = article().getByRole('button', { name: 'Open the video orange.webm' })
    await button.click()
    await expect.poll(state, SOON).toEqual([64, 0])
    await inVideo<void>('video.play()')
    await expect.poll(position, SOON).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await video().waitFor({ state: 'detached' })
    await expect.poll(() => focused('article .open-video'), SOON).toBe(true)
  })

  test('step from a picture to a video and back by arrow keys', async () => {
    const picture = await solidPicture(800, 600).png().toBuffer()
    const film = await readFile('test/fixtures/orange.webm')
    await sendFiles('both', [
      { name: 'view.png', bytes: picture },
      { name: 'orange.webm', bytes: film },
    ])
    await article().focus()
    await page.keyboard.press('v')
    await box('view.png').waitFor()
    await page.keyboard.press('ArrowRight')
    await box('orange.webm').locator('video').waitFor()
    await page.keyboard.press('ArrowLeft')
    await box('view.png').getByRole('img', { name: 'view.png' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused('article'), SOON).toBe(true)
  })

  test('give the focus back to a message that was drawn again meanwhile', async () => {
    const bytes = await solidPicture(800, 600).png().toBuffer()
    await sendFiles('changed', [{ name: 'view.png', bytes }])
    await article()
      .getByRole('link', { name: /Open the image/ })
      .click()
    await box('view.png').waitFor()
    const hamlet = client('hamlet')
    const id = Number(await article().getAttribute('data-id'))
    const { raw_content } = await hamlet.ok(hamlet.get(`/messages/${id}`))
    await hamlet.ok(hamlet.patch(`/messages/${id}`, { content: `${raw_content}\nand changed` }))
    await article().filter({ hasText: 'and changed' }).waitFor()
    await page.keyboard.press('Escape')
    await box('view.png').waitFor({ state: 'detached' })
    await expect.poll(() => focused('article, article *'), SOON).toBe(true)
  })
})

describe.skipIf(browserMissing)('the help', () => {
  test.each([
    ['en', 'Help', 'Search operators', 'It counts every message'],
    ['de', 'Hilfe', 'Suchoperatoren', 'Sie zählt alle Nachrichten'],
  ])('is in the account menu (%s)', async (language, name, operators, meaning) => {
    const hamlet = client('hamlet')
    await hamlet.ok(hamlet.patch('/settings', { default_language: language }))
    await open('#inbox')
    await page.locator(`html[lang="${language}"] .sidebar`).waitFor()
    await page.keyboard.press('g')
    await page.getByRole('button', { name, exact: true }).click()
    const help = page.getByRole('dialog', { name })
    await help.getByRole('heading', { name: operators }).waitFor()
    await help.getByText(meaning).waitFor()
    await help.getByText('channel:').waitFor()
    expect(await violations(page)).toBe('')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await hamlet.ok(hamlet.patch('/settings', { default_language: 'en' }))
  })
})

describe.skipIf(browserMissing)('a printed conversation', () => {
  test('has all loaded messages and nothing to press', async () => {
    for (let n = 0; n < 30; n += 1) await send('to print', `line ${n}${'\n\nis tall'.repeat(8)}`)
    await open(hashOf('to print'))
    await page.getByRole('log').getByRole('article').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.printed-rows article').count(), SOON).toBe(30)
    for (const part of ['.sidebar', '.top-bar', '.composer', '.people-panel', '.message-list .rows'])
      expect([part, await page.locator(part).isVisible()]).toEqual([part, false])
    expect(await page.locator('.printed-rows').getByText('line 0').isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => page.locator('.printed-rows').count(), SOON).toBe(0)
    await page.locator('.sidebar').waitFor()
  })

  test('is dark on white, complete and without a mark of the focus, also in the dark theme', async () => {
    await send('to print in the dark', `\`\`\`\n${'a long line of code '.repeat(40)}\n\`\`\``)
    await send('to print in the dark', 'a short word')
    await client('hamlet').ok(client('hamlet').patch('/settings', { color_scheme: 2 }))
    await open(hashOf('to print in the dark'))
    await messageWith(page, 'a short word').first().focus()
    await page.keyboard.press('ArrowUp')
    await page.locator('article.active').waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.printed-rows article').count(), SOON).toBe(2)
    const printed = await page.evaluate<unknown>(`(() => {
      const grounds = [...document.querySelectorAll('.printed-rows article')].map((one) => getComputedStyle(one).backgroundColor)
      const code = document.querySelector('.printed-rows pre')
      return {
        grounds: [...new Set(grounds)],
        text: getComputedStyle(code).color,
        isCut: code.scrollWidth > code.clientWidth,
      }
    })()`)
    expect(printed).toEqual({
      grounds: ['rgba(0, 0, 0, 0)'],
      text: expect.stringMatching(/^rgb\([0-6]\d?, /),
      isCut: false,
    })
    await page.emulateMedia({ media: 'screen' })
    await client('hamlet').ok(client('hamlet').patch('/settings', { color_scheme: 1 }))
  })
})
