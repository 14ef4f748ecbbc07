import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Answer, Body } from '../../../harness/client.ts'
import { hostilePictures, pictureOf, solidPicture } from '../../../harness/pictures.ts'
import { fetchFile, formOf, type TestFile } from '../../../harness/upload.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const picture = await solidPicture(200, 100).png().toBuffer()
let count = 0

/** Sends fields and files in one form. */
function send(
  method: string,
  path: string,
  fields: Record<string, string>,
  files: readonly TestFile[],
  name = 'hamlet',
) {
  const { body, headers } = formOf(files, fields)
  return as(name).request(method, path, body, headers)
}
const create = (...files: TestFile[]): Promise<Answer> => {
  count++
  return send('POST', '/bots', { full_name: `Painted ${count}`, short_name: `painted${count}` }, files)
}
const kept = () => world.sql('SELECT storage_key FROM pending_upload')

test('a bot can be created with an avatar, which everybody gets in an event', async () => {
  let bot: Body
  const events = await eventsDuring(['realm_user', 'realm_bot'], ['hamlet', 'cordelia'], async () => {
    bot = await ok(create(pictureOf(picture)))
  })
  expect(bot!.avatar_url).toMatch(/^\/user_avatars\/\d+\/[0-9a-f]{32}\.png\?version=2$/)
  const changed = {
    op: 'update',
    person: { user_id: bot!.user_id, avatar_url: bot!.avatar_url, avatar_source: 'U' },
  }
  expect(events.cordelia!.at(-1)).toMatchObject(changed)
  expect(events.hamlet!.at(-1)).toMatchObject({
    type: 'realm_bot',
    op: 'update',
    bot: { avatar_url: bot!.avatar_url },
  })
  for (const [address, side] of [
    [bot!.avatar_url, 100],
    [bot!.avatar_url.replace('.png', '-medium.png'), 500],
  ] as const) {
    const { bytes } = await fetchFile(as('cordelia'), address)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side })
  }
  expect(await kept()).toEqual([])
})

test('a bot’s avatar changes together with its other properties, or not at all', async () => {
  const bot = await ok(create())
  expect(bot.avatar_url).toContain('gravatar')
  const path = `/bots/${bot.user_id}`
  const painted = await ok(send('PATCH', path, { full_name: 'Painted over' }, [pictureOf(picture)]))
  expect(painted).toMatchObject({ full_name: 'Painted over' })
  expect(painted.avatar_url).toContain('/user_avatars/')
  const again = await ok(send('PATCH', path, {}, [pictureOf(picture)], 'iago'))
  expect(again.avatar_url).not.toBe(painted.avatar_url)
  const same = await ok(send('PATCH', path, { full_name: 'Plain' }, []))
  expect(same.avatar_url).toBe(again.avatar_url)
  const gone = await world.sql("SELECT data FROM job_outbox WHERE name = 'delete-files'")
  expect(gone).toHaveLength(1)
})

test('only those who may change a bot change its avatar, and a refused change leaves no file', async () => {
  const bot = await ok(create())
  const path = `/bots/${bot.user_id}`
  expect(await refusal(send('PATCH', path, {}, [pictureOf(picture)], 'zoe'))).toMatchObject({ status: 400 })
  const two = [pictureOf(picture), pictureOf(picture)]
  expect(await refusal(send('PATCH', path, {}, two))).toEqual(bad('You may only upload one file at a time'))
  for (const [name, bytes, msg] of await hostilePictures()) {
    const refused = await refusal(send('PATCH', path, { full_name: 'Changed' }, [pictureOf(bytes)]))
    expect([name, refused]).toEqual([name, bad(msg)])
  }
  const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)])
  expect(await refusal(create(pictureOf(large)))).toEqual(
    bad('Uploaded file is larger than the allowed limit of 5 MiB'),
  )
  const taken = { full_name: 'Another', short_name: 'painted1' }
  expect(await refusal(send('POST', '/bots', taken, [pictureOf(picture)]))).toMatchObject(
    bad('Username already in use'),
  )
  const { bots } = await ok(as('hamlet').get('/bots'))
  expect(bots.find((bot: Body) => bot.username === `painted${count - 1}-bot@localhost`).avatar_url).toBe(
    bot.avatar_url,
  )
  expect(await kept()).toEqual([])
  const huge = Buffer.alloc(12 * 1024 * 1024)
  expect((await create(pictureOf(huge))).status).toBe(413)
})
