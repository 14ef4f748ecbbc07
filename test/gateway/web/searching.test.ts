import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const messages = () => page.getByRole('log').getByRole('article')
const search = () => page.getByRole('combobox', { name: 'Search messages, people, channels' })
const SOON = { timeout: 10_000 }

async function send(name: string, content: string): Promise<number> {
  const client = web.world.client(web.url, name)
  const message = { type: 'channel', to: 'Verona', topic: 'birds', content }
  return (await client.ok(client.post('/messages', message))).id as number
}
async function find(text: string): Promise<void> {
  await search().fill(text)
  await search().press('Enter')
}
const openInbox = async () => {
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  // Otherwise the same search may be entered before the page has left it.
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
}

/** The contrast of two colours as WCAG counts it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map(luminance) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
/** The relative luminance of a colour like `rgb(1, 2, 3)`. */
function luminance(color: string): number {
  const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe.skipIf(browserMissing)('a search', () => {
  test('shows what was written since it was open before', async () => {
    await find('nightingale')
    await page.getByText('No messages match').waitFor(SOON)
    await openInbox()
    await send('cordelia', 'It was the nightingale')
    await find('nightingale')
    await messages().getByText('It was the nightingale').waitFor(SOON)
  })

  test('shows messages that arrive and match, with their words marked', async () => {
    await find('larks')
    await page.getByText('No messages match').waitFor(SOON)
    await send('cordelia', 'It was the lark')
    await send('cordelia', 'no bird at all')
    await messages().locator('mark', { hasText: 'lark' }).waitFor(SOON)
    expect(await messages().count()).toBe(1)
  })

  test('for reactions shows those since it was open before', async () => {
    const [first, second] = [await send('hamlet', 'the first song'), await send('hamlet', 'the second song')]
    const cordelia = web.world.client(web.url, 'cordelia')
    const react = (id: number) =>
      cordelia.ok(cordelia.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await react(first)
    await page.getByRole('link', { name: 'Reactions' }).click()
    await messages().getByText('the first song').waitFor(SOON)
    await openInbox()
    await react(second)
    await page.getByRole('link', { name: 'Reactions' }).click()
    await messages().getByText('the second song').waitFor(SOON)
  })

  test('is where the reader left it after going back, and at its end when it is opened by a link', async () => {
    for (let n = 0; n < 70; n += 1) await send('hamlet', `swallow ${n}\n\nflies\n\nhome`)
    await find('swallow')
    await messages().getByText('swallow 69').waitFor(SOON)
    const middle = messages().filter({ hasText: 'swallow 40' })
    const isInView = () =>
      middle.evaluateAll((all) =>
        all.some((one) => {
          const { top } = one.getBoundingClientRect()
          return top > 0 && top < 700
        }),
      )
    await page.getByRole('log').hover()
    await expect
      .poll(async () => {
        if (!(await isInView())) await page.mouse.wheel(0, -300)
        return isInView()
      }, SOON)
      .toBe(true)
    await openInbox()
    await send('cordelia', 'a late swallow')
    await page.goBack()
    await expect.poll(isInView, SOON).toBe(true)
    expect(await search().inputValue()).toBe('swallow')
    await page.waitForTimeout(1500)
    expect(await isInView()).toBe(true)
    await openInbox()
    await find('swallow')
    await messages().getByText('a late swallow').waitFor(SOON)
    expect(await isInView()).toBe(false)
  })

  test('knows operators that begin with a capital, as keyboards of phones write them', async () => {
    await find('Sender:me From:"King Hamlet" swallow')
    await expect.poll(() => page.url()).toMatch(/#narrow\/sender\/\d+\/sender\/\d+\/search\/swallow$/)
    await search().fill('Chan')
    await page.getByRole('option', { name: /^channel:/ }).click()
    await search().fill('Channel:Ver')
    await page.getByRole('option', { name: 'channel: Verona' }).click()
    expect(await search().inputValue()).toBe('channel:Verona ')
    await search().press('Escape')
  })

  test('means the channel and the person whose names begin as typed', async () => {
    await find('channel:ver sender:cordelia nightingale')
    await messages().getByText('It was the nightingale').waitFor(SOON)
    expect(await search().inputValue()).toBe('channel:Verona sender:"Cordelia, Lear\'s daughter" nightingale')
  })

  test('means the direct messages with several people, by names with commas', async () => {
    const cordelia = web.world.client(web.url, 'cordelia')
    const groups = [
      ['hamlet', 'iago', 'zoe'],
      ['hamlet', 'iago'],
      ['hamlet', 'zoe'],
    ]
    for (const people of groups) {
      const to = people.map((name) => web.world.userId(name))
      await cordelia.ok(
        cordelia.post('/messages', { type: 'direct', to, content: `A wren for ${people.join(' and ')}` }),
      )
    }
    await find('dm-including:iago,zoe wren')
    await messages().getByText('for hamlet and iago and zoe').waitFor(SOON)
    expect(await messages().count()).toBe(1)
    expect(await search().inputValue()).toMatch(/^dm-including:\S+ dm-including:\S+ wren$/)
  })

  test.each(['dm', 'dm-including'])('completes each name of a list with commas: %s', async (operator) => {
    await search().fill(`${operator}:iago,zo`)
    await page.getByRole('option', { name: `${operator}: Zoe` }).click()
    expect(await search().inputValue()).toBe(`${operator}:iago,Zoe `)
    await search().fill(`${operator}:"Cordelia, Le`)
    await page.getByRole('option', { name: `${operator}: Cordelia` }).click()
    expect(await search().inputValue()).toBe(`${operator}:"Cordelia, Lear's daughter" `)
    await search().fill(`${operator}:"Cordelia, Lear's daughter,zo`)
    await page.getByRole('option', { name: `${operator}: Zoe` }).click()
    expect(await search().inputValue()).toBe(`${operator}:"Cordelia, Lear's daughter,Zoe" `)
    await search().press('Escape')
  })

  test('for an unknown channel or person is not made, and the list says why', async () => {
    const status = page.getByRole('search').getByRole('status')
    const before = page.url()
    await find('channel:Nowhere moon')
    expect(await status.innerText()).toBe('There is no channel named Nowhere.')
    await find('sender:macbeth to')
    expect(await status.innerText()).toBe('There is nobody named macbeth.')
    expect(await search().inputValue()).toBe('sender:macbeth to')
    await search().press('ArrowUp')
    expect(await page.getByRole('option', { name: /^topic:/ }).getAttribute('aria-selected')).toBe('true')
    await search().fill('channel:ero')
    await page.getByRole('option', { name: 'channel: Verona' }).waitFor(SOON)
    expect(await status.innerText()).toBe('')
    expect(page.url()).toBe(before)
    await search().press('Escape')
  })

  test.each([
    ['channel/999999-x', 'This channel is not here'],
    ['channel/999999-x/topic/moon', 'This channel is not here'],
    ['channel/999999-x/search/moon', 'This channel is not here'],
    ['dm/999999-dm', 'This person is not here'],
    ['sender/999999', 'This person is not here'],
    ['search/moon/dm-including/999999', 'This person is not here'],
  ])('for an unknown channel or person in the address says that it is not here: %s', async (hash, title) => {
    await page.goto(`${web.url}/#narrow/${hash}`)
    await page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor(SOON)
    expect(await page.getByText('Messages could not be loaded').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Message', exact: true }).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Open the inbox' }).waitFor(SOON)
  })

  test.each(['light', 'dark'] as const)(
    'marks words in code so that they show in the %s theme',
    async (theme) => {
      await send('cordelia', '```python\ndef plover(): return "plover" # plover\n```\nand `plover`')
      await page.emulateMedia({ colorScheme: theme })
      await find('plover')
      await messages().locator('pre mark').first().waitFor(SOON)
      const colors = `[...document.querySelectorAll('[role=log] pre mark')].map((mark) => {
        const { color, backgroundColor, borderBottomColor } = getComputedStyle(mark)
        const code = getComputedStyle(mark.closest('pre')).backgroundColor
        return { text: color, ground: backgroundColor, edge: borderBottomColor, code }
      })`
      const marks = (await page.evaluate(colors)) as Record<'text' | 'ground' | 'edge' | 'code', string>[]
      expect(marks).not.toEqual([])
      for (const { text, ground, edge, code } of marks) {
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(edge, code)).toBeGreaterThanOrEqual(3)
        expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
        expect(contrast(ground, code)).toBeGreaterThanOrEqual(1.2)
      }
      await page.emulateMedia({ colorScheme: null })
    },
  )

  test('finds a topic and a channel with quotation marks in their names', async () => {
    const hamlet = web.world.client(web.url, 'hamlet')
    const name = 'the "new" stage'
    await hamlet.ok(hamlet.post('/users/me/subscriptions', { subscriptions: [{ name }] }))
    const message = { type: 'channel', to: name, topic: 'say "swan"', content: 'A swan song' }
    await hamlet.ok(hamlet.post('/messages', message))
    await search().fill('channel:"the \\"n')
    await page.getByRole('option', { name: `channel: ${name}` }).click()
    const written = String.raw`channel:"the \"new\" stage" topic:"say \"swan\"" song`
    await search().pressSequentially(String.raw`topic:"say \"swan\"" song`)
    expect(await search().inputValue()).toBe(written)
    await search().press('Enter')
    await messages().getByText('A swan song').waitFor(SOON)
    expect(await search().inputValue()).toBe(written)
  })

  test('shows edits of and reactions to its messages at once', async () => {
    const id = await send('cordelia', 'A raven croaks')
    await find('raven')
    const found = messages().filter({ hasText: 'raven' })
    await found.getByText('A raven croaks').waitFor(SOON)
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(cordelia.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await found.getByRole('button', { name: /tada/ }).waitFor({ timeout: 1000 })
    await cordelia.ok(cordelia.patch(`/messages/${id}`, { content: 'A raven sleeps' }))
    await found.getByText('A raven sleeps').waitFor({ timeout: 1000 })
    await found.locator('mark', { hasText: 'raven' }).waitFor(SOON)
  })

  test('shows messages that match since they were edited', async () => {
    const id = await send('cordelia', 'A small bird')
    await find('chaffinch')
    await page.getByText('No messages match').waitFor(SOON)
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(cordelia.patch(`/messages/${id}`, { content: 'A chaffinch' }))
    await messages().locator('mark', { hasText: 'chaffinch' }).waitFor(SOON)
    await cordelia.ok(cordelia.patch(`/messages/${id}`, { content: 'A small bird' }))
    await page.getByText('No messages match').waitFor(SOON)
  })

  test('for reactions follows reactions', async () => {
    const id = await send('hamlet', 'the third song')
    await page.getByRole('link', { name: 'Reactions' }).click()
    await messages().getByText('the second song').waitFor(SOON)
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(cordelia.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await messages().getByText('the third song').waitFor(SOON)
    await cordelia.ok(cordelia.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await expect.poll(() => messages().getByText('the third song').count(), SOON).toBe(0)
  })

  test('for unread messages keeps one that was just read and is edited, until it is opened again', async () => {
    const id = await send('cordelia', 'A finch sings')
    await find('is:unread finch')
    await messages().locator('mark', { hasText: 'finch' }).waitFor(SOON)
    const hamlet = web.world.client(web.url, 'hamlet')
    const isRead = async () =>
      (await hamlet.ok(hamlet.get(`/messages/${id}`))).message.flags.includes('read') as boolean
    await hamlet.ok(hamlet.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect(await isRead()).toBe(true)
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(cordelia.patch(`/messages/${id}`, { content: 'A finch sleeps' }))
    await messages().getByText('A finch sleeps').waitFor(SOON)
    await page.waitForTimeout(1500)
    expect(await messages().locator('mark', { hasText: 'finch' }).count()).toBe(1)
    await openInbox()
    await find('is:unread finch')
    await page.getByText('No messages match').waitFor(SOON)
  })

  test('for unread messages loses one that no longer has its words', async () => {
    const id = await send('cordelia', 'A thrush sings')
    await find('is:unread thrush')
    await messages().getByText('A thrush sings').waitFor(SOON)
    const cordelia = web.world.client(web.url, 'cordelia')
    await cordelia.ok(cordelia.patch(`/messages/${id}`, { content: 'A bird sings' }))
    await page.getByText('No messages match').waitFor(SOON)
  })

  test('is not for an operator whose operand is missing: Enter takes the first suggestion', async () => {
    await find('channel:')
    expect(await search().inputValue()).toMatch(/^channel:\S+ $/)
    await search().press('Escape')
  })

  test('can be read and changed on a phone', async () => {
    const phone = await web.logIn('zoe', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const field = phone.getByRole('combobox', { name: 'Search messages, people, channels' })
    await field.fill('nightingale')
    await field.press('Enter')
    await phone.getByRole('log').getByText('It was the nightingale').waitFor(SOON)
    expect(await field.inputValue()).toBe('nightingale')
    await field.fill('nightingale sender:macbeth ')
    await phone.getByText('There is nobody named macbeth.').waitFor(SOON)
    await field.fill('unwritten')
    await field.press('Enter')
    await phone.getByText('No messages match').waitFor(SOON)
    await phone.getByRole('link', { name: 'Back' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    await phone.context().close()
  })

  test('ends when its text is erased, and Enter is pressed', async () => {
    await find('nightingale')
    await messages().getByText('It was the nightingale').waitFor(SOON)
    await find('')
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Inbox' }).waitFor(SOON)
    expect(await search().inputValue()).toBe('')
  })
})
