import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import type { Body, Parameters } from '../../harness/client.ts'
import { Browsers, choose, messageWith } from './browsers.ts'

let browsers: Browsers
let hamlet: Page
let cordelia: Page

beforeAll(async () => {
  if (browserMissing) return
  browsers = await Browsers.start()
  hamlet = await browsers.logIn('hamlet')
  cordelia = await browsers.logIn('cordelia')
})
afterAll(() => browsers?.close())

/** Two users have opened a new topic with one message of Hamlet. */
async function begin(topic: string, content: string): Promise<number> {
  const id = await browsers.send('hamlet', topic, content)
  await Promise.all([browsers.openTopic(hamlet, topic), browsers.openTopic(cordelia, topic)])
  return id
}

describe.skipIf(browserMissing)('actions on a message appear for others in real time', () => {
  test('reactions, chosen by their name', async () => {
    await begin('reactions', 'forty people')
    const message = messageWith(cordelia, 'forty people')
    await message.hover()
    await message.getByRole('button', { name: 'Add a reaction' }).first().click()
    await cordelia.getByRole('combobox', { name: 'Search emoji' }).fill('octopus')
    await cordelia.getByRole('option', { name: 'octopus' }).waitFor()
    await cordelia.keyboard.press('Enter')
    const reaction = messageWith(hamlet, 'forty people').getByRole('button', {
      name: /reacted with :octopus:/,
    })
    await reaction.waitFor()
    const shown = () => reaction.locator('[aria-hidden]:not(.emoji)').textContent()
    expect(await shown()).toBe("Cordelia, Lear's daughter")
    await reaction.click()
    await expect.poll(shown).toBe("Cordelia, Lear's daughter and you")
    await reaction.click()
    await expect.poll(shown).toBe("Cordelia, Lear's daughter")
  })

  test('reactions show names while they are few, unless the reader wants numbers', async () => {
    const id = await begin('names', 'fifty people')
    const reaction = messageWith(hamlet, 'fifty people').getByRole('button', { name: /:tada:/ })
    const shown = () => reaction.locator('[aria-hidden]:not(.emoji)').textContent()
    const { world, url } = browsers
    const api = (name: string) => world.client(url, name)
    const react = (name: string, emoji_name = 'tada') =>
      api(name).ok(api(name).post(`/messages/${id}/reactions`, { emoji_name }))
    await react('cordelia')
    await react('othello')
    await expect.poll(shown).toBe("Cordelia, Lear's daughter and Othello, the Moor of Venice")
    const settings = (display_emoji_reaction_users: boolean) =>
      api('hamlet').ok(api('hamlet').patch('/settings', { display_emoji_reaction_users }))
    await settings(false)
    await expect.poll(shown).toBe('2')
    await settings(true)
    await expect.poll(shown).toBe("Cordelia, Lear's daughter and Othello, the Moor of Venice")
    await react('cordelia', 'octopus')
    await react('othello', 'octopus')
    await expect.poll(shown).toBe('2')
  })

  test('edits, with their history', async () => {
    await begin('edits', 'thirty people')
    await choose(hamlet, 'thirty people', 'Edit')
    await hamlet.getByRole('textbox', { name: 'Edit the message' }).fill('thirty-one people')
    await hamlet.getByRole('button', { name: 'Save', exact: true }).click()
    const edited = messageWith(cordelia, 'thirty-one people')
    await edited.getByRole('button', { name: 'edited' }).click()
    const history = cordelia.getByRole('dialog', { name: 'Edit history' })
    await history.getByText('Sent by King Hamlet').waitFor()
    expect(await history.getByRole('listitem').count()).toBe(2)
    await history.getByRole('button', { name: 'Close' }).click()
  })

  test('an edit that the server refuses, without losing text', async () => {
    await begin('refusals', 'a quiet stage')
    await choose(hamlet, 'a quiet stage', 'Edit')
    await hamlet.route('**/json/messages/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 400,
            json: { result: 'error', msg: 'The time is over', code: 'BAD_REQUEST' },
          })
        : route.continue(),
    )
    const box = hamlet.getByRole('textbox', { name: 'Edit the message' })
    await box.fill('a loud stage')
    await box.press('Control+Enter')
    await hamlet.getByText('The time is over').waitFor()
    expect(await box.inputValue()).toBe('a loud stage')
    await hamlet.unroute('**/json/messages/*')
    await box.press('Control+Enter')
    await messageWith(cordelia, 'a loud stage').waitFor()
  })

  test('an edit of a text that another window has changed, after a question', async () => {
    const id = await begin('two edits', 'one act')
    await choose(hamlet, 'one act', 'Edit')
    const box = hamlet.getByRole('textbox', { name: 'Edit the message' })
    await box.fill('three acts')
    const other = browsers.world.client(browsers.url, 'hamlet')
    await other.ok(other.patch(`/messages/${id}`, { content: 'two acts' }))
    const choice = hamlet.getByRole('alert').filter({ hasText: 'two acts' })
    await choice.waitFor()
    expect(await box.inputValue()).toBe('three acts')
    expect(await violations(hamlet)).toBe('')
    // The key that saves leads to the choice.
    await box.press('Control+Enter')
    expect(await hamlet.evaluate('document.activeElement.textContent')).toBe('Use this')
    await messageWith(cordelia, 'two acts').waitFor()
    await hamlet.getByRole('button', { name: 'Keep mine' }).click()
    await box.press('Control+Enter')
    await messageWith(cordelia, 'three acts').waitFor()
    expect(await box.count()).toBe(0)
  })

  test('an edit that ends with the text of another window, also where that one comes first', async () => {
    const id = await begin('taken edits', 'one king')
    const other = browsers.world.client(browsers.url, 'hamlet')
    const save = (content: string) => other.ok(other.patch(`/messages/${id}`, { content }))
    const box = hamlet.getByRole('textbox', { name: 'Edit the message' })
    await choose(hamlet, 'one king', 'Edit')
    // What is not changed follows.
    await save('two kings')
    await expect.poll(() => box.inputValue()).toBe('two kings')
    await box.fill('three kings')
    await save('four kings')
    await hamlet.getByRole('button', { name: 'Use this' }).click()
    expect(await box.inputValue()).toBe('four kings')
    await box.fill('five kings')
    // The text of the other window comes before the refusal of this one.
    const saveAfter = (content: string, go: Promise<void> = Promise.resolve()) =>
      hamlet.route(
        `**/json/messages/${id}`,
        async (route) => {
          await save(content)
          await go
          await route.continue()
        },
        { times: 1 },
      )
    await saveAfter('six kings')
    await box.press('Control+Enter')
    await hamlet.getByRole('alert').filter({ hasText: 'six kings' }).waitFor()
    await expect.poll(() => hamlet.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true)
    expect(await box.inputValue()).toBe('five kings')
    await hamlet.getByRole('button', { name: 'Use this' }).click()
    expect(await box.inputValue()).toBe('six kings')
    // The reader chooses before the refusal has come.
    await box.fill('seven kings')
    let refuse = () => {}
    await saveAfter(
      'eight kings',
      new Promise((resolve) => {
        refuse = resolve
      }),
    )
    await box.press('Control+Enter')
    await hamlet.getByRole('alert').filter({ hasText: 'eight kings' }).waitFor()
    await hamlet.getByRole('button', { name: 'Use this' }).click()
    await box.press('Control+Enter')
    refuse()
    await expect.poll(() => box.count()).toBe(0)
    await messageWith(cordelia, 'eight kings').waitFor()
  })

  test('an edit whose first answer is lost', async () => {
    await begin('lost answers', 'four acts')
    await choose(hamlet, 'four acts', 'Edit')
    let requests = 0
    await hamlet.route('**/json/messages/*', async (route) => {
      if (route.request().method() !== 'PATCH' || ++requests > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const box = hamlet.getByRole('textbox', { name: 'Edit the message' })
    await box.fill('five acts')
    await box.press('Control+Enter')
    await messageWith(cordelia, 'five acts').waitFor()
    await expect.poll(() => box.count()).toBe(0)
    expect(requests).toBe(2)
    await hamlet.unroute('**/json/messages/*')
  })

  test('a deletion, also while somebody edits', async () => {
    const id = await begin('deletions', 'to be')
    await choose(hamlet, 'to be', 'Edit')
    await hamlet.getByRole('textbox', { name: 'Edit the message' }).fill('to be or not')
    const iago = browsers.world.client(browsers.url, 'iago')
    await iago.ok(iago.delete(`/messages/${id}`))
    const told = hamlet.getByRole('dialog', { name: 'The message that you were editing is gone' })
    expect(await told.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('to be or not')
    for (let times = 0; times < 2; times++) await hamlet.keyboard.press('Escape')
    await hamlet.mouse.click(5, 5)
    expect(await told.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('to be or not')
    await hamlet.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await told.getByRole('button', { name: 'Copy the text' }).click()
    await expect.poll(() => hamlet.getByRole('dialog').count()).toBe(0)
    expect(await hamlet.evaluate('navigator.clipboard.readText()')).toBe('to be or not')
    await cordelia.getByText('No messages yet').waitFor()
  })

  test('a deletion after a question', async () => {
    await begin('regrets', 'not to be')
    await choose(hamlet, 'not to be', 'Delete')
    await hamlet.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await hamlet.getByText('No messages yet').waitFor()
    await cordelia.getByText('No messages yet').waitFor()
  })

  test('a move of one message, without reloading the others', async () => {
    await begin('here', 'stays here')
    await browsers.send('hamlet', 'here', 'goes there')
    await messageWith(cordelia, 'goes there').waitFor()
    const loads: string[] = []
    cordelia.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // The newest messages of all topics are kept for reading offline.
      const isOfTopic = pathname === '/json/messages' && searchParams.get('narrow') !== '[]'
      if (request.method() === 'GET' && isOfTopic) loads.push(request.url())
    })
    const iago = await browsers.logIn('iago')
    await browsers.openTopic(iago, 'here')
    await choose(iago, 'goes there', 'Move…')
    await iago
      .getByRole('textbox', { name: 'Topic' })
      .or(iago.getByRole('combobox', { name: 'Topic' }))
      .fill('there')
    await iago.getByLabel('Which messages').selectOption('Only this message')
    await iago.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await messageWith(cordelia, 'goes there').waitFor({ state: 'detached' })
    expect(await messageWith(cordelia, 'stays here').count()).toBe(1)
    expect(loads).toEqual([])

    await choose(iago, 'stays here', 'Move…')
    const dialog = iago.getByRole('dialog')
    await dialog.getByLabel('Channel').selectOption('Denmark')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await messageWith(cordelia, 'stays here').waitFor({ state: 'detached' })
    const hamlet = browsers.world.client(browsers.url, 'hamlet')
    const narrow = [
      { operator: 'channel', operand: 'Denmark' },
      { operator: 'topic', operand: 'here' },
    ]
    const { messages } = await hamlet.ok(
      hamlet.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5, narrow }),
    )
    expect(messages.map(({ content }: Body) => content)).toContain('<p>stays here</p>')
  })

  test('a resolved topic, where a reader goes on writing', async () => {
    await begin('riddle', 'what is it?')
    const box = cordelia.getByRole('textbox', { name: 'Message', exact: true })
    const client = browsers.world.client(browsers.url, 'cordelia')
    const topics = async () => (await client.ok(client.get('/drafts'))).drafts.map(({ topic }: Body) => topic)
    await box.fill('It is a')
    await expect.poll(topics, { timeout: 10_000 }).toEqual(['riddle'])
    await choose(hamlet, 'what is it?', 'Mark the topic as resolved')
    await cordelia.getByRole('heading', { level: 1, name: '✔ riddle' }).waitFor()
    await expect.poll(() => box.inputValue()).toBe('It is a')
    await expect.poll(topics, { timeout: 10_000 }).toEqual(['✔ riddle'])
    await box.press('Control+Enter')
    await messageWith(hamlet, 'It is a').waitFor()
    await hamlet.getByRole('heading', { level: 1, name: '✔ riddle' }).waitFor()
  })

  test('a resolved topic, where a reader uploads a file', async () => {
    await begin('scenery', 'what does it look like?')
    let release!: () => void
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await cordelia.route('**/api/v1/tus/*', async (route) => {
      await released
      await route.continue()
    })
    const file = { name: 'sketch.txt', mimeType: 'text/plain', buffer: Buffer.from('a balcony') }
    await cordelia.locator('input[type=file]').setInputFiles(file)
    await cordelia.getByText('sketch.txt').waitFor()
    await choose(hamlet, 'what does it look like?', 'Mark the topic as resolved')
    await cordelia.getByRole('heading', { level: 1, name: '✔ scenery' }).waitFor()
    await cordelia.getByText('sketch.txt').waitFor()
    release()
    const box = cordelia.getByRole('textbox', { name: 'Message', exact: true })
    await expect.poll(() => box.inputValue()).toMatch(/^\[sketch\.txt\]\(\/user_uploads\/.+\)\n$/)
    await cordelia.unroute('**/api/v1/tus/*')
    await box.press('Control+Enter')
    await hamlet.getByRole('link', { name: 'sketch.txt' }).waitFor()
  })

  test('a resolved topic, which stays open for its readers', async () => {
    await begin('question', 'how many?')
    await choose(hamlet, 'how many?', 'Mark the topic as resolved')
    for (const page of [hamlet, cordelia]) {
      await page.getByRole('heading', { level: 1, name: '✔ question' }).waitFor()
      await messageWith(page, 'how many?').waitFor()
    }
  })

  test('votes', async () => {
    await begin('votes', '/poll When?\nFriday\nSaturday')
    await cordelia.getByRole('button', { name: /^Friday.*0 votes/ }).click()
    await hamlet.getByRole('button', { name: /^Friday.*1 vote/ }).waitFor()
  })
})

describe.skipIf(browserMissing)('actions for the user only', () => {
  test('quotes in the composer', async () => {
    await begin('quotations', 'words, **words**')
    await messageWith(cordelia, 'words').hover()
    await messageWith(cordelia, 'words').getByRole('button', { name: 'Quote and reply' }).click()
    await expect
      .poll(() => cordelia.getByRole('textbox', { name: 'Message', exact: true }).inputValue())
      .toMatch(/@_\*\*King Hamlet\|\d+\*\* \[said\]\(http.*near\/\d+\):\n```quote\nwords, \*\*words\*\*\n```/)
  })

  test('stars, collapses and marks as unread', async () => {
    await begin('flags', 'remember me')
    await messageWith(cordelia, 'remember me').hover()
    await messageWith(cordelia, 'remember me').getByRole('button', { name: 'Star', exact: true }).click()
    await messageWith(cordelia, 'remember me').getByRole('button', { name: 'Remove the star' }).waitFor()
    await choose(cordelia, 'remember me', 'Collapse')
    await cordelia.getByText('Collapsed message').waitFor()
    await cordelia.getByRole('button', { name: 'Show', exact: true }).click()
    await messageWith(cordelia, 'remember me').waitFor()
    await choose(cordelia, 'remember me', 'Mark as unread from here')
    await cordelia
      .getByRole('navigation')
      .getByRole('link', { name: /flags.*1/ })
      .waitFor()
  })

  test('says of actions that the user has no permission for who has it', async () => {
    await begin('permissions', 'mine alone')
    await messageWith(cordelia, 'mine alone').hover()
    const message = messageWith(cordelia, 'mine alone')
    expect(await message.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    await message.getByRole('button', { name: 'More actions' }).click()
    const items = await cordelia.getByRole('menuitem').allTextContents()
    expect(items).toContain('Copy link')
    // Only the sender edits a message, so the others are not told about it.
    expect(items.filter((text) => text.startsWith('Edit'))).toEqual([])
    const refused = cordelia.getByRole('menuitem', { name: 'Delete', exact: true })
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    expect(await refused.innerText()).toMatch(/You may not\. Allowed: .*Administrator/)
    await refused.click({ force: true })
    expect(await cordelia.getByRole('dialog').count()).toBe(0)
    await refused.focus()
    await cordelia.keyboard.press('Enter')
    expect(await cordelia.getByRole('dialog').count()).toBe(0)
    expect(await violations(cordelia)).toBe('')
    await cordelia.keyboard.press('Escape')
  })

  test('copies on a page without HTTPS too', async () => {
    const id = await begin('copies', 'copy me')
    const page = await hamlet.context().newPage()
    // The parts that browsers leave out there.
    await page.addInitScript('delete Navigator.prototype.clipboard')
    await browsers.openTopic(page, 'copies')
    await choose(page, 'copy me', 'Copy link')
    await page.getByText('Link copied').waitFor()
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await box.press('Control+V')
    await expect.poll(() => box.inputValue()).toMatch(new RegExp(`/near/${id}\\)?$`))
    await box.fill('')
    await page.close()
  })

  test('opens spoilers and cards', async () => {
    const mention = `@**Cordelia, Lear's daughter|${browsers.world.userId('cordelia')}**`
    await begin('contents', `${mention}\n\`\`\`spoiler The end\neverybody dies\n\`\`\``)
    expect(await cordelia.getByText('everybody dies').isVisible()).toBe(false)
    await cordelia.getByRole('button', { name: 'Show the spoiler' }).click()
    await cordelia.getByText('everybody dies').waitFor()
    await cordelia.getByRole('button', { name: "@Cordelia, Lear's daughter" }).click()
    await cordelia.getByRole('dialog').getByRole('link', { name: 'Write a direct message' }).waitFor()
    await cordelia.keyboard.press('Escape')
  })

  test('no error occurs, and no violation of the Content-Security-Policy', () => {
    /** The refusals and the lost answer that tests above cause. */
    const expected = /the server responded with a status of 400|net::ERR_FAILED/
    const faults = browsers.opened.flatMap(({ faults }) => faults)
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
  })
})

describe.skipIf(browserMissing)('what the reader chose to see', () => {
  const post = async (name: string, path: string, parameters: Parameters) => {
    const client = browsers.world.client(browsers.url, name)
    await client.ok(client.post(path, parameters))
  }

  test('alert words are marked where they stand alone, outside of code and links', async () => {
    await post('cordelia', '/users/me/alert_words', { alert_words: ['skull', 'a+b'] })
    await begin('alert words', 'A Skull, skulls, `skull` and a+b: [skull](https://example.test) <skull>')
    const marks = messageWith(cordelia, 'skulls').locator('mark')
    await expect.poll(() => marks.allTextContents()).toEqual(['Skull', 'a+b'])
    expect(await messageWith(hamlet, 'skulls').locator('mark').count()).toBe(0)
  })

  test('messages of a muted person are hidden until they are asked for', async () => {
    await begin('muted', 'something rotten')
    await messageWith(cordelia, 'something rotten').waitFor()
    await post('cordelia', `/users/me/muted_users/${browsers.world.userId('hamlet')}`, {})
    const hidden = messageWith(cordelia, 'Message of a muted person')
    await hidden.waitFor()
    expect(await messageWith(cordelia, 'something rotten').count()).toBe(0)
    await hidden.getByRole('button', { name: 'Show' }).click()
    await messageWith(cordelia, 'something rotten').waitFor()
  })

  test('the card of a person has the values of custom profile fields', async () => {
    const iago = browsers.world.client(browsers.url, 'iago')
    const add = async (field: Parameters) => (await iago.ok(iago.post('/realm/profile_fields', field))).id
    const page = await add({ field_type: 5, name: 'Home page' })
    const sword = await add({
      field_type: 3,
      name: 'Sword',
      field_data: { rapier: { text: 'A rapier', order: '1' }, dagger: { text: 'A dagger', order: '2' } },
    })
    const data = [
      { id: page, value: 'https://elsinore.example/' },
      { id: sword, value: 'rapier' },
    ]
    const client = browsers.world.client(browsers.url, 'hamlet')
    await client.ok(client.patch('/users/me/profile_data', { data }))
    await begin('cards', 'my sword')
    await messageWith(hamlet, 'my sword').getByRole('button', { name: 'King Hamlet' }).click()
    const card = hamlet.getByRole('dialog', { name: 'King Hamlet' })
    await card.getByText('A rapier').waitFor()
    await card.getByRole('link', { name: 'https://elsinore.example/' }).waitFor()
  })
})
