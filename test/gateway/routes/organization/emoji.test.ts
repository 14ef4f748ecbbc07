import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import {
  animation,
  hostilePictures,
  pictureOf,
  sendPicture,
  solidPicture,
} from '../../../harness/pictures.ts'
import { fetchFile } from '../../../harness/upload.ts'
import { setRealm } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const picture = await solidPicture(200, 100).png().toBuffer()
const send = (name: string, emoji: string, ...files: Buffer[]) =>
  sendPicture(as(name), `/realm/emoji/${emoji}`, ...files.map((bytes) => pictureOf(bytes)))
async function emojiNamed(name: string): Promise<Body> {
  const { emoji } = await ok(as('cordelia').get('/realm/emoji'))
  return Object.values<Body>(emoji).find((candidate) => candidate.name === name && !candidate.deactivated)
}
const fileAt = (address: string) => fetchFile(world.client(url), address)

describe('POST /realm/emoji/{emoji_name}', () => {
  test('adds an emoji that everybody gets in an event and may use', async () => {
    const events = await eventsDuring(['realm_emoji'], ['polonius'], () =>
      ok(send('hamlet', 'my%20skull', picture)),
    )
    const emoji = await emojiNamed('my_skull')
    expect(emoji).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'my_skull',
      source_url: expect.stringMatching(
        new RegExp(`^/user_avatars/${realm.id}/emoji/images/[0-9a-f]{32}\\.png$`),
      ),
      still_url: null,
      deactivated: false,
      author_id: world.userId('hamlet'),
    })
    expect(events.polonius).toHaveLength(1)
    expect(events.polonius![0].realm_emoji[emoji.id]).toEqual(emoji)
    const { bytes, headers, status } = await fileAt(emoji.source_url)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    const { width, height, hasAlpha } = await sharp(bytes).metadata()
    expect([width, height, hasAlpha]).toEqual([64, 64, true]) // The whole image, in a square.
    const { rendered } = await ok(as('zoe').post('/messages/render', { content: ':my_skull:' }))
    expect(rendered).toContain(`src="${emoji.source_url}"`)
  })

  test('does not change the picture of Zulip’s extra emoji', async () => {
    const { rendered } = await ok(as('zoe').post('/messages/render', { content: ':zulip:' }))
    const { status, headers, bytes } = await fileAt(/src="([^"]+)"/.exec(rendered)![1]!)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
  })

  test.each(['gif', 'webp'] as const)(
    'keeps an animated %s animated, and stores its first frame',
    async (format) => {
      await ok(send('hamlet', `moving-${format}`, await animation(format)))
      const { source_url, still_url } = await emojiNamed(`moving-${format}`)
      expect(still_url).toMatch(/\/emoji\/images\/still\/[0-9a-f]{32}\.png$/)
      const moving = await fileAt(source_url)
      expect(moving.headers.get('content-type')).toBe(`image/${format}`)
      const frames = await sharp(moving.bytes, { animated: true }).metadata()
      expect([frames.pages, frames.width, frames.pageHeight]).toEqual([2, 64, 64])
      const still = await fileAt(still_url)
      const first = await sharp(still.bytes).metadata()
      expect([first.format, first.pages ?? 1, first.width, first.height]).toEqual(['png', 1, 64, 64])
    },
  )

  test.each([
    ['%20', 'Emoji name is missing'],
    [
      'UPPER',
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    ],
    [
      'a%2Fb',
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    ],
    [
      'a.b',
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    ],
    ['tail_', 'Emoji names must end with either a letter or digit.'],
    ['x'.repeat(61), 'Emoji names must have at most 60 characters.'],
    ['heart', 'Only administrators can override default emoji.'],
    ['division', 'Only administrators can override default emoji.'],
    ['zulip', 'Only administrators can override default emoji.'],
  ])('refuses the name %s', async (name, msg) => {
    expect(await refusal(send('hamlet', name, picture))).toEqual(bad(msg))
  })

  test('gives a name to one emoji only, also for concurrent requests', async () => {
    const answers = await Promise.all(
      ['hamlet', 'iago', 'zoe'].map((name) => refusal(send(name, 'just-one', picture))),
    )
    const refused = answers.filter((answer) => answer.result === 'error')
    const taken = bad('A custom emoji with this name already exists.')
    expect(refused).toEqual([taken, taken])
    expect(await refusal(send('hamlet', 'just-one', picture))).toEqual(taken)
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
    await ok(as('iago').delete('/realm/emoji/just-one'))
    await ok(send('hamlet', 'just-one', picture))
  })

  test('lets administrators override a Unicode emoji', async () => {
    await ok(send('iago', 'heart', picture))
    expect(await emojiNamed('heart')).toBeDefined()
  })

  test('refuses files that are not pictures or are too large', async () => {
    for (const [name, bytes, msg] of await hostilePictures()) {
      expect([name, await refusal(send('hamlet', 'bad', bytes))]).toEqual([name, bad(msg)])
    }
    const huge = bad('Uploaded file is larger than the allowed limit of 5 MiB')
    expect(await refusal(send('hamlet', 'bad', Buffer.alloc(6_000_000)))).toEqual(huge)
    const one = bad('You must upload exactly one file.')
    expect(await refusal(send('hamlet', 'bad'))).toEqual(one)
    expect(await refusal(send('hamlet', 'bad', picture, picture))).toEqual(one)
    expect(await emojiNamed('bad')).toBeUndefined()
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
  })
})

describe('can_add_custom_emoji_group', () => {
  afterEach(() =>
    setRealm(core, realm, { can_add_custom_emoji_group: realm.record.systemGroups['role:members'] }),
  )

  test('decides who may add emoji', async () => {
    const { systemGroups } = realm.record
    await setRealm(core, realm, { can_add_custom_emoji_group: systemGroups['role:administrators'] })
    expect(await refusal(send('hamlet', 'nope', picture))).toEqual(bad('Insufficient permission'))
    await ok(send('iago', 'yep', picture))
    expect((await send('polonius', 'guest', picture)).status).toBe(400)
  })
})
