import '../harness/product.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { solidPicture } from '../harness/pictures.ts'
import { programOf } from '../harness/programs.ts'
import { type SpawnedProcess, spawnProcess } from '../harness/spawn.ts'
import { uploadFile } from '../harness/upload.ts'
import { World } from '../harness/world.ts'

const PROGRAM = programOf('test/harness/picture-worker.ts')
const PICTURES = 12

let world: World
let hamlet: Client

beforeAll(async () => {
  world = await World.create({ WORKER_QUEUES: 'thumbnails' })
  hamlet = world.client((await world.gateway()).url, 'hamlet')
})
afterAll(() => world.close())

async function startWorker(): Promise<SpawnedProcess> {
  const worker = await spawnProcess(PROGRAM, { ...world.env, LOG_LEVEL: 'silent' })
  if (typeof worker !== 'object') throw new Error(`the worker ended before it was ready: ${worker}`)
  world.onClose(() => {
    worker.kill('SIGKILL')
    return worker.exited
  })
  return worker
}

test('killed workers leave no pending picture, and send no event twice', async () => {
  const bytes = await solidPicture(2000, 1500).jpeg().toBuffer()
  const reader = await EventReader.start(hamlet, { event_types: ['update_message'] })
  const ids: number[] = []
  for (let n = 0; n < PICTURES; n++) {
    const address = await uploadFile(hamlet, { name: 'rose.jpg', type: 'image/jpeg', bytes })
    const sent = { type: 'channel', to: 'Verona', topic: 'roses', content: `[rose](${address})` }
    ids.push((await hamlet.ok(hamlet.post('/messages', sent))).id)
  }
  for (const told of [1, 4]) {
    const doomed = await startWorker()
    await expect.poll(() => reader.events.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(told)
    doomed.kill('SIGKILL')
    await doomed.exited
  }
  await startWorker()
  const waiting = () => world.sql("SELECT FROM job_outbox WHERE queue = 'thumbnails'")
  await expect.poll(waiting, { timeout: 120_000 }).toEqual([])
  const { id: last } = await hamlet.ok(
    hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'roses', content: 'That was it.' }),
  )
  await hamlet.ok(hamlet.patch(`/messages/${last}`, { content: 'That was all.' }))
  await reader.waitFor((event) => event.message_id === last)
  await reader.stop()
  const told = reader.events.filter((event) => event.rendering_only).map((event) => event.message_id)
  expect(told.sort((a, b) => a - b)).toEqual(ids)
  const { messages } = await hamlet.ok(
    hamlet.get('/messages', {
      anchor: 'newest',
      num_before: PICTURES,
      num_after: 0,
      narrow: [['topic', 'roses']],
    }),
  )
  for (const { content } of messages.slice(0, -1)) expect(content).toContain('/user_uploads/thumbnail/')
}, 600_000)
