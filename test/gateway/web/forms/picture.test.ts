import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../../harness/axe.ts'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let halves: Buffer
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  const blue = { create: { width: 300, height: 300, channels: 3, background: '#0000ff' } } as const
  halves = await sharp({ create: { ...blue.create, width: 600, background: '#ff0000' } })
    .composite([{ input: await sharp(blue).png().toBuffer(), left: 300, top: 0 }])
    .png()
    .toBuffer()
})
afterAll(() => web?.close())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose a part of the picture' })
const area = (page: Page) => dialog(page).getByRole('application', { name: 'Part of the picture' })
const zoom = (page: Page) => dialog(page).getByRole('slider', { name: 'Zoom' })
const use = (page: Page) => dialog(page).getByRole('button', { name: 'Use this part' })

/** Opens the own profile and chooses a picture whose left half is red and whose right half is blue. */
async function choosePicture(name: string, options: Parameters<WebWorld['logIn']>[1] = {}): Promise<Page> {
  const page = await web.logIn(name, options)
  await page.goto(`${web.url}/#settings/profile`)
  await chooseAgain(page)
  return page
}
async function chooseAgain(page: Page) {
  await page.getByRole('button', { name: 'Choose a picture' }).focus()
  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: halves })
  await area(page).waitFor()
}

/** The colour of the left and of the right edge of somebody's picture, as another person gets it. */
async function edges(name: string): Promise<string[] | undefined> {
  const zoe = web.world.client(web.url, 'zoe')
  const { user } = await zoe.ok(zoe.get(`/users/${web.world.userId(name)}`))
  if (!user.avatar_url?.startsWith('/user_avatars/')) return undefined
  const file = await fetch(web.url + user.avatar_url)
  const picture = sharp(Buffer.from(await file.arrayBuffer()))
  const { width = 0, height = 0 } = await picture.metadata()
  expect(width).toBe(height)
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number) => {
    const start = (Math.floor(height / 2) * width + x) * info.channels
    return data[start]! > data[start + 2]! ? 'red' : 'blue'
  }
  return [colour(2), colour(width - 3)]
}

describe.skipIf(browserMissing)('a picture is cut to a square before it is uploaded', () => {
  test('by mouse: dragged and zoomed with the wheel, with a preview; Escape changes nothing', async () => {
    const page = await choosePicture('hamlet')
    expect(await violations(page)).toBe('')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await edges('hamlet')).toBeUndefined()

    await chooseAgain(page)
    const { x, y, width, height } = (await area(page).boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width - 4, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await dialog(page)
      .getByText(/^0 % from the left/)
      .waitFor({ state: 'attached' })
    await page.mouse.move(x + width * 0.2, y + height / 2)
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => Number(await zoom(page).inputValue())).toBeGreaterThan(1.4)
    await use(page).click()
    await expect.poll(() => edges('hamlet')).toEqual(['red', 'red'])
  })

  test('by keys alone', async () => {
    const page = await choosePicture('cordelia')
    await dialog(page).locator(':focus').and(area(page)).waitFor()
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('Shift+ArrowLeft')
    await dialog(page)
      .getByText(/^50 % from the left/)
      .waitFor({ state: 'attached' })
    await page.keyboard.press('+')
    await dialog(page)
      .getByText(/zoom 110 %$/)
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Number(await zoom(page).inputValue())).toBeGreaterThan(1.1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => edges('cordelia')).toEqual(['blue', 'blue'])
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Choose a picture')
  })

  test('by fingers, on a phone: one drags, two zoom', async () => {
    const page = await choosePicture('othello', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    })
    const { x, y, width, height } = (await area(page).boundingBox())!
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([px, py], id) => ({ x: x + px * width, y: y + py * height, id })),
      })
    await touch('touchStart', [0.4, 0.5], [0.6, 0.5])
    await touch('touchMove', [0.3, 0.5], [0.7, 0.5])
    await touch('touchMove', [0.2, 0.5], [0.8, 0.5])
    await touch('touchEnd')
    await expect.poll(async () => Number(await zoom(page).inputValue())).toBeGreaterThan(2)
    await touch('touchStart', [0.9, 0.5])
    await touch('touchMove', [0.5, 0.5])
    await touch('touchMove', [0.05, 0.5])
    await touch('touchEnd')
    await use(page).click()
    await expect.poll(() => edges('othello')).toEqual(['blue', 'blue'])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  test('what the browser cannot show, the server judges; what is too large is refused at once', async () => {
    const page = await web.logIn('prospero')
    await page.goto(`${web.url}/#settings/profile`)
    const field = page.getByLabel('Picture')
    const says = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await says('Could not decode image')
    const folder = await mkdtemp(join(tmpdir(), 'loquat-picture-'))
    web.world.onClose(() => rm(folder, { recursive: true }))
    const large = join(folder, 'large.png')
    await writeFile(large, '')
    await truncate(large, 6 * 2 ** 20)
    await field.setInputFiles(large)
    await says('This browser cannot show the picture, so no part of it can be chosen.')
    await truncate(large, 100 * 2 ** 20)
    await field.setInputFiles(large)
    await says('The picture is larger than 50 MiB.')
    expect(await dialog(page).count()).toBe(0)
  })
})
