import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
let message = 0
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
  message = await send('first act', 'in the first act')
  await send('why?', 'with its own sign')
  await send('Ende.', 'with its own full stop')
  await send('Ende', 'without a full stop')
  const id = await send('draft title', 'under its final title')
  const iago = web.world.client(web.url, 'iago')
  await iago.ok(iago.patch(`/messages/${id}`, { topic: 'final title', propagate_mode: 'change_all' }))
  const done = await send('solved', 'the solution')
  await iago.ok(iago.patch(`/messages/${done}`, { topic: '✔ solved', propagate_mode: 'change_all' }))
  const to = [web.world.userId('hamlet')]
  await iago.ok(iago.post('/messages', { type: 'direct', to, content: 'a word between us' }))
  await iago.ok(iago.post('/messages', { type: 'channel', to: 'Verona', topic: '', content: 'in general' }))
  const all = { messages: [message], op: 'add', flag: 'starred' }
  const hamlet = web.world.client(web.url, 'hamlet')
  await hamlet.ok(hamlet.post('/messages/flags', all))
})
afterAll(() => web?.close())

const SOON = { timeout: 15_000 }
async function send(topic: string, content: string): Promise<number> {
  const iago = web.world.client(web.url, 'iago')
  return (await iago.ok(iago.post('/messages', { type: 'channel', to: 'Verona', topic, content })))
    .id as number
}

/** The address with ids in place of names. */
const filled = (address: string) =>
  address
    .replace('{verona}', String(web.world.channelId('Verona')))
    .replace('{iago}', String(web.world.userId('iago')))
    .replace('{hamlet}', String(web.world.userId('hamlet')))
    .replace('{id}', String(message))

/** Opens an address in a page that has loaded nothing before. */
async function openFresh(address: string, look: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await session.context().newPage()
  try {
    await page.goto(`${web.url}/${filled(address)}`)
    await look(page)
  } finally {
    await page.close()
  }
}

const ACT = 'in the first act'
describe.skipIf(browserMissing)('a link as people paste it opens what it means', () => {
  test.each([
    // What writers and programs put behind a link to a topic.
    ['#narrow/channel/{verona}-Verona/topic/first.20act)', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act.', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act,', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act>', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act"', ACT],
    ["#narrow/channel/{verona}-Verona/topic/first.20act'", ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act**', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act]', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act).', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act%3E', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act.29', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act?utm_source=mail&utm_medium=x', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act/?a=b', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act/', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act。', ACT],
    // A sign of the topic itself stays.
    ['#narrow/channel/{verona}-Verona/topic/why.3F', 'with its own sign'],
    ['#narrow/channel/{verona}-Verona/topic/why?', 'with its own sign'],
    ['#narrow/channel/{verona}-Verona/topic/why.3F)', 'with its own sign'],
    ['#narrow/channel/{verona}-Verona/topic/Ende.', 'with its own full stop'],
    ['#narrow/channel/{verona}-Verona/topic/Ende.)', 'with its own full stop'],
    ['#narrow/channel/{verona}-Verona/topic/Ende,', 'without a full stop'],
    // Topics that have another name now.
    ['#narrow/channel/{verona}-Verona/topic/draft.20title)', 'under its final title'],
    ['#narrow/channel/{verona}-Verona/topic/solved.', 'the solution'],
    ['#narrow/channel/{verona}-Verona/topic/.E2.9C.94.20solved)', 'the solution'],
    // Older and mixed forms.
    ['#narrow/stream/{verona}-Verona/subject/first.20act', ACT],
    ['#narrow/stream/Verona/topic/first%20act', ACT],
    ['#narrow/stream/verona)/topic/first act', ACT],
    ['#narrow/stream/{verona}/topic/FIRST.20ACT', ACT],
    ['#Narrow/Channel/{verona}-verona/Topic/first%2Eact'.replace('%2E', '%20'), ACT],
    ['#/narrow/channel/{verona}-Verona/topic/first.20act', ACT],
    ['#narrow/topic/first.20act/channel/{verona}', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act/near/{id}', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act/with/{id})', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act/near/{id}/', ACT],
    ['#narrow/channel/{verona}-Verona/topic/first.20act/near/{id}?utm_source=mail', ACT],
    ['#narrow%2Fchannel%2F{verona}-Verona%2Ftopic%2Ffirst.20act', ACT],
    ['%23narrow/channel/{verona}-Verona/topic/first.20act)', ACT],
    ['%2523narrow%252Fnear%252F{id}', ACT],
    ['?utm_source=mail#narrow/near/{id}', ACT],
    ['#narrow/id/{id}.', ACT],
    ['#narrow/near/{id}>', ACT],
    ['#narrow/channel/{verona}', 'in general'],
    ['#narrow/channel/{verona})', 'in general'],
    ['#narrow/channel/{verona}.', 'in general'],
    ['#narrow/stream/Verona,', 'in general'],
    ['#narrow/stream/VERONA/', 'in general'],
    ['#narrow/channel/{verona}-Verona/topic/', 'in general'],
    ['#narrow/dm/{iago}', 'a word between us'],
    ['#narrow/dm/{iago}.', 'a word between us'],
    ['#narrow/dm/{iago}-Iago)', 'a word between us'],
    ['#narrow/pm-with/iago@demo.test>', 'a word between us'],
    ['#narrow/pm-with/{hamlet},{iago}-group', 'a word between us'],
    ['#narrow/is/starred)', ACT],
    ['#narrow/is/private.', 'a word between us'],
    ['#feed,', 'in general'],
  ])('%s: the message "%s"', async (address, text) => {
    await openFresh(address, (page) => messageWith(page, text).first().waitFor(SOON))
  })

  test.each([
    ['#inbox)', 'Inbox'],
    ['#Inbox', 'Inbox'],
    ['#recent.', 'Recent conversations'],
    ['#user/{iago})', 'Iago'],
    ['#channels/{verona}/Verona/subscribers)', 'Verona'],
  ])('%s: the page %s', async (address, title) => {
    await openFresh(address, (page) =>
      page.getByRole('heading', { level: 1, name: title }).first().waitFor(SOON),
    )
  })

  test('a topic that never was stays, with its name as the link has it', async () => {
    await openFresh('#narrow/channel/{verona}-Verona/topic/never.20was)', async (page) => {
      await page.getByText('No messages yet').waitFor(SOON)
      await page.getByRole('heading', { level: 1, name: 'never was)' }).waitFor(SOON)
      expect(new URL(page.url()).hash).toContain('never.20was)')
    })
  })
})
