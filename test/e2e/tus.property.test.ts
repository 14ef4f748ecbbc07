import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { s3Missing, startS3, type TestS3 } from '../harness/s3.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { continueUpload, createUpload, offsetOf, patch, type TusAnswer } from '../harness/tus.ts'
import { fetchFile } from '../harness/upload.ts'
import { type Settings, World } from '../harness/world.ts'

/** The next step of an upload; sizes are fractions of the remaining bytes. */
type Step =
  | { readonly kind: 'send'; readonly share: number }
  | { readonly kind: 'cut'; readonly share: number; readonly afterMs: number }
  | { readonly kind: 'wrong offset'; readonly by: number }
  | { readonly kind: 'both'; readonly share: number }
  | { readonly kind: 'kill'; readonly afterMs: number }

const share = fc.double({ min: 0.01, max: 0.9, noNaN: true })
const afterMs = fc.integer({ min: 0, max: 40 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), share }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut' as const), share, afterMs }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wrong offset' as const),
      by: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('both' as const), share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), afterMs }) },
)

let world: World
let s3: TestS3 | undefined
beforeAll(async () => {
  world = await World.create({ MAX_FILE_UPLOAD_SIZE_MIB: '64' })
  if (!s3Missing) s3 = await startS3()
})
afterAll(async () => {
  await world.close()
  await s3?.stop()
})

/** Two gateways with one storage; a killed one is replaced by a new one. */
class Pair {
  readonly #settings: Settings
  #gateways: SpawnedGateway[] = []

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async open(): Promise<this> {
    this.#gateways = await Promise.all([
      spawnGateway(world, this.#settings),
      spawnGateway(world, this.#settings),
    ])
    return this
  }

  client(which: number): Client {
    return world.client(this.#gateways[which % 2]!.url, 'hamlet')
  }

  async kill(which: number): Promise<void> {
    this.#gateways[which % 2]!.kill('SIGKILL')
    await this.#gateways[which % 2]!.exited
    this.#gateways[which % 2] = await spawnGateway(world, this.#settings)
  }
}

const isFinal = (answer: TusAnswer | undefined): answer is TusAnswer => answer?.status === 200

/**
 * Uploads `bytes` at changing gateways with the interruptions of `steps`; resolves to the URL of the file.
 */
async function uploadThrough(pair: Pair, bytes: Buffer, steps: readonly Step[]): Promise<string> {
  const path = await createUpload(pair.client(0), bytes.length)
  const finals: TusAnswer[] = []
  for (const [n, step] of steps.entries()) {
    const client = pair.client(n)
    const offset = await offsetOf(client, path)
    const from = (at: number, of: number) => bytes.subarray(at, at + Math.ceil((bytes.length - at) * of))
    const piece = (of: number) => from(offset, of)
    if (step.kind === 'send') {
      const answer = await continueUpload(client, path, (at) => from(at, step.share))
      expect([200, 204]).toContain(answer.status)
      if (isFinal(answer)) finals.push(answer)
    } else if (step.kind === 'cut') {
      const cut = new AbortController()
      const going = patch(client, path, offset, piece(step.share), cut.signal).catch(() => undefined)
      setTimeout(() => cut.abort(), step.afterMs)
      const answer = await going
      if (isFinal(answer)) finals.push(answer)
    } else if (step.kind === 'wrong offset') {
      const wrong = offset < step.by ? offset + step.by : offset - step.by
      const answer = await patch(client, path, wrong, bytes.subarray(wrong, wrong + 1000))
      expect([409, 413]).toContain(answer.status)
    } else if (step.kind === 'both') {
      const writers = [0, 1].map((which) =>
        patch(pair.client(which), path, offset, piece(step.share)).catch(() => undefined),
      )
      const answers = await Promise.all(writers)
      for (const answer of answers) expect([200, 204, 400, 409, 423]).toContain(answer?.status)
      finals.push(...answers.filter(isFinal))
    } else {
      const going = patch(client, path, offset, piece(0.5)).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, step.afterMs))
      await pair.kill(n)
      const answer = await going
      if (isFinal(answer)) finals.push(answer)
    }
  }
  const last = await continueUpload(pair.client(1), path, (at) => bytes.subarray(at))
  expect(last.status).toBe(200)
  const urls = new Set([...finals, last].map((answer) => JSON.parse(answer.text).url))
  expect(urls.size).toBe(1)
  return [...urls][0]
}

const sum = (of: Buffer) => createHash('sha256').update(of).digest('hex')

async function expectStoredAsSent(
  settings: Settings,
  sizes: fc.Arbitrary<number>,
  runs: number,
): Promise<void> {
  const pair = await new Pair(settings).open()
  const cases = fc.record({ size: sizes, steps: fc.array(step, { minLength: 1, maxLength: 8 }) })
  await checkProperty(cases, runs, async ({ size, steps }) => {
    const bytes = randomBytes(size)
    const address = await uploadThrough(pair, bytes, steps)
    const { bytes: stored, status } = await fetchFile(pair.client(0), address)
    expect([status, stored.length, sum(stored)]).toEqual([200, bytes.length, sum(bytes)])
  })
  expect(await world.sql('SELECT FROM attachment GROUP BY storage_key HAVING count(*) > 1')).toEqual([])
}

test('a folder stores the uploaded bytes, whatever interrupts the upload', async () => {
  await expectStoredAsSent({}, fc.integer({ min: 1, max: 6_000_000 }), 6)
}, 600_000)

test.skipIf(s3Missing !== undefined)(
  'S3 stores the uploaded bytes, whatever interrupts the upload',
  async () => {
    await expectStoredAsSent(s3!.settings, fc.integer({ min: 1, max: 24_000_000 }), 3)
  },
  600_000,
)
