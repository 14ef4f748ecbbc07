import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
beforeAll(async () => {
  if (!browserMissing) web = await WebWorld.create()
})
afterAll(() => web?.close())

describe.skipIf(browserMissing)('a block of code', () => {
  test('opens in the playgrounds of its language, also in those added later', async () => {
    const iago = web.world.client(web.url, 'iago')
    const add = (name: string, pygments_language: string) =>
      iago.ok(
        iago.post('/realm/playgrounds', {
          name,
          pygments_language,
          url_template: `${web.url}/help/${name}{?code}`,
        }),
      )
    await add('one', 'Python')
    await add('other', 'Rust')
    await iago.ok(
      iago.post('/messages', {
        type: 'channel',
        to: 'Verona',
        topic: 'code',
        content: '```python\nprint("a & b")\n```\n```js\nalert(1)\n```',
      }),
    )
    const page = await web.logIn('hamlet')
    await page.goto(web.topic('Verona', 'code'))
    const buttons = page.getByRole('log').getByRole('button', { name: /^Open in/ })
    await buttons.first().waitFor()
    expect(await buttons.count()).toBe(1)

    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Open in one' }).click()
    const playground = await opened
    await playground.waitForURL(`${web.url}/help/one?code=print%28%22a%20%26%20b%22%29`)
    expect(await playground.evaluate('opener')).toBeNull()
    await playground.close()

    await add('two', 'Python')
    await page.getByRole('button', { name: 'Open in a playground' }).click()
    const items = page.getByRole('menu').getByRole('menuitem')
    expect(await items.allTextContents()).toEqual(['one', 'two'])
    expect(await items.nth(1).getAttribute('rel')).toContain('noopener')
    expect(await items.nth(1).getAttribute('href')).toBe(
      `${web.url}/help/two?code=print%28%22a%20%26%20b%22%29`,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })
})
