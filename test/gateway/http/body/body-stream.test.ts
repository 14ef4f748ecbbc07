import { expect, test } from 'vitest'
import { BodyBudget } from '../../../../gateway/http/body/body-budget.ts'
import { BodyStream } from '../../../../gateway/http/body/body-stream.ts'

const KiB = 1024
const source = { pause: () => undefined, resume: () => undefined }
const piece = (bytes: number) => new Uint8Array(bytes).buffer

test('unread bytes of an upload count until they are read or discarded', async () => {
  const budget = new BodyBudget(1000 * KiB)
  const first = new BodyStream(source, budget)
  first.feed(piece(200 * KiB), false)
  first.feed(piece(200 * KiB), true)
  expect(budget.held).toBeGreaterThanOrEqual(400 * KiB)

  const second = new BodyStream(source, budget)
  second.feed(piece(200 * KiB), true)
  await expect(second.toArray()).rejects.toMatchObject({ status: 503, code: 'SERVER_BUSY' })

  let received = 0
  for await (const bytes of first) received += (bytes as Buffer).length
  expect(received).toBe(400 * KiB)
  expect(budget.held).toBe(0)

  const third = new BodyStream(source, budget)
  third.feed(piece(100 * KiB), false)
  third.cut()
  await expect(third.toArray()).rejects.toThrow('cut')
  expect(budget.held).toBe(0)
})
