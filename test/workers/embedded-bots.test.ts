import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BotJob } from '../../core/messaging/sending/bot-triggers.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Core } from '../../core/state/core.ts'
import { runEmbeddedBotJob } from '../../workers/jobs/run-embedded-bot.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import type { Body, Client } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { silent, World } from '../harness/world.ts'

let world: World
let core: Core
let hamlet: Client
const bots: Record<string, number> = {}

const create = (name: string, more: object = {}) =>
  hamlet.post('/bots', {
    full_name: `The ${name}`,
    short_name: name,
    bot_type: 4,
    service_name: name,
    ...more,
  })

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  core = opened.gateway.core
  hamlet = world.client(opened.url, 'hamlet')
  for (const name of ['helloworld', 'incrementor', 'echo']) {
    bots[name] = (await hamlet.ok(create(name))).user_id
  }
})
beforeEach(() => world.sql('DELETE FROM job_outbox'))
afterAll(() => world.close())

const say = (content: string, to: unknown = 'Verona', client = hamlet) =>
  client.ok(
    client.post('/messages', {
      type: typeof to === 'string' ? 'channel' : 'direct',
      to,
      topic: 'bots',
      content,
    }),
  )
const jobs = () =>
  world.sql<{ id: string; data: BotJob }>("SELECT id, data FROM job_outbox WHERE queue = 'webhooks'")
const attempt = (job: { id: string; data: BotJob }) =>
  runEmbeddedBotJob.run({ core, data: job.data, log: silent, outboxId: Number(job.id), isLastAttempt: false })
async function run(): Promise<void> {
  for (const job of await jobs()) await attempt(job)
}
const messagesOf = async (bot: string): Promise<Body[]> =>
  world.sql('SELECT content, channel_id FROM message WHERE sender_id = $1 ORDER BY id', [bots[bot]])

describe('an embedded bot', () => {
  test('is listed among the embedded bots that clients receive', async () => {
    const { realm_embedded_bots } = await hamlet.ok(
      hamlet.post('/register', { event_types: ['realm_embedded_bots'] }),
    )
    expect(realm_embedded_bots).toEqual([
      { name: 'helloworld', config: {} },
      { name: 'echo', config: { prefix: '' } },
      { name: 'incrementor', config: {} },
    ])
    const none = { full_name: 'Nobody', short_name: 'nobody' }
    for (const service_name of ['', 'nobody', 'toString']) {
      expect((await create('x', { ...none, service_name })).body.msg).toBe('Invalid embedded bot name.')
    }
    for (const config_data of [{ other: 'x' }, { __proto__x: 'x' }]) {
      const { status, body } = await create('echo', { ...none, config_data })
      expect([status, body.msg]).toEqual([400, 'Invalid configuration data!'])
    }
    expect((await create('echo', { ...none, config_data: { prefix: 3 } })).status).toBe(400)
    expect((await create('echo', { ...none, config_data: { prefix: 'nul\0' } })).status).toBe(400)
    const long = await create('echo', { ...none, config_data: { prefix: 'x'.repeat(10_001) } })
    expect(long.body.msg).toMatch(/^Cannot store configuration\./)
    const webhook = { ...none, bot_type: 2, service_name: 'github' }
    expect((await create('x', webhook)).body.msg).toBe("Invalid integration 'github'.")
    expect(await world.sql("SELECT FROM user_account WHERE full_name = 'Nobody'")).toEqual([])
  })

  test('answers messages that mention it or are sent to it, in the same conversation', async () => {
    await say('@**The helloworld** are you there?')
    await say('Hello', [bots.helloworld])
    await say('nothing for bots')
    await say('@**The helloworld** ?', 'Verona', world.client(hamlet.url, 'greeter-bot'))
    expect(await jobs()).toHaveLength(2)
    await run()
    const answers = await messagesOf('helloworld')
    expect(answers).toHaveLength(2)
    // The two jobs run at once.
    expect(answers).toContainEqual({ content: 'beep boop', channel_id: world.channelId('Verona') })
    expect(answers).toContainEqual({ content: 'beep boop', channel_id: null })
    expect(await jobs()).toEqual([])
  })

  test('answers and stores once, however often its job runs', async () => {
    for (const expected of ['1', '2', '3']) {
      await say('@**The incrementor** more')
      const [job] = await jobs()
      await Promise.all([attempt(job!), attempt(job!), attempt(job!)])
      await attempt(job!)
      expect((await messagesOf('incrementor')).at(-1)!.content).toBe(expected)
    }
    expect(await messagesOf('incrementor')).toHaveLength(3)
  })

  test('is created by its owner, who gets its events', async () => {
    const reader = await EventReader.start(hamlet, { event_types: ['realm_bot'] })
    const patch = (config_data: object) => hamlet.patch(`/bots/${bots.echo}`, { config_data })
    const service = { service_name: 'echo', config_data: { prefix: '> ' } }
    expect((await hamlet.ok(patch({ prefix: '> ' }))).config_data).toEqual(service.config_data)
    const { bot } = await reader.waitFor((event) => event.op === 'update')
    expect(bot).toEqual({ user_id: bots.echo, services: [service] })
    await reader.stop()
    const state = await hamlet.ok(hamlet.post('/register', { event_types: ['realm_bot'] }))
    expect(state.realm_bots.find((bot: Body) => bot.user_id === bots.echo).services).toEqual([service])
    const listed = (await hamlet.ok(hamlet.get('/bots'))).bots
    expect(listed.find((bot: Body) => bot.full_name === 'The echo').services).toEqual([service])
    expect((await patch({ other: 'x' })).body.msg).toBe('Invalid configuration data!')
    const plain = await hamlet.ok(hamlet.post('/bots', { full_name: 'Plain', short_name: 'plain' }))
    const refused = await hamlet.patch(`/bots/${plain.user_id}`, { config_data: { prefix: 'x' } })
    expect(refused.body.msg).toBe('Invalid configuration data!')

    await say('@**The echo** *well* met')
    await say(`@**The echo|${bots.echo}** again`)
    await say('and so on', [bots.echo])
    await run()
    // The bot answers several messages at once, in any order.
    expect((await messagesOf('echo')).map(({ content }) => content).sort()).toEqual([
      '> *well* met',
      '> again',
      '> and so on',
    ])
  })

  test('notifies its owner of an answer that it may not send', async () => {
    await say(`@**The echo** ${'x'.repeat(9_980)}`)
    await hamlet.ok(hamlet.patch(`/bots/${bots.echo}`, { config_data: { prefix: 'y'.repeat(100) } }))
    await run()
    const told = (await messagesOf('echo')).at(-1)!
    expect(told).toMatchObject({ channel_id: null, content: expect.stringContaining('could not be sent') })
  })

  test('does not answer when it is deactivated', async () => {
    const count = (await messagesOf('helloworld')).length
    await say('@**The helloworld** ?')
    await hamlet.ok(hamlet.delete(`/bots/${bots.helloworld}`))
    await run()
    expect(await messagesOf('helloworld')).toHaveLength(count)
    const iago = world.client(hamlet.url, 'iago')
    await iago.ok(iago.post(`/users/${bots.helloworld}/reactivate`))
  })

  test('answers in a running worker', async () => {
    const sink = new BullSink(world.config.redisUrl)
    const worker = new JobWorker(core, silent, sink, world.config)
    await worker.start([runEmbeddedBotJob])
    const count = (await messagesOf('helloworld')).length
    await say('@**The helloworld** by itself?')
    await expect.poll(jobs, { timeout: 120_000 }).toEqual([])
    expect(await messagesOf('helloworld')).toHaveLength(count + 1)
    await worker.stop()
    await sink.close()
  })
})
