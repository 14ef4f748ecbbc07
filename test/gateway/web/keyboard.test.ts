import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../harness/browser.ts'
import { WebWorld } from '../../harness/web-world.ts'
import { messageWith } from './browsers.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
const heading = (name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name })
/** Presses a key; a capital letter with Shift. */
const press = (key: string) => page.keyboard.press(/^[A-Z]$/.test(key) ? `Shift+${key}` : key)
const filterTopics = () => page.getByRole('searchbox', { name: 'Filter topics' })
/** A view with a composer has the focus there. */
const leaveFields = () => page.evaluate('document.activeElement.blur()')
const dialog = (name: string) => page.getByRole('dialog', { name })
/** Whether the focus is in the message with a text. */
const hasFocus = (text: string) =>
  expect
    .poll(() => page.evaluate<string>('document.activeElement.closest("article")?.textContent ?? ""'))
    .toContain(text)

async function send(name: string, topic: string, content: string): Promise<number> {
  const client = web.world.client(web.url, name)
  const { id } = await client.ok(client.post('/messages', { type: 'channel', to: 'Verona', topic, content }))
  return id as number
}

/** Opens a topic and moves the focus to its message with a text. */
async function open(topic: string, text: string): Promise<void> {
  await page.goto(web.topic('Verona', topic))
  await messageWith(page, text).focus()
  await hasFocus(text)
}

describe.skipIf(browserMissing)('on the message in focus', () => {
  test('= joins its first reaction and leaves it, + adds thumbs up', async () => {
    const id = await send('cordelia', 'reactions', 'applause')
    const client = web.world.client(web.url, 'cordelia')
    await client.ok(client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await open('reactions', 'applause')
    await press('=')
    const tada = messageWith(page, 'applause').getByRole('button', { name: /reacted with :tada:/ })
    await expect.poll(() => tada.getAttribute('aria-pressed')).toBe('true')
    await press('=')
    await expect.poll(() => tada.getAttribute('aria-pressed')).toBe('false')
    await press('+')
    await messageWith(page, 'applause')
      .getByRole('button', { name: /reacted with :\+1:/ })
      .waitFor()
  })

  test.each([
    ['u', "Cordelia, Lear's daughter"],
    ['m', 'Move messages'],
    ['<', 'Forward to'],
    ['V', 'Who has read it'],
    ['e', 'Source of the message'],
    [':', 'Choose an emoji'],
  ])('%s opens a card or dialog, and Escape gives the focus back', async (key, name) => {
    await send('cordelia', `dialog ${name}`, 'a line of hers')
    await open(`dialog ${name}`, 'a line of hers')
    await press(key)
    await dialog(name).waitFor()
    await press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await hasFocus('a line of hers')
  })

  test('i opens its menu; arrow keys move in it; a dialog from it gives the focus back', async () => {
    await send('cordelia', 'menus', 'choose me')
    await open('menus', 'choose me')
    await press('i')
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    const names = await items.allTextContents()
    await expect.poll(focused).toBe(names[0])
    await press('ArrowDown')
    expect(await focused()).toBe(names[1])
    await press('ArrowUp')
    await press('ArrowUp')
    expect(await focused()).toBe(names.at(-1))
    await press('Home')
    expect(await focused()).toBe(names[0])
    await page.getByRole('menuitem', { name: 'View source' }).focus()
    await press('Enter')
    await dialog('Source of the message').waitFor()
    await dialog('Source of the message').getByRole('button', { name: 'Close' }).click()
    await hasFocus('choose me')
  })

  test('e and ← edit, H shows the history', async () => {
    await send('hamlet', 'edits', 'first words')
    await open('edits', 'first words')
    await press('e')
    const box = page.getByRole('textbox', { name: 'Edit the message' })
    await box.fill('second words')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await messageWith(page, 'second words').focus()
    await press('H')
    await dialog('Edit history').waitFor()
    await press('Escape')
    await page.getByRole('log').focus()
    await press('ArrowLeft')
    await expect.poll(() => box.inputValue()).toBe('second words')
    await box.press('Escape')
    await composer().press('ArrowLeft')
    await expect.poll(() => box.inputValue()).toBe('second words')
    await box.press('Escape')
  })

  test('U marks as unread from here, - collapses, Ctrl+S stars', async () => {
    await send('cordelia', 'flags', 'keep this')
    await open('flags', 'keep this')
    await press('Control+s')
    await messageWith(page, 'keep this').getByTitle('Starred').waitFor()
    await press('-')
    await page.getByText('Collapsed message').waitFor()
    await press('-')
    await messageWith(page, 'keep this').waitFor()
    await press('U')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /flags.*1/ })
      .waitFor()
  })

  test('> quotes, @ mentions the sender, R writes to the sender', async () => {
    await send('cordelia', 'replies', 'love, and be silent')
    await open('replies', 'love, and be silent')
    await press('>')
    await expect.poll(() => composer().inputValue()).toMatch(/said.*```quote\nlove, and be silent\n```/s)
    await composer().fill('')
    await messageWith(page, 'love, and be silent').focus()
    await press('@')
    await expect.poll(() => composer().inputValue()).toMatch(/^@\*\*Cordelia.*\*\* $/)
    await composer().fill('')
    await messageWith(page, 'love, and be silent').focus()
    await press('R')
    await heading(/Cordelia/).waitFor()
  })

  test('v shows its images, and closes them', async () => {
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    await page.goto(web.topic('Verona', 'images'))
    const file = { name: 'portrait.png', mimeType: 'image/png', buffer: pixel }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => composer().inputValue()).toContain('/user_uploads/')
    await composer().press('Control+Enter')
    await messageWith(page, 'portrait.png').locator('.message_inline_image').waitFor()
    await messageWith(page, 'portrait.png').focus()
    await press('v')
    await dialog('portrait.png').waitFor()
    await press('v')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await hasFocus('portrait.png')
  })

  test('s opens its conversation, and in a topic the channel', async () => {
    await send('cordelia', 'zooming', 'nearer')
    await page.goto(`${web.url}/#feed`)
    await messageWith(page, 'nearer').focus()
    await press('s')
    await heading(/zooming/).waitFor()
    await messageWith(page, 'nearer').focus()
    await press('s')
    await heading(/^Verona$/).waitFor()
  })

  test('z looks at it in its conversation and marks nothing as read, y goes to the topics of the channel', async () => {
    const channel = web.world.channelId('Verona')
    const client = web.world.client(web.url, 'hamlet')
    // In conversations only: the view of the channel marks nothing.
    await client.ok(client.patch('/settings', { web_mark_read_on_scroll_policy: 2 }))
    await page.goto(`${web.url}/#narrow/channel/${channel}-Verona`)
    await page.getByRole('log').waitFor()
    const id = await send('cordelia', 'looked at', 'only a look')
    await send('cordelia', 'looked at', 'and the rest')
    await messageWith(page, 'only a look').focus()
    await hasFocus('only a look')
    const marked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/json/messages/flags')) marked.push(request.postData() ?? '')
    })
    await press('z')
    await page.waitForURL(new RegExp(`/topic/looked.20at/near/${id}$`))
    await heading(/looked at/).waitFor()
    await messageWith(page, 'and the rest').waitFor()
    // Another topic marks its messages; the ones that were looked at are not among them.
    const other = await send('cordelia', 'read indeed', 'to be read')
    await page.goto(web.topic('Verona', 'read indeed'))
    await messageWith(page, 'to be read').focus()
    await expect.poll(() => marked.join()).toContain(String(other))
    expect(marked.join()).not.toContain(String(id))
    await press('y')
    await page.waitForURL(new RegExp(`#channels/${channel}/Verona/topics$`))
    await filterTopics().waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
    await client.ok(client.patch('/settings', { web_mark_read_on_scroll_policy: 1 }))
  })

  test('Ctrl+. goes to the topic that one writes to, with the text', async () => {
    await page.goto(`${web.url}/#narrow/channel/${web.world.channelId('Verona')}-Verona`)
    await page.getByRole('textbox', { name: 'Topic in Verona' }).fill('looked at')
    await page.keyboard.press('Escape')
    await composer().fill('on the way')
    await page.keyboard.press('Control+.')
    await page.waitForURL(/\/topic\/looked\.20at$/)
    await expect.poll(() => composer().inputValue()).toBe('on the way')
    await composer().fill('')
    await leaveFields()
  })

  test('M mutes its topic and unmutes it, also in a list of conversations', async () => {
    await send('cordelia', 'noise', 'much ado')
    await open('noise', 'much ado')
    await press('M')
    await page.getByText('Topic muted').waitFor()
    await press('M')
    await page.getByText('Topic unmuted').waitFor()
    await press('t')
    await heading('Recent conversations').waitFor()
    await page.getByRole('main').getByRole('link', { name: /noise/ }).focus()
    await press('M')
    await page.getByText('Topic muted').waitFor()
  })
})

describe.skipIf(browserMissing)('in a long conversation', () => {
  beforeAll(async () => {
    if (browserMissing) return
    for (let i = 1; i <= 130; i++) await send('cordelia', 'long', `line ${i} of it`)
    const client = web.world.client(web.url, 'hamlet')
    await client.ok(client.post('/mark_all_as_read'))
    await page.goto(web.topic('Verona', 'long'))
    await messageWith(page, 'line 130 of it').focus()
  })

  test('Home and End go to its ends, which are loaded', async () => {
    await press('Home')
    await hasFocus('line 1 of it')
    await press('End')
    await hasFocus('line 130 of it')
    await press('Home')
    await hasFocus('line 1 of it')
    await press('G')
    await hasFocus('line 130 of it')
  })

  test('Page Up and Page Down scroll, and the focus stays on the screen', async () => {
    const top = () => page.evaluate<number>(`document.querySelector('#main [role="log"]').scrollTop`)
    /** The place after the list has measured the messages that it shows, which moves it. */
    const placeAtRest = async () => {
      let last = Number.NaN
      let now = await top()
      while (now !== last) {
        await page.evaluate(
          'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
        )
        last = now
        now = await top()
      }
      return now
    }
    const isFocusOnScreen = () =>
      page.evaluate<boolean>(`(() => {
        const log = document.querySelector('#main [role="log"]').getBoundingClientRect()
        const message = document.activeElement.closest('#main article')?.getBoundingClientRect()
        return message !== undefined && message.top >= log.top && message.bottom <= log.bottom
      })()`)
    for (const [key, direction] of [
      ['PageUp', -1],
      ['K', -1],
      ['Space', 1],
      ['Shift+Space', -1],
    ] as const) {
      const before = await placeAtRest()
      await press(key)
      await expect.poll(async () => direction * ((await top()) - before), { message: key }).toBeGreaterThan(0)
      await expect.poll(isFocusOnScreen, { message: key }).toBe(true)
    }
  })
})

describe.skipIf(browserMissing)('from anywhere', () => {
  beforeAll(async () => {
    if (browserMissing) return
    await page.goto(`${web.url}/#inbox`)
    await heading('Inbox').waitFor()
  })

  test.each([
    ['t', 'Recent conversations'],
    ['a', 'Combined feed'],
    ['*', 'Starred'],
    ['P', 'All direct messages'],
    ['d', 'Drafts'],
    ['I', 'Inbox'],
  ])('%s opens %s', async (key, name) => {
    await press(key)
    await heading(name).waitFor()
  })

  test('keys of another script work by their place, and Caps Lock does not matter', async () => {
    const type = (key: string, code: string, shiftKey = false) =>
      page.evaluate(
        `document.body.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, shiftKey, bubbles: true, cancelable: true })}))`,
      )
    await type('ф', 'KeyA')
    await heading('Combined feed').waitFor()
    await type('T', 'KeyT')
    await heading('Recent conversations').waitFor()
    await type('Ш', 'KeyI', true)
    await heading('Inbox').waitFor()
  })

  test('direct messages arrive in the view of all of them', async () => {
    await press('P')
    await heading('All direct messages').waitFor()
    await page
      .getByText(/Nothing here yet|No messages match/)
      .or(page.getByRole('log'))
      .first()
      .waitFor()
    const client = web.world.client(web.url, 'cordelia')
    await client.ok(
      client.post('/messages', {
        type: 'direct',
        to: [web.world.userId('hamlet')],
        content: 'for you alone',
      }),
    )
    await messageWith(page, 'for you alone').waitFor()
  })

  test('a conversation takes the focus as it is drawn, so that nothing typed at once is a shortcut', async () => {
    await page.goto(`${web.url}/#inbox`)
    await heading('Inbox').waitFor()
    // A listener that is called after the one that draws the view, before the next frame.
    const hasFocus = await page.evaluate<boolean>(`new Promise((resolve) => {
      addEventListener('hashchange', () => resolve(document.activeElement.matches('.composer textarea')), { once: true })
      location.hash = ${JSON.stringify(new URL(web.topic('Verona', 'typed at once')).hash)}
    })`)
    expect(hasFocus).toBe(true)
    await leaveFields()
  })

  test('D and A go through the channels', async () => {
    const channel = () => page.locator('.sidebar a[aria-current]:not(.topic)').textContent()
    await press('D')
    await expect.poll(() => page.url()).toContain('#narrow/channel/')
    const first = await channel()
    await leaveFields()
    await press('D')
    await expect.poll(channel).not.toBe(first)
    await leaveFields()
    await press('A')
    await expect.poll(channel).toBe(first)
  })

  test('N opens the next followed topic with unread messages', async () => {
    const client = web.world.client(web.url, 'hamlet')
    await client.ok(client.post('/mark_all_as_read'))
    await client.ok(
      client.post('/user_topics', {
        stream_id: web.world.channelId('Verona'),
        topic: 'followed one',
        visibility_policy: 3,
      }),
    )
    await page.goto(`${web.url}/#inbox`)
    await send('cordelia', 'another one', 'not this')
    await send('cordelia', 'followed one', 'but this')
    await page
      .getByRole('main')
      .getByRole('link', { name: /followed one/ })
      .waitFor()
    await press('N')
    await heading(/followed one/).waitFor()
  })

  test('g opens the menu of the account, and arrow keys move in it', async () => {
    await page.getByRole('log').focus()
    await press('g')
    const inMenu = () =>
      page.evaluate<string>(
        'document.activeElement.closest("#account-menu") && document.activeElement.textContent',
      )
    await expect.poll(inMenu).toBeTruthy()
    const first = await inMenu()
    await press('ArrowDown')
    expect(await inMenu()).not.toBe(first)
    await press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('log')
  })

  test('the list has every key once', async () => {
    await page.getByRole('log').focus()
    await press('?')
    const sections = dialog('Keyboard shortcuts').locator('section')
    await sections.first().waitFor()
    expect(await sections.count()).toBe(5)
    const keys = (await sections.locator('kbd').allTextContents()).sort()
    // The composer uses Escape and Ctrl+[ too.
    const repeated = keys.filter((key, i) => key === keys[i - 1])
    expect(repeated).toEqual(['Ctrl+[', 'Esc'])
    for (const key of [
      '=',
      'u',
      'm',
      'M',
      'U',
      'v',
      'V',
      'Home',
      'End',
      'Page ↑',
      '>',
      '<',
      'P',
      'N',
      'Ctrl+B',
    ])
      expect(keys).toContain(key)
    await press('Escape')
  })
})

describe.skipIf(browserMissing)('in the composer', () => {
  test('Alt+P shows the preview, Ctrl+B makes bold, Escape leaves', async () => {
    await page.goto(web.topic('Verona', 'composer'))
    await composer().fill('words')
    await composer().press('Control+A')
    await composer().press('Control+b')
    expect(await composer().inputValue()).toBe('**words**')
    await composer().press('Alt+p')
    await page.getByRole('region', { name: 'Preview' }).getByText('words').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await composer().press("Control+'")
    await page.getByRole('heading', { name: 'Saved snippets' }).waitFor()
    await press('Escape')
    await composer().fill('')
  })

  test('a message is forwarded by keys alone', async () => {
    await send('cordelia', 'source', 'tell the others')
    await open('source', 'tell the others')
    await press('<')
    await page.getByRole('combobox', { name: 'Conversation, person or channel' }).pressSequentially('othel')
    await page
      .getByRole('option', { name: /Othello/ })
      .first()
      .waitFor()
    await press('Enter')
    await heading(/Othello/).waitFor()
    await expect
      .poll(() => composer().inputValue())
      .toMatch(/^@_\*\*Cordelia.*\|\d+\*\* \[said\]\(http.*\/near\/\d+\):\n```quote\ntell the others\n```/s)
    await composer().fill('')
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    expect(web.faults).toEqual([])
  })
})
