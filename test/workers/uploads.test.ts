import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStorage } from '../../storage/open-storage.ts'
import { deleteFilesJob } from '../../workers/jobs/upkeep/delete-files.ts'
import { removeUploadsJob } from '../../workers/jobs/upkeep/remove-uploads.ts'
import { eventsDuring } from '../gateway/routes/events-during.ts'
import { as, core, ok, setUpStage, world } from '../gateway/routes/stage.ts'
import { createUpload, offsetOf, patch, tus } from '../harness/tus.ts'
import { fetchStatusAndText, uploadFile } from '../harness/upload.ts'
import { silent } from '../harness/world.ts'

setUpStage()

async function stored(): Promise<string[]> {
  const entries = await readdir(join(world.config.dataDir, 'uploads'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const attempt = { outboxId: undefined, isLastAttempt: true }

/** Runs the hourly job and the jobs that it enqueues. */
async function upkeep(): Promise<void> {
  await removeUploadsJob.run({ core, data: undefined, log: silent, ...attempt })
  const storage = await openStorage(world.config)
  const rows = await world.sql("DELETE FROM job_outbox WHERE name = 'delete-files' RETURNING data")
  for (const { data } of rows) {
    await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt })
    await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt }) // As after a crash halfway.
  }
}

const upload = () => uploadFile(as('hamlet'), { name: 'a.txt', type: 'text/plain', bytes: 'abc' })
const send = async (content: string): Promise<number> =>
  (await ok(as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'files', content }))).id
const age = (address: string, days: number) =>
  world.sql(
    `UPDATE attachment SET created_at = created_at - make_interval(days => $2),
       released_at = released_at - make_interval(days => $2) WHERE path_id = $1`,
    [address.replace('/user_uploads/', ''), days],
  )

test('files that no message has linked for 35 days are deleted, with their bytes', async () => {
  const [old, young, linked, released] = [await upload(), await upload(), await upload(), await upload()]
  await send(`[file](${linked})`)
  const id = await send(`[file](${released})`)
  for (const address of [old, linked, released]) await age(address, 36)
  await age(young, 34)
  await ok(as('hamlet').patch(`/messages/${id}`, { content: 'nothing' }))
  const before = await stored()
  const used = (await ok(as('hamlet').get('/attachments'))).upload_space_used
  const { hamlet } = await eventsDuring(['attachment'], ['hamlet'], upkeep)
  expect(hamlet).toEqual([
    { type: 'attachment', op: 'remove', attachment: { id: expect.any(Number) }, upload_space_used: used - 3 },
  ])
  expect((await fetchStatusAndText(as('hamlet'), old))[0]).toBe(404)
  for (const address of [young, linked, released])
    expect((await fetchStatusAndText(as('hamlet'), address))[0]).toBe(200)
  expect(await stored()).toHaveLength(before.length - 1)
  await age(released, 36)
  await upkeep()
  expect((await fetchStatusAndText(as('hamlet'), released))[0]).toBe(404)
})

test('a file that a scheduled message links is kept for its recipients', async () => {
  const address = await uploadFile(as('hamlet'), { name: 'Lösung (1).txt', type: 'text/plain', bytes: 'abc' })
  const { scheduled_message_id: id } = await ok(
    as('hamlet').post('/scheduled_messages', {
      type: 'channel',
      to: world.channelId('Verona'),
      topic: 'files',
      content: `[file](${encodeURI(address)})`,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 60 * 24 * 3600,
    }),
  )
  await age(address, 36)
  await upkeep()
  expect((await fetchStatusAndText(as('hamlet'), address))[0]).toBe(200)
  await ok(as('hamlet').delete(`/scheduled_messages/${id}`))
  await upkeep()
  expect((await fetchStatusAndText(as('hamlet'), address))[0]).toBe(404)
})

test('incomplete uploads are deleted after their time, complete ones are not', async () => {
  const before = await stored()
  const path = await createUpload(as('hamlet'), 10)
  await patch(as('hamlet'), path, 0, Buffer.from('0123'))
  const going = await createUpload(as('hamlet'), 10)
  const done = await createUpload(as('hamlet'), 4)
  const { url: address } = JSON.parse((await patch(as('hamlet'), done, 0, Buffer.from('0123'))).text)
  await world.sql('UPDATE pending_upload SET expires_at = now() WHERE storage_key = ANY ($1)', [
    [path.slice(-32), done.slice(-32)],
  ])
  await upkeep()
  expect((await tus(as('hamlet'), 'HEAD', path)).status).toBe(404)
  expect(await offsetOf(as('hamlet'), going)).toBe(0)
  expect(await fetchStatusAndText(as('hamlet'), address)).toEqual([200, '0123'])
  expect((await tus(as('hamlet'), 'DELETE', going)).status).toBe(204)
  expect(await stored()).toHaveLength(before.length + 1)
})
