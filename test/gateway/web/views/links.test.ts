import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import type { Body } from '../../../harness/client.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

let web: WebWorld
let session: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  session = await web.logIn('hamlet')
})
afterAll(() => web?.close())

const SOON = { timeout: 15_000 }
const client = (name: string) => web.world.client(web.url, name)
const verona = () => web.world.channelId('Verona')
const hashOfPage = (page: Page) => new URL(page.url()).hash

async function send(topic: string, content: string, to = 'Verona'): Promise<number> {
  const iago = client('iago')
  return (await iago.ok(iago.post('/messages', { type: 'channel', to, topic, content }))).id as number
}
async function move(id: number, change: Body): Promise<void> {
  const iago = client('iago')
  const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  await iago.ok(iago.patch(`/messages/${id}`, { ...quiet, ...change }))
}

/** Opens an address in a page that has loaded nothing before. */
async function openFresh<T>(hash: string, look: (page: Page) => Promise<T>): Promise<T> {
  const page = await session.context().newPage()
  try {
    await page.goto(`${web.url}/${hash}`)
    return await look(page)
  } finally {
    await page.close()
  }
}

/** The address of a message in Verona, as links in mails and quotations have it. */
const linkTo = (topic: string, id: number, operator = 'near') =>
  `#narrow/channel/${verona()}-Verona/topic/${encodeURIComponent(topic).replaceAll('%', '.')}/${operator}/${id}`

/** Expects that an address shows a message in its conversation, with the conversation's own address. */
const expectAt = (hash: string, text: string, title: string, address: string) =>
  openFresh(hash, async (page) => {
    await messageWith(page, text).waitFor(SOON)
    await page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor(SOON)
    await expect.poll(() => hashOfPage(page), SOON).toBe(address)
  })

describe.skipIf(browserMissing)('a link to a message leads to where the message is now', () => {
  test.each(['near', 'with'])('after its topic was renamed: %s', async (operator) => {
    const id = await send(`old ${operator}`, `renamed ${operator}`)
    await move(id, { topic: `new ${operator}`, propagate_mode: 'change_all' })
    await expectAt(
      linkTo(`old ${operator}`, id, operator),
      `renamed ${operator}`,
      `new ${operator}`,
      linkTo(`new ${operator}`, id),
    )
  })

  test('after its topic was resolved', async () => {
    const id = await send('question', 'resolved answer')
    await move(id, { topic: '✔ question', propagate_mode: 'change_all' })
    await expectAt(linkTo('question', id), 'resolved answer', '✔ question', linkTo('✔ question', id))
  })

  test('also without the message, after its topic was resolved, and after that was taken back', async () => {
    const id = await send('riddle', 'what is it')
    const [open, resolved] = [linkTo('riddle', id), linkTo('✔ riddle', id)].map(
      (hash) => hash.split('/near/')[0]!,
    ) as [string, string]
    await move(id, { topic: '✔ riddle', propagate_mode: 'change_all' })
    await expectAt(open, 'what is it', '✔ riddle', resolved)
    await move(id, { topic: 'riddle', propagate_mode: 'change_all' })
    await expectAt(resolved, 'what is it', 'riddle', open)
  })

  test('also without the message, after its topic was renamed twice, and moved to another channel', async () => {
    const id = await send('once', 'where am I')
    const old = linkTo('once', id).split('/near/')[0]!
    await move(id, { topic: 'twice', propagate_mode: 'change_all' })
    await move(id, { topic: 'thrice', propagate_mode: 'change_all' })
    await expectAt(old, 'where am I', 'thrice', linkTo('thrice', id).split('/near/')[0]!)
    const denmark = web.world.channelId('Denmark')
    await move(id, { stream_id: denmark, propagate_mode: 'change_all' })
    const address = `#narrow/channel/${denmark}-Denmark/topic/thrice`
    await expectAt(old, 'where am I', 'thrice', address)
    await expectAt(linkTo('thrice', id).split('/near/')[0]!, 'where am I', 'thrice', address)
  })

  test('to a list of topics, if its topic was moved in parts; not from a topic that was begun anew', async () => {
    const [one, two] = [await send('bread', 'the crust'), await send('bread', 'the crumb')]
    const old = linkTo('bread', one).split('/near/')[0]!
    await move(one, { topic: 'crust', propagate_mode: 'change_one' })
    await move(two, {
      stream_id: web.world.channelId('Denmark'),
      topic: 'crumb',
      propagate_mode: 'change_one',
    })
    await openFresh(old, async (page) => {
      await page.getByRole('heading', { name: 'This topic was moved' }).waitFor(SOON)
      expect(await page.getByText('No messages yet').count()).toBe(0)
      const links = page.getByRole('main').getByRole('list').getByRole('link')
      expect(await links.allInnerTexts()).toEqual(['#Denmark › crumb', '#Verona › crust'])
      await links.last().click()
      await messageWith(page, 'the crust').waitFor(SOON)
    })
    await send('bread', 'a new loaf')
    await openFresh(old, async (page) => {
      await messageWith(page, 'a new loaf').waitFor(SOON)
      expect(hashOfPage(page)).toBe(old)
    })
  })

  test('after it was split from its topic, of which the rest stays', async () => {
    await send('whole', 'stays behind')
    const id = await send('whole', 'goes away')
    await move(id, { topic: 'half', propagate_mode: 'change_one' })
    await expectAt(linkTo('whole', id), 'goes away', 'half', linkTo('half', id))
  })

  test('after it moved to another channel', async () => {
    const id = await send('travels', 'on the road')
    const denmark = web.world.channelId('Denmark')
    await move(id, { stream_id: denmark, topic: 'arrived', propagate_mode: 'change_all' })
    const address = `#narrow/channel/${denmark}-Denmark/topic/arrived/near/${id}`
    await expectAt(linkTo('travels', id), 'on the road', 'arrived', address)
    await expectAt(`#narrow/channel/${verona()}-Verona/near/${id}`, 'on the road', 'arrived', address)
  })

  test('after it moved to a public channel that the reader has not joined', async () => {
    const iago = client('iago')
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] }))
    const { stream_id } = await iago.ok(iago.get('/get_stream_id', { stream: 'elsewhere' }))
    const id = await send('leaves', 'gone to a new place')
    await move(id, { stream_id, propagate_mode: 'change_all' })
    await expectAt(
      linkTo('leaves', id),
      'gone to a new place',
      'leaves',
      `#narrow/channel/${stream_id}-elsewhere/topic/leaves/near/${id}`,
    )
  })

  test('in a page that has the old conversation open', async () => {
    await send('warm', 'stays warm')
    const id = await send('warm', 'leaves the warm')
    await openFresh(linkTo('warm', id), async (page) => {
      await messageWith(page, 'leaves the warm').waitFor(SOON)
      await move(id, { topic: 'cold', propagate_mode: 'change_one' })
      await expect.poll(() => messageWith(page, 'leaves the warm').count(), SOON).toBe(0)
      await page.evaluate(`location.hash = '#inbox'`)
      await page.evaluate(`location.hash = '${linkTo('warm', id)}'`)
      await expect.poll(() => hashOfPage(page), SOON).toBe(linkTo('cold', id))
      await messageWith(page, 'leaves the warm').waitFor(SOON)
    })
  })

  test('from the other side of a direct conversation', async () => {
    const cordelia = client('cordelia')
    const sent = { type: 'direct', to: [web.world.userId('hamlet')], content: 'nothing, my lord' }
    const { id } = await cordelia.ok(cordelia.post('/messages', sent))
    // The address that Cordelia's page shows names Hamlet.
    const hash = `#narrow/dm/${web.world.userId('hamlet')}-dm/near/${id}`
    const address = `#narrow/dm/${web.world.userId('cordelia')}-dm/near/${id}`
    await expectAt(hash, 'nothing, my lord', "Cordelia, Lear's daughter", address)
    const both = [web.world.userId('hamlet'), web.world.userId('cordelia')].join(',')
    await openFresh(`#narrow/pm-with/${both}-group`, (page) =>
      messageWith(page, 'nothing, my lord').waitFor(SOON),
    )
  })

  test('and says so when it was deleted', async () => {
    await send('graves', 'still here')
    const id = await send('graves', 'gone tomorrow')
    const gone = await send('empty graves', 'gone today')
    const iago = client('iago')
    for (const one of [id, gone]) await iago.ok(iago.delete(`/messages/${one}`))
    await openFresh(linkTo('graves', id), async (page) => {
      await page.getByText('This message was deleted, or you may not read it').waitFor(SOON)
      await messageWith(page, 'still here').waitFor(SOON)
    })
    await openFresh(linkTo('empty graves', gone), async (page) => {
      await page.getByText('This message was deleted, or you may not read it').waitFor(SOON)
      expect(await page.getByText('No messages yet').count()).toBe(0)
    })
    await openFresh(`#narrow/near/${gone}`, async (page) => {
      await page.getByText('This message was deleted, or you may not read it').waitFor(SOON)
    })
  })

  test('and says so when the reader may not read it', async () => {
    const iago = client('iago')
    const made = { name: 'cellar', invite_only: true, subscribers: [web.world.userId('iago')] }
    await iago.ok(iago.post('/channels/create', made))
    const id = await send('wine', 'hidden words', 'cellar')
    await openFresh(linkTo('wine', id), async (page) => {
      await page.getByText('This message was deleted, or you may not read it').waitFor(SOON)
      expect(await page.getByText('hidden words').count()).toBe(0)
    })
  })
})

describe.skipIf(browserMissing)('an older form of an address opens', () => {
  test('a channel and its topic by name, in any encoding', async () => {
    await send('v1.2 is 50% (ö)', 'by its name')
    const coded = encodeURIComponent('v1.2 is 50% (ö)')
    for (const hash of [
      `#narrow/stream/Verona/topic/${coded.replace('.', '%2E').replaceAll('%', '.')}`,
      `#narrow/channel/verona/subject/${coded}`,
      `#narrow/stream/${verona()}/topic/${coded.toLowerCase()}`,
    ]) {
      await openFresh(hash, async (page) => {
        await messageWith(page, 'by its name').waitFor(SOON)
        const place = `#narrow/channel/${verona()}-Verona/topic/v1.2E2.20is.2050.25.20.28.C3.B6.29`
        if (/verona/i.test(hash)) await expect.poll(() => hashOfPage(page), SOON).toBe(place)
      })
    }
  })

  test('a channel whose name has spaces or begins with a number', async () => {
    const iago = client('iago')
    const subscribers = [web.world.userId('iago'), web.world.userId('hamlet')]
    for (const name of ['2031 plans', '2031-plans', 'great hall'])
      await iago.ok(iago.post('/channels/create', { name, subscribers }))
    await send('x', 'in the hall', 'great hall')
    await send('x', 'in the plans', '2031 plans')
    await send('x', 'in the hyphen', '2031-plans')
    for (const [name, text] of [
      ['great.20hall', 'in the hall'],
      ['great-hall', 'in the hall'],
      ['great%20hall', 'in the hall'],
      ['2031.20plans', 'in the plans'],
      ['2031-plans', 'in the hyphen'],
    ] as const)
      await openFresh(`#narrow/stream/${name}`, (page) => messageWith(page, text).waitFor(SOON))
    await openFresh('#narrow/stream/nowhere', (page) =>
      page.getByText('This channel is not here').waitFor(SOON),
    )
  })

  test('a message in a channel or with people by a former name', async () => {
    const iago = client('iago')
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'former' }] }))
    const id = await send('names', 'kept by its id', 'former')
    const { stream_id } = await iago.ok(iago.get('/get_stream_id', { stream: 'former' }))
    await iago.ok(iago.patch(`/streams/${stream_id}`, { new_name: 'latter' }))
    for (const hash of [
      `#narrow/stream/former/topic/names/near/${id}`,
      `#narrow/pm-with/gone@demo.test/near/${id}`,
    ])
      await expectAt(
        hash,
        'kept by its id',
        'names',
        `#narrow/channel/${stream_id}-latter/topic/names/near/${id}`,
      )
  })

  test('a message without its conversation', async () => {
    const id = await send('alone', 'only an id')
    for (const place of ['near', 'with', 'topic/before/near'])
      await expectAt(`#narrow/${place}/${id}`, 'only an id', 'alone', linkTo('alone', id))
  })

  test('a direct conversation by address or name', async () => {
    const cordelia = client('cordelia')
    const sent = { type: 'direct', to: [web.world.userId('hamlet')], content: 'so young, my lord' }
    await cordelia.ok(cordelia.post('/messages', sent))
    for (const name of ['cordelia@demo.test', 'cordelia.40demo.2Etest', "Cordelia,%20Lear's%20daughter"])
      await openFresh(`#narrow/pm-with/${name}`, (page) =>
        messageWith(page, 'so young, my lord').waitFor(SOON),
      )
    await openFresh('#narrow/pm-with/nobody@demo.test', (page) =>
      page.getByText('This person is not here').waitFor(SOON),
    )
  })

  test('a view that is a search', async () => {
    await openFresh('#narrow/is/private', (page) => messageWith(page, 'so young, my lord').waitFor(SOON))
    await openFresh('#narrow/is/resolved', (page) => messageWith(page, 'resolved answer').waitFor(SOON))
  })
})
