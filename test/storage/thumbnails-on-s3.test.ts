import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thumbnailKeys } from '../../core/content/uploads/thumbnail-formats.ts'
import type { PictureJob } from '../../core/content/uploads/thumbnail-jobs.ts'
import type { Core } from '../../core/state/core.ts'
import { PictureDecoder } from '../../storage/images/decoder.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { makeThumbnailsJob } from '../../workers/jobs/make-thumbnails.ts'
import { deleteFilesJob } from '../../workers/jobs/upkeep/delete-files.ts'
import type { Client } from '../harness/client.ts'
import { solidPicture } from '../harness/pictures.ts'
import { compiled } from '../harness/product.ts'
import { s3Missing, startS3, type TestS3 } from '../harness/s3.ts'
import { fetchFile, uploadFile } from '../harness/upload.ts'
import { silent, World } from '../harness/world.ts'

describe.skipIf(s3Missing)('pictures in S3', () => {
  let s3: TestS3
  let world: World
  let core: Core
  let hamlet: Client
  let storage: Storage
  const decoder = new PictureDecoder({ program: compiled('storage/images/decoder-process.js') })

  beforeAll(async () => {
    s3 = await startS3()
    world = await World.create(s3.settings)
    const opened = await world.gateway()
    core = opened.gateway.core
    hamlet = world.client(opened.url, 'hamlet')
    storage = await openStorage(world.config)
  })
  afterAll(async () => {
    decoder.close()
    storage.close()
    await world.close()
    await s3.stop()
  })

  const job = async (): Promise<PictureJob> => {
    const [row] = await world.sql<{ data: PictureJob }>(
      "DELETE FROM job_outbox WHERE name = 'make-thumbnails' RETURNING data",
    )
    return row!.data
  }
  const attempt = { outboxId: undefined, isLastAttempt: false }

  test('have their smaller versions there, which are deleted with the file', async () => {
    const bytes = await solidPicture(1680, 560).png().toBuffer()
    const address = await uploadFile(hamlet, { name: 'rose.png', type: 'image/png', bytes })
    const picture = await job()
    await makeThumbnailsJob(storage, decoder).run({ core, data: picture, log: silent, ...attempt })
    const path = `${address.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`
    const small = await fetchFile(hamlet, path)
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 840 })
    const sent = await world.gateway({ S3_SEND_CLIENTS: 'true' })
    const { status, headers } = await fetchFile(world.client(sent.url, 'hamlet'), path)
    expect(status).toBe(302)
    const there = await fetch(headers.get('location')!)
    expect(there.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await there.arrayBuffer()).equals(small.bytes)).toBe(true)

    const { attachments } = await hamlet.ok(hamlet.get('/attachments'))
    await hamlet.ok(hamlet.delete(`/attachments/${attachments[0].id}`))
    const [row] = await world.sql("DELETE FROM job_outbox WHERE name = 'delete-files' RETURNING data")
    await deleteFilesJob(storage).run({ core, data: row!.data, log: silent, ...attempt })
    for (const key of [picture.key, ...thumbnailKeys(picture.key)]) {
      expect(await storage.stat(key)).toBeUndefined()
    }
  })

  test('wait while the storage fails, and are shown when it is available again', async () => {
    const failing: Server = createServer((request, response) => {
      request.resume()
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
    const broken = await openStorage({ ...world.config, s3Endpoint: endpoint })
    const bytes = await solidPicture().png().toBuffer()
    const address = await uploadFile(hamlet, { name: 'rose.png', type: 'image/png', bytes })
    const picture = await job()
    const content = `[rose](${address})`
    const sent = { type: 'channel', to: 'Verona', topic: 'roses', content }
    const { id } = await hamlet.ok(hamlet.post('/messages', sent))
    const html = async () => (await hamlet.ok(hamlet.get(`/messages/${id}`))).message.content
    for (const isLastAttempt of [false, true]) {
      const again = { core, data: picture, log: silent, ...attempt, isLastAttempt }
      await expect(makeThumbnailsJob(broken, decoder).run(again)).rejects.toThrow('unavailable')
      expect(await html()).toContain('image-loading-placeholder')
    }
    await makeThumbnailsJob(storage, decoder).run({ core, data: picture, log: silent, ...attempt })
    expect(await html()).toContain('/user_uploads/thumbnail/')
    broken.close()
    await new Promise((resolve) => failing.close(resolve))
  })
})
