import type { Page, Request } from 'playwright-core'
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

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const hamlet = () => web.world.client(web.url, 'hamlet')
/** Polls the drafts of a topic on the server. */
const draftsOf = (topic: string) =>
  expect.poll(async () => {
    const { drafts } = await hamlet().ok(hamlet().get('/drafts'))
    const all = drafts as { topic: string; content: string }[]
    return all.flatMap((draft) => (draft.topic === topic ? draft.content : [])).sort()
  })
const addDraft = async (topic: string, content: string) => {
  const to = [web.world.channelId('Verona')]
  await hamlet().ok(hamlet().post('/drafts', { drafts: [{ type: 'stream', to, topic, content }] }))
}
const line = (page: Page, text: string) => page.getByRole('link', { name: new RegExp(`${text}$`, 's') })
/** The requests of a page that change drafts, so far. */
function changesOf(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/json/drafts')) requests.push(request)
  })
  return requests
}

describe.skipIf(browserMissing)('drafts', () => {
  test('of one conversation all open from the list, and each is sent or kept by itself', async () => {
    const texts = ['the first of three', 'the second of three', 'the third of three']
    for (const text of texts) await addDraft('three drafts', text)
    for (const text of [...texts, ...texts.toReversed()]) {
      await page.goto(`${web.url}/#drafts`)
      await line(page, text).click()
      await expect.poll(() => box(page).inputValue()).toBe(text)
    }
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toBe('the first of three')
    await box(page).fill('the first, changed')
    await draftsOf('three drafts').toContain('the first, changed')
    await page.goto(`${web.url}/#drafts`)
    await line(page, 'the second of three').press('Enter')
    await expect.poll(() => box(page).inputValue()).toBe('the second of three')
    await box(page).press('Control+Enter')
    await draftsOf('three drafts').toEqual(['the first, changed', 'the third of three'])
    await page.goto(`${web.url}/#drafts`)
    await page.getByRole('button', { name: 'Delete the draft' }).first().click()
    await page.getByRole('button', { name: 'Delete the draft' }).first().click()
    await draftsOf('three drafts').toEqual([])
  })

  test('are deleted once, when the page is closed before the answer', async () => {
    await page.goto(web.topic('Verona', 'closed while deleting'))
    await box(page).fill('to be deleted')
    await draftsOf('closed while deleting').toEqual(['to be deleted'])
    const changes = changesOf(page)
    await page.route('**/json/drafts/*', async (route) => {
      // The page never gets the first answer.
      if (changes.length === 1) await route.fetch()
      else await route.continue()
    })
    await box(page).fill('')
    await draftsOf('closed while deleting').toEqual([])
    await page.reload()
    await box(page).fill('the next one')
    await draftsOf('closed while deleting').toEqual(['the next one'])
    expect(changes.map((request) => request.method())).toEqual(['DELETE', 'POST'])
    await page.unroute('**/json/drafts/*')
    await box(page).fill('')
    await draftsOf('closed while deleting').toEqual([])
  })

  test.each(['kept', 'sent'])(
    'are created once and %s, when the page is closed before the answer',
    async (outcome) => {
      const topic = `closed while creating, ${outcome}`
      await page.goto(web.topic('Verona', topic))
      const changes = changesOf(page)
      await page.route('**/json/drafts', async (route) => {
        // The page never gets the first answer.
        if (changes.length === 1) await route.fetch()
        else await route.continue()
      })
      await box(page).fill('to be created')
      await draftsOf(topic).toEqual(['to be created'])
      if (outcome === 'sent') {
        await box(page).press('Control+Enter')
        await page.getByRole('log').getByText('to be created').waitFor()
      }
      await page.reload()
      await expect.poll(() => box(page).inputValue()).toBe(outcome === 'sent' ? '' : 'to be created')
      if (outcome === 'kept') await box(page).fill('created and changed')
      await draftsOf(topic).toEqual(outcome === 'sent' ? [] : ['created and changed'])
      // A slow page saves the text once more before it changes.
      const methods = changes.map((request) => request.method())
      expect(methods.filter((method, index) => method !== methods[index - 1])).toEqual([
        'POST',
        outcome === 'sent' ? 'DELETE' : 'PATCH',
      ])
      await page.unroute('**/json/drafts')
      await box(page).fill('')
      await draftsOf(topic).toEqual([])
    },
  )

  test('are deleted once from the list, while a change is on its way', async () => {
    await page.goto(web.topic('Verona', 'changed and deleted'))
    await box(page).fill('a draft')
    await draftsOf('changed and deleted').toEqual(['a draft'])
    let answer: () => void = () => undefined
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/json/drafts/*', async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'PATCH') await mayAnswer
      await route.fulfill({ response })
    })
    await box(page).fill('a changed draft')
    await draftsOf('changed and deleted').toEqual(['a changed draft'])
    const changes = changesOf(page)
    await page.goto(`${web.url}/#drafts`)
    await page.getByRole('button', { name: 'Delete the draft' }).click()
    await draftsOf('changed and deleted').toEqual([])
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
    answer()
    await answered
    await page.goto(web.topic('Verona', 'changed and deleted'))
    await box(page).fill('the next one')
    await draftsOf('changed and deleted').toEqual(['the next one'])
    expect(changes.map((request) => request.method())).toEqual(['DELETE', 'POST'])
    await page.unroute('**/json/drafts/*')
  })

  test('stay in the window and reach the server when the storage of the browser is full', async () => {
    const full = await page.context().newPage()
    await full.addInitScript(
      `Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }`,
    )
    const changes = changesOf(full)
    await full.goto(web.topic('Verona', 'full storage'))
    await box(full).pressSequentially('not lost')
    await full.goto(web.topic('Verona', 'another topic'))
    await expect.poll(() => box(full).inputValue()).toBe('')
    await full.goto(web.topic('Verona', 'full storage'))
    await expect.poll(() => box(full).inputValue()).toBe('not lost')
    await draftsOf('full storage').toEqual(['not lost'])
    await box(full).press('Control+Enter')
    await draftsOf('full storage').toEqual([])
    expect(changes.map((request) => request.method())).toEqual(['POST', 'DELETE'])
    await full.close()
  })

  test('stay when the events of the server come late', async () => {
    const late = await page.context().newPage()
    let isLate = false
    await late.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer()
      const waiting: (string | Buffer)[] = []
      server.onMessage((message) => {
        if (isLate) waiting.push(message)
        else for (const each of [...waiting.splice(0), message]) socket.send(each)
      })
    })
    await late.goto(web.topic('Verona', 'late events'))
    await box(late).waitFor()
    isLate = true
    await box(late).fill('saved just now')
    await draftsOf('late events').toEqual(['saved just now'])
    await late.goto(web.topic('Verona', 'another topic'))
    await expect.poll(() => box(late).inputValue()).toBe('')
    await late.goto(web.topic('Verona', 'late events'))
    await expect.poll(() => box(late).inputValue()).toBe('saved just now')
    await late.close()
    await page.goto(web.topic('Verona', 'late events'))
    await expect.poll(() => box(page).inputValue()).toBe('saved just now')
    await box(page).fill('')
    await draftsOf('late events').toEqual([])
  })

  test('with a typed topic are created once, when the page is closed before the answer', async () => {
    const channel = `${web.url}/#narrow/channel/${web.world.channelId('Verona')}-Verona`
    await page.goto(channel)
    const topic = page.getByRole('textbox', { name: 'Topic in Verona' })
    await page.route('**/json/drafts', async (route) => {
      await route.fetch()
    })
    await topic.fill('typed topic')
    await box(page).fill('to be created')
    await draftsOf('typed topic').toEqual(['to be created'])
    await page.reload()
    await page.unroute('**/json/drafts')
    await expect.poll(() => box(page).inputValue()).toBe('to be created')
    await box(page).fill('created and changed')
    await draftsOf('typed topic').toEqual(['created and changed'])
    await box(page).fill('')
    await topic.fill('')
    await draftsOf('typed topic').toEqual([])
  })

  test('are deleted once the browser is online again', async () => {
    await page.goto(web.topic('Verona', 'offline'))
    await box(page).fill('sent while offline')
    await draftsOf('offline').toEqual(['sent while offline'])
    const changes = changesOf(page)
    await page.context().setOffline(true)
    await box(page).press('Control+Enter')
    // The client stops to try.
    await expect.poll(() => changes.length).toBe(5)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await page.context().setOffline(false)
    await page.getByRole('log').getByText('sent while offline').waitFor()
    await draftsOf('offline').toEqual([])
  })

  test('move with the topic in each window', async () => {
    const other = await page.context().newPage()
    for (const window of [page, other]) {
      await window.goto(web.topic('Verona', 'before the move'))
      await box(window).waitFor()
    }
    const { id } = await hamlet().ok(
      hamlet().post('/messages', {
        type: 'channel',
        to: 'Verona',
        topic: 'before the move',
        content: 'hello',
      }),
    )
    await box(page).fill('typed in the first')
    await box(other).fill('typed in the second')
    await hamlet().ok(
      hamlet().patch(`/messages/${id}`, { topic: 'after the move', propagate_mode: 'change_all' }),
    )
    for (const window of [page, other]) await window.waitForURL(/after/)
    await expect.poll(() => box(page).inputValue()).toBe('typed in the first')
    await expect.poll(() => box(other).inputValue()).toBe('typed in the second')
    await draftsOf('after the move').toEqual(['typed in the first', 'typed in the second'])
    await draftsOf('before the move').toEqual([])
    for (const window of [page, other]) await box(window).fill('')
    await draftsOf('after the move').toEqual([])
    await other.close()
  })

  test('stay in the browser when the person turns their synchronization off', async () => {
    await page.goto(web.topic('Verona', 'not synchronized'))
    await box(page).fill('only here')
    await draftsOf('not synchronized').toEqual(['only here'])
    await hamlet().ok(hamlet().patch('/settings', { enable_drafts_synchronization: false }))
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toBe('only here')
    await hamlet().ok(hamlet().patch('/settings', { enable_drafts_synchronization: true }))
    await draftsOf('not synchronized').toEqual(['only here'])
    await box(page).fill('')
    await draftsOf('not synchronized').toEqual([])
    expect(
      await page.evaluate(
        `Object.keys(localStorage).filter((key) => /^loquat draft.*not synchronized/.test(key))`,
      ),
    ).toEqual([])
  })

  test('that are too long stay in the browser, without a request, until they are shorter', async () => {
    const changes = changesOf(page)
    await page.goto(web.topic('Verona', 'too long'))
    await box(page).fill('x'.repeat(10_001))
    await page.goto(web.topic('Verona', 'typed after it'))
    await box(page).fill('short')
    // It waits as long as the one before it.
    await draftsOf('typed after it').toEqual(['short'])
    expect(changes.filter((request) => request.postData()?.includes('too+long'))).toEqual([])
    await page.goto(web.topic('Verona', 'too long'))
    await expect.poll(async () => (await box(page).inputValue()).length).toBe(10_001)
    await box(page).fill('x'.repeat(10_000))
    await draftsOf('too long').toEqual(['x'.repeat(10_000)])
  })

  test('cause no request for a draft that does not exist', () => {
    expect(web.faults.filter((fault) => !/status of 401|INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  })
})
