import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { Browsers, messageWith } from './browsers.ts'

let browsers: Browsers
beforeAll(async () => {
  if (!browserMissing) browsers = await Browsers.start()
})
afterAll(() => browsers?.close())

const preview = (file: string, attributes: string) =>
  `<div class="message_inline_image"><a href="/user_uploads/2/x/${file}" title="${file}"><img ${attributes} ` +
  `src="/user_uploads/thumbnail/2/x/${file}/840x560.webp"></a></div>`

describe.skipIf(browserMissing)('the preview of an animation', () => {
  test('says that it is still, and opens the file itself', async () => {
    await browsers.send('hamlet', 'animations', 'harmless')
    const page = await browsers.logIn('cordelia')
    await page.route('**/json/messages?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const content =
        '<p>look</p>' +
        preview('moving.avif', 'data-still-of-animation="true"') +
        preview('burst.heic', 'data-still-of-animation="true" data-transcoded-image="4032x3024.webp"') +
        preview('rose.png', '') +
        preview('huge.gif', 'data-still-of-animation="true" data-original-content-type="image/gif"')
      body.messages = body.messages.map((message: object) => ({ ...message, content }))
      await route.fulfill({ response: answer, json: body })
    })
    await browsers.openTopic(page, 'animations')
    const message = messageWith(page, 'look')
    const links = message.locator('.message_inline_image > a')
    await expect
      .poll(() => links.allTextContents())
      .toEqual(['▶ Animated: open to play', 'Animated: shown as a still', '', '▶ Animated: open to play'])
    const opened = async (index: number) => {
      await links.nth(index).click()
      const source = await page
        .getByRole('dialog')
        .getByRole('link', { name: 'Open the original' })
        .getAttribute('href')
      await page.keyboard.press('Escape')
      return source
    }
    expect(await opened(0)).toMatch(/\/user_uploads\/2\/x\/moving\.avif$/)
    expect(await opened(1)).toMatch(/\/user_uploads\/thumbnail\/2\/x\/burst\.heic\/4032x3024\.webp$/)
    const says = (index: number) => links.nth(index).getAttribute('aria-label')
    const play = '▶ Animated: open to play'
    expect(await says(0)).toBe(`Open the image moving.avif. ${play}. Previews of this format do not play.`)
    const tooLarge = 'The animation is too large to play in a preview.'
    expect(await says(3)).toBe(`Open the image huge.gif. ${play}. ${tooLarge}`)
    expect(await links.nth(3).locator('.animation-mark').getAttribute('title')).toBe(tooLarge)
  })
})
