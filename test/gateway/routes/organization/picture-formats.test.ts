import '../../../harness/product.ts'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../harness/client.ts'
import { animation, bmpOf, pictureOf, sendPicture, solidPicture } from '../../../harness/pictures.ts'
import { fetchFile, formOf } from '../../../harness/upload.ts'
import { as, bad, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const heic = await readFile(new URL('../../../fixtures/rose.heic', import.meta.url))
const bmp = bmpOf(2, 1, 24, [0, 0, 255, 255, 0, 0, 0, 0])
const hugeBmp = Buffer.from(bmp)
hugeBmp.writeInt32LE(15_000, 18)
hugeBmp.writeInt32LE(15_000, 22)
const unreadable = bad('Could not decode image; did you upload an image file?')
const tooLarge = bad('Image size exceeds limit.')

const tiff = await solidPicture().tiff().toBuffer()
const avif = await solidPicture().avif({ effort: 0 }).toBuffer()

let count = 0
function next(): string {
  count += 1
  return `picture${count}`
}

/** Ways to send a picture, and where it is shown then. */
const KINDS: readonly [
  kind: string,
  send: (bytes: Buffer) => Promise<Answer>,
  address: (sent: Answer) => unknown,
][] = [
  [
    'an avatar',
    (bytes) => sendPicture(as('hamlet'), '/users/me/avatar', pictureOf(bytes)),
    ({ body }) => body.avatar_url,
  ],
  [
    'the avatar of a bot',
    (bytes) => {
      const name = next()
      const { body, headers } = formOf([pictureOf(bytes)], { full_name: name, short_name: name })
      return as('hamlet').request('POST', '/bots', body, headers)
    },
    ({ body }) => body.avatar_url,
  ],
  [
    'an emoji',
    (bytes) => sendPicture(as('hamlet'), `/realm/emoji/${next()}`, pictureOf(bytes)),
    async () => {
      const { emoji } = await ok(as('hamlet').get('/realm/emoji'))
      return Object.values<{ name: string; source_url: string }>(emoji).find(
        ({ name }) => name === `picture${count}`,
      )!.source_url
    },
  ],
  [
    'the icon',
    (bytes) => sendPicture(as('iago'), '/realm/icon', pictureOf(bytes)),
    ({ body }) => body.icon_url,
  ],
  [
    'the logo',
    (bytes) => sendPicture(as('iago'), '/realm/logo?night=false', pictureOf(bytes)),
    async () =>
      (await ok(as('iago').post('/register', { event_types: JSON.stringify(['realm']) }))).realm_logo_url,
  ],
]

describe.each(KINDS)('%s', (_, send, address) => {
  test.each([
    ['HEIC', heic],
    ['BMP', bmp],
    ['TIFF', tiff],
    ['AVIF', avif],
  ])('may be in %s', async (_, bytes) => {
    const sent = await send(bytes)
    expect(sent.body).toMatchObject({ result: 'success' })
    const { bytes: shown } = await fetchFile(world.client(url), String(await address(sent)))
    expect((await sharp(shown).metadata()).format).toBe('png')
  })

  test('is refused in these formats when it is not whole or too large', async () => {
    expect(await refusal(send(heic.subarray(0, heic.length / 2)))).toEqual(unreadable)
    expect(await refusal(send(heic.subarray(0, 40)))).toEqual(unreadable)
    expect(await refusal(send(bmp.subarray(0, bmp.length - 6)))).toEqual(unreadable)
    expect(await refusal(send(bmp.subarray(0, 20)))).toEqual(unreadable)
    expect(await refusal(send(hugeBmp))).toEqual(tooLarge)
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
  })
})

test('pictures in all formats at the same time are all stored', async () => {
  const sent = await Promise.all(
    [heic, bmp, heic, await animation('gif'), bmp].map((bytes) => KINDS[0]![1](bytes)),
  )
  expect(sent.map(({ body }) => body.result)).toEqual(Array.from(sent, () => 'success'))
})
