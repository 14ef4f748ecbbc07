import { readdir, readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PictureJob, ShowJob } from '../../core/content/uploads/thumbnail-jobs.ts'
import { deliverScheduled } from '../../core/messaging/scheduled/deliver.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { PictureDecoder } from '../../storage/images/decoder.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { makeThumbnailsJob } from '../../workers/jobs/make-thumbnails.ts'
import { showPicturesJob } from '../../workers/jobs/show-pictures.ts'
import { deleteFilesJob } from '../../workers/jobs/upkeep/delete-files.ts'
import { removeUploadsJob } from '../../workers/jobs/upkeep/remove-uploads.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { eventsDuring } from '../gateway/routes/events-during.ts'
import { as, core, foreign, ok, realm, setUpStage, url, world } from '../gateway/routes/stage.ts'
import type { Body } from '../harness/client.ts'
import {
  animatedPng,
  animation,
  bmpOf,
  decompressionBomb,
  longAnimation,
  solidPicture,
} from '../harness/pictures.ts'
import { compiled } from '../harness/product.ts'
import { fetchFile, fetchStatusAndText, uploadFile } from '../harness/upload.ts'
import { silent } from '../harness/world.ts'

setUpStage()

const DECODER = compiled('storage/images/decoder-process.js')
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

let storage: Storage
let decoder: PictureDecoder
let png: Buffer

beforeAll(async () => {
  storage = await openStorage(world.config)
  decoder = new PictureDecoder({ program: DECODER })
  png = await solidPicture(1680, 560).png().toBuffer()
})
beforeEach(() => world.sql('DELETE FROM job_outbox'))
afterAll(() => decoder.close())

const upload = (bytes: Buffer, name = 'rose.png', by = 'hamlet') =>
  uploadFile(as(by), { name, type: `image/${name.slice(name.lastIndexOf('.') + 1)}`, bytes })
const link = (...addresses: string[]) => addresses.map((address) => `[rose](${address})`).join(' ')
const send = async (content: string, by = 'hamlet'): Promise<number> =>
  (await ok(as(by).post('/messages', { type: 'channel', to: 'Verona', topic: 'roses', content }))).id
const messageOf = async (id: number): Promise<Body> =>
  (await ok(as('hamlet').get(`/messages/${id}`, { apply_markdown: true }))).message
const html = async (id: number): Promise<string> => (await messageOf(id)).content
const jobs = () =>
  world.sql<{ id: string; name: string; data: PictureJob & ShowJob }>(
    "SELECT id, name, data FROM job_outbox WHERE queue = 'thumbnails' ORDER BY id",
  )
const attempt = { outboxId: undefined, isLastAttempt: false }

/** Runs the waiting jobs, as a worker does. */
async function work(by = decoder, isLastAttempt = false): Promise<void> {
  for (const { id, name, data } of await jobs()) {
    const job = name === 'make-thumbnails' ? makeThumbnailsJob(storage, by) : showPicturesJob
    await job.run({ core, data, log: silent, outboxId: Number(id), isLastAttempt })
    await world.sql('DELETE FROM job_outbox WHERE id = $1', [id])
  }
}
const updates = async (change: () => Promise<unknown>): Promise<Body[]> =>
  (await eventsDuring(['update_message'], ['cordelia'], change)).cordelia!

const shown = (
  address: string,
  dimensions: string,
  { type = 'png', format = '840x560.webp', more = '' } = {},
) =>
  `<div class="message_inline_image"><a href="${address}" title="rose"><img ${more}data-original-content-type="image/${type}" ` +
  `data-original-dimensions="${dimensions}" src="${address.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}"></a></div>`
const loading = (address: string, dimensions: string, type = 'png') =>
  `<div class="message_inline_image"><a href="${address}" title="rose"><img class="image-loading-placeholder" ` +
  `data-original-content-type="image/${type}" data-original-dimensions="${dimensions}" src="/static/images/loading/loader-black.svg"></a></div>`
const linked = (...addresses: string[]) =>
  `<p>${addresses.map((address) => `<a href="${address}">rose</a>`).join(' ')}</p>`
const thumbnail = (address: string, format = '840x560.webp') =>
  `${address.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`

describe('a message', () => {
  test('shows a placeholder, then the picture, and is not marked as edited by it', async () => {
    const address = await upload(png)
    const id = await send(link(address))
    expect(await html(id)).toBe(`${linked(address)}\n${loading(address, '1680x560')}`)
    expect(await fetchFile(as('hamlet'), '/static/images/loading/loader-black.svg')).toMatchObject({
      status: 200,
    })
    expect((await fetchStatusAndText(as('hamlet'), thumbnail(address)))[0]).toBe(404)
    const rendered = `${linked(address)}\n${shown(address, '1680x560')}`
    expect(await updates(work)).toEqual([
      {
        type: 'update_message',
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        edit_timestamp: expect.any(Number),
        stream_id: world.channelId('Verona'),
        stream_name: 'Verona',
        content: link(address),
        rendered_content: rendered,
        is_me_message: false,
        flags: [],
      },
    ])
    const message = await messageOf(id)
    expect(message.content).toBe(rendered)
    expect(message.last_edit_timestamp).toBeUndefined()
    const small = await fetchFile(as('cordelia'), thumbnail(address))
    expect(small.status).toBe(200)
    expect(small.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 840, height: 280 })
  })

  test('with many pictures changes once, when all are ready', async () => {
    const addresses = [await upload(png), await upload(png), await upload(png)]
    const id = await send(link(...addresses))
    const events = await updates(work)
    expect(events.map((event) => event.message_id)).toEqual([id])
    expect(await html(id)).not.toContain('placeholder')
  })

  test('shows a ready picture at once: when sent, edited, rendered only, or sent later', async () => {
    const address = await upload(png)
    await work()
    const after = `${linked(address)}\n${shown(address, '1680x560')}`
    const id = await send(link(address))
    expect(await html(id)).toBe(after)
    const edited = await send('nothing')
    await ok(as('hamlet').patch(`/messages/${edited}`, { content: link(address) }))
    expect(await html(edited)).toBe(after)
    const rendered = await ok(as('hamlet').post('/messages/render', { content: link(address) }))
    expect(rendered.rendered).toBe(after)
  })

  test('that was scheduled shows its picture like others', async () => {
    const { scheduled_message_id: id } = await ok(
      as('hamlet').post('/scheduled_messages', {
        type: 'direct',
        to: [world.userId('cordelia')],
        content: link(await upload(png)),
        scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3600,
      }),
    )
    await world.sql("DELETE FROM job_outbox WHERE queue = 'scheduled'")
    await world.sql('UPDATE scheduled_message SET deliver_at = now() WHERE id = $1', [id])
    await deliverScheduled(core, { realm: realm.id, id })
    const [event, ...others] = await updates(work)
    expect(event).toMatchObject({ rendering_only: true, content: expect.stringContaining('rose') })
    expect(event!.rendered_content).toContain('/user_uploads/thumbnail/')
    expect(others).toEqual([])
  })

  test('that quotes a picture only links it, and so does a message whose sender may not read the picture', async () => {
    const address = await upload(png)
    await work()
    const id = await send(`\`\`\`quote\n${link(address)}\n\`\`\``)
    expect(await html(id)).not.toContain('<img')
    const foreign = await send(link(address.replace('rose', 'other')))
    expect(await html(foreign)).not.toContain('<img')
    const secret = await send(link(await upload(png, 'rose.png', 'iago')))
    expect(await html(secret)).not.toContain('<img')
  })

  test('that was edited, deleted or moved meanwhile gets no event', async () => {
    const address = await upload(png)
    const [edited, deleted] = [await send(link(address)), await send(link(address))]
    const again = await upload(png)
    await ok(as('hamlet').patch(`/messages/${edited}`, { content: link(again) }))
    await ok(as('iago').delete(`/messages/${deleted}`))
    const [first] = await jobs()
    await world.sql('DELETE FROM job_outbox WHERE id <> $1', [first!.id])
    expect(await updates(work)).toEqual([])
    expect(await html(edited)).toContain('placeholder')
  })
})

describe('a job', () => {
  test('that runs twice or concurrently sends each event once', async () => {
    const id = await send(link(await upload(png)))
    const [job] = await jobs()
    const run = () =>
      makeThumbnailsJob(storage, decoder).run({ core, data: job!.data, log: silent, ...attempt })
    const events = await updates(() => Promise.all([run(), run(), run()]))
    expect(events.map((event) => event.message_id)).toEqual([id])
    expect(await updates(run)).toEqual([])
  })

  test('continues where a killed job stopped', async () => {
    const [stored, noted] = [await upload(png), await upload(png)]
    const ids = [await send(link(stored)), await send(link(noted))]
    const [first, second] = await jobs()
    // Killed after it stored the files, and after it recorded them.
    await storage.put(`${first!.data.key}-840x560-webp`, Readable.from([png]))
    await makeThumbnailsJob(storage, decoder).run({ core, data: second!.data, log: silent, ...attempt })
    await world.sql('UPDATE message SET rendered_content = $2 WHERE id = $1', [
      ids[1],
      `${linked(noted)}\n${loading(noted, '1680x560')}`,
    ])
    const events = await updates(work)
    expect(events.map((event) => event.message_id)).toEqual(ids)
  })

  test('runs while messages are sent and edited: all show the picture in the end', async () => {
    const addresses = await Promise.all(Array.from({ length: 6 }, () => upload(png)))
    const ids = await Promise.all([
      ...addresses.map((address, n) => send(link(address, addresses[(n + 1) % 6]!))),
      ...addresses.map(async (address) => {
        const id = await send('soon')
        await ok(as('hamlet').patch(`/messages/${id}`, { content: link(address) }))
        return id
      }),
      work().then(() => 0),
    ])
    await work()
    for (const id of ids.filter((id) => id !== 0)) {
      expect(await html(id)).toContain('/user_uploads/thumbnail/')
      expect(await html(id)).not.toContain('placeholder')
    }
  })

  test('that was lost is enqueued again, and given up after a day', async () => {
    const ids = [await send(link(await upload(png))), await send(link(await upload(png)))]
    const age = (id: number, hours: number) =>
      world.sql(
        `UPDATE attachment_picture SET created_at = now() - make_interval(hours => $2)
         WHERE attachment_id IN (SELECT attachment_id FROM attachment_message WHERE message_id = $1)`,
        [id, hours],
      )
    await age(ids[0]!, 2)
    await age(ids[1]!, 25)
    await world.sql('DELETE FROM job_outbox')
    await removeUploadsJob.run({ core, data: undefined, log: silent, ...attempt })
    await work()
    expect(await html(ids[0]!)).toContain('/user_uploads/thumbnail/')
    expect(await html(ids[1]!)).not.toContain('<img')
  })

  test('runs in a worker', async () => {
    const sink = new BullSink(world.config.redisUrl)
    const worker = new JobWorker(core, silent, sink, world.config)
    await worker.start([makeThumbnailsJob(storage, decoder), deleteFilesJob(storage)])
    const id = await send(link(await upload(png)))
    await expect.poll(() => html(id), { timeout: 120_000 }).toContain('/user_uploads/thumbnail/')
    await worker.stop()
    await sink.close()
  })
})

describe('a picture', () => {
  test('that is animated has an animated and a still version', async () => {
    for (const type of ['gif', 'webp'] as const) {
      const address = await upload(await animation(type), `rose.${type}`)
      await work()
      expect(await html(await send(link(address)))).toContain(
        shown(address, '80x40', { type, format: '840x560-anim.webp', more: 'data-animated="true" ' }),
      )
      const moving = await fetchFile(as('hamlet'), thumbnail(address, '840x560-anim.webp'))
      expect(await sharp(moving.bytes).metadata()).toMatchObject({ width: 80, height: 40, pages: 2 })
      const still = await fetchFile(as('hamlet'), thumbnail(address))
      expect((await sharp(still.bytes).metadata()).pages).toBeUndefined()
    }
  })

  test('is upright, without the place where it was taken', async () => {
    const exif = { IFD0: { Copyright: 'Yorick' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '56/1 2/1 0/1' } }
    const taken = solidPicture(400, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg()
    const bytes = await taken.toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const address = await upload(bytes, 'rose.jpg')
    await work()
    expect(await html(await send(link(address)))).toContain(shown(address, '200x400', { type: 'jpeg' }))
    const { bytes: small } = await fetchFile(as('hamlet'), thumbnail(address))
    const found = await sharp(small).metadata()
    expect(found).toMatchObject({ width: 200, height: 400 })
    expect([found.exif, found.orientation, found.xmp]).toEqual([undefined, undefined, undefined])
  })

  test('in a format that browsers do not show has a version in another format', async () => {
    const address = await upload(
      await solidPicture(5000, 100).tiff({ compression: 'lzw' }).toBuffer(),
      'rose.tiff',
    )
    await work()
    expect(await html(await send(link(address)))).toContain('data-transcoded-image="4032x3024.webp"')
    const { bytes } = await fetchFile(as('hamlet'), thumbnail(address, '4032x3024.webp'))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 4032, height: 81 })
  })

  test('in HEIC has a version in another format', async () => {
    const address = await upload(await readFile(fixture('rose.heic')), 'rose.heic')
    await work()
    const more = 'data-transcoded-image="4032x3024.webp"'
    const message = await html(await send(link(address)))
    expect(message).toContain('data-original-content-type="image/heic" data-original-dimensions="200x100"')
    expect(message).toContain(more)
    const { bytes } = await fetchFile(as('hamlet'), thumbnail(address, '4032x3024.webp'))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 100 })
  })

  test('in BMP is shown as a picture', async () => {
    const bmp = await upload(bmpOf(2, 1, 24, [0, 0, 255, 255, 0, 0, 0, 0]), 'rose.bmp')
    await work()
    expect(await html(await send(link(bmp)))).toContain(shown(bmp, '2x1', { type: 'bmp' }))
  })

  test('that is animated has a preview that says so where it is still', async () => {
    const pictures = [
      ['gif', '2x2', await longAnimation(1_001)],
      ['png', '80x40', await animatedPng(2)],
      ['avif', '80x40', await readFile(fixture('moving.avif'))],
    ] as const
    for (const [type, dimensions, bytes] of pictures) {
      const address = await upload(bytes, `rose.${type}`)
      await work()
      const more = 'data-still-of-animation="true" '
      expect(await html(await send(link(address)))).toContain(shown(address, dimensions, { type, more }))
      expect((await fetchStatusAndText(as('hamlet'), thumbnail(address, '840x560-anim.webp')))[0]).toBe(404)
      expect((await fetchFile(as('hamlet'), address)).bytes.equals(bytes)).toBe(true)
    }
  })

  test('in AVIF is shown as a picture', async () => {
    const address = await upload(await solidPicture(100, 50).avif({ effort: 0 }).toBuffer(), 'rose.avif')
    await work()
    expect(await html(await send(link(address)))).toContain(shown(address, '100x50', { type: 'avif' }))
  })

  test.each<[string, string, () => Buffer]>([
    [
      'the head of a HEIC file',
      'rose.heic',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    ],
    ['a script', 'rose.png', () => Buffer.from('<script>alert(1)</script>')],
    ['a drawing', 'rose.png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', 'rose.png', () => Buffer.alloc(0)],
    ['of 400 million pixels', 'rose.png', () => decompressionBomb(20_000, 20_000)],
    ['the head of one', 'rose.png', () => png.subarray(0, 20)],
  ])('%s is not shown as a picture, but linked as a file', async (_, name, bytes) => {
    const address = await upload(bytes(), name)
    expect(await jobs()).toEqual([])
    expect(await html(await send(link(address)))).toBe(linked(address))
    expect((await fetchStatusAndText(as('hamlet'), address))[0]).toBe(200)
  })

  test('that cannot be decoded completely becomes a link', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red', noise } })
      .png()
      .toBuffer()
    const address = await upload(whole.subarray(0, whole.length / 2))
    const ids = [await send(link(address)), await send(`[](${address})`)]
    expect(await html(ids[0]!)).toContain(loading(address, '300x300'))
    const events = await updates(work)
    expect(events.map((event) => event.rendered_content)).toEqual([
      linked(address),
      `<p><a href="${address}">${address}</a></p>`,
    ])
    expect((await fetchStatusAndText(as('hamlet'), address))[0]).toBe(200)
  })

  test('whose decoding never ends, or ends the process, does not block others', async () => {
    const hung = new PictureDecoder({ program: fixture('hung-decoder.mjs'), timeLimitMs: 500 })
    const id = await send(link(await upload(png)))
    await work(hung)
    expect(await html(id)).not.toContain('<img')
    const crashing = new PictureDecoder({ program: fixture('crashing-decoder.mjs') })
    const other = await send(link(await upload(png)))
    await expect(work(crashing)).rejects.toThrow('ended')
    expect(await html(other)).toContain('placeholder')
    await work(crashing, true)
    expect(await html(other)).not.toContain('<img')
    const last = await send(link(await upload(png)))
    await work()
    expect(await html(last)).toContain('/user_uploads/thumbnail/')
  })

  test('has smaller versions with the permissions of its file', async () => {
    const address = await upload(png)
    await work()
    const small = thumbnail(address)
    const statusFor = async (name: string) => (await fetchStatusAndText(as(name), small))[0]
    expect([await statusFor('hamlet'), await statusFor('iago')]).toEqual([200, 403])
    expect((await fetchStatusAndText(world.client(url), small))[0]).toBe(403)
    expect((await fetchStatusAndText(foreign.client, small))[0]).toBe(404)
    for (const format of ['840x560-anim.webp', '4032x3024.webp', '1x1.webp', '..%2f840x560.webp', '']) {
      expect((await fetchStatusAndText(as('hamlet'), thumbnail(address, format)))[0]).toBe(404)
    }
    await send(link(address))
    expect([await statusFor('iago'), await statusFor('cordelia')]).toEqual([200, 200])
    const { headers } = await fetchFile(as('iago'), small)
    const again = { headers: { 'if-none-match': headers.get('etag')! } }
    expect((await fetchFile(as('iago'), small, again)).status).toBe(304)
  })

  test('that is deleted leaves no files, even while others wait', async () => {
    const files = async () => {
      const entries = await readdir(joinPath(world.config.dataDir, 'uploads'), {
        recursive: true,
        withFileTypes: true,
      })
      return entries.filter((entry) => entry.isFile()).length
    }
    const before = await files()
    const [ready, waiting] = [await upload(png), await upload(png)]
    const [first] = await jobs()
    const id = await send(link(ready, waiting))
    await makeThumbnailsJob(storage, decoder).run({ core, data: first!.data, log: silent, ...attempt })
    expect(await html(id)).toContain('placeholder')
    const { attachments } = await ok(as('hamlet').get('/attachments'))
    const idOf = (address: string) => attachments.find((file: Body) => address.endsWith(file.path_id)).id
    await ok(as('hamlet').delete(`/attachments/${idOf(waiting)}`))
    const events = await updates(work)
    expect(events.map((event) => event.rendered_content)).toEqual([
      `${linked(ready, waiting)}\n${shown(ready, '1680x560')}`,
    ])
    await ok(as('hamlet').delete(`/attachments/${idOf(ready)}`))
    for (const { data } of await world.sql("SELECT data FROM job_outbox WHERE name = 'delete-files'")) {
      await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt })
    }
    expect(await files()).toBe(before)
  })
})
