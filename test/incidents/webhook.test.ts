import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR, spawnWorker, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR, ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  url = (await world.gateway()).url
  await spawnWorker(world)
})
afterAll(() => world.close())

/** A bot's server, which answers nothing until `answers` is called with a status. */
async function silentServer() {
  let status: number | undefined
  const server = createServer((_request, response) => {
    if (status !== undefined) response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.onClose(async () => {
    server.closeAllConnections()
    server.close()
  })
  const answers = (next: number) => {
    status = next
  }
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, answers }
}

// At the same time, because each waits for the time limit of the request.
describe.concurrent('an outgoing webhook that never answers', () => {
  test.each([
    ['answers', 200],
    ['answers with an error', 500],
  ])('is shown until it %s', async (_, status) => {
    const { host, answers } = await silentServer()
    const hamlet = world.client(url, 'hamlet')
    const bot = await hamlet.ok(
      hamlet.post('/bots', {
        full_name: `Oracle ${status}`,
        short_name: `oracle-${status}`,
        bot_type: 3,
        payload_url: JSON.stringify(`http://${host}/`),
      }),
    )
    const begunAt = performance.now()
    const to = JSON.stringify([bot.user_id])
    await hamlet.ok(hamlet.post('/messages', { type: 'direct', to, content: 'Whither?' }))
    const sentence = `The program behind the outgoing webhook at http://${host} accepts connections, and does not answer.`
    const text = await untilShown(url, 'webhook-silent', new RegExp(sentence.replaceAll('.', '\\.')), begunAt)
    expect(text).toMatch(/no answer within 10 s; bot Oracle \d+.*curl -m 10 -v http:\/\/127/s)
    expect(text).toContain('organization Loquat demonstration')
    answers(status)
    await untilGone(url, 'webhook-silent', sentence)
  })
})
