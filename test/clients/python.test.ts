import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Client } from '../harness/client.ts'
import {
  ClientHome,
  pythonClientsMissing,
  pythonProgram,
  RunningProgram,
  script,
} from '../harness/python-clients.ts'
import { type RecordingProxy, startRecordingProxy } from '../harness/recording-proxy.ts'
import { World } from '../harness/world.ts'

/** Long enough for a busy machine. */
const TIMEOUT_MS = 300_000

let world: World
let proxy: RecordingProxy
let hamlet: Client
const homes: ClientHome[] = []
const programs: RunningProgram[] = []

async function homeOf(name: string): Promise<ClientHome> {
  const home = await ClientHome.for(world.client(proxy.url, name))
  homes.push(home)
  return home
}

function run(home: ClientHome, program: string, ...args: string[]): RunningProgram {
  const running = new RunningProgram(pythonProgram(program), args, home)
  programs.push(running)
  return running
}

/** The newest messages of Verona: topic, text and client name. */
async function inVerona(topic: string): Promise<Body[]> {
  const narrow = [
    ['stream', 'Verona'],
    ['topic', topic],
  ]
  const query = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await hamlet.ok(hamlet.get('/messages', query))
  return messages.map((message: Body) => [message.subject, message.content, message.client])
}

/** Direct messages with the bot, the oldest first. */
async function withBot(): Promise<string[]> {
  const narrow = [{ operator: 'dm', operand: [world.userId('greeter-bot')] }]
  const query = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await hamlet.ok(hamlet.get('/messages', query))
  return messages.map((message: Body) => message.content)
}

const tell = (name: string, content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [world.userId(name)], content }))

describe.skipIf(pythonClientsMissing)('clients of PyPI', { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    world = await World.create()
    proxy = await startRecordingProxy((await world.gateway()).url)
    hamlet = world.client(proxy.url, 'hamlet')
    const principals = ['hamlet', 'cordelia'].map((name) => world.userId(name))
    const iago = world.client(proxy.url, 'iago')
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }], principals }))
  }, TIMEOUT_MS)
  afterEach(async () => {
    await Promise.all(programs.splice(0).map((program) => program.stop('SIGKILL')))
  })
  afterAll(async () => {
    await proxy?.close()
    await world?.close()
    await Promise.all(homes.map((home) => home.remove()))
  })

  test('the library sends, renames and reads topics', async () => {
    const home = await homeOf('cordelia')
    const program = run(home, 'python', script('library.py'), home.zuliprc)
    expect([await program.ended(), program.output]).toEqual([0, expect.any(String)])
    const answers = JSON.parse(program.output.trim().split('\n').at(-1)!)
    expect(answers).toMatchObject({
      sent: { result: 'success', id: expect.any(Number) },
      direct: { result: 'success' },
      renamed: { result: 'success' },
      found: expect.arrayContaining([['renamed', 'one']]),
      wrong: { result: 'error', msg: 'This endpoint accepts bot requests only.' },
    })
    for (const answer of [answers.sent, answers.direct]) {
      expect(answer).not.toHaveProperty('ignored_parameters_unsupported')
    }
    expect(answers.subscribers).toEqual(
      expect.arrayContaining([world.userId('hamlet'), world.userId('cordelia')]),
    )
    expect(await inVerona('written to')).toEqual([['written to', 'two', 'ZulipPython']])
  })

  test('zulip-send sends to a topic and to users, and reports a wrong key', async () => {
    const home = await homeOf('cordelia')
    const send = (...args: string[]) => run(home, 'zulip-send', '--config-file', home.zuliprc, ...args)
    const toTopic = send('--stream', 'Verona', '--subject', 'from a shell', '--message', 'hello')
    expect([await toTopic.ended(), toTopic.output]).toEqual([0, expect.any(String)])
    expect(await inVerona('from a shell')).toEqual([['from a shell', 'hello', expect.any(String)]])
    const toPeople = send('hamlet@demo.test', 'iago@demo.test', '--message', 'psst')
    expect([await toPeople.ended(), toPeople.output]).toEqual([0, expect.any(String)])

    const wrong = run(
      home,
      'zulip-send',
      ...['--user', 'cordelia@demo.test', '--api-key', 'x'.repeat(32), '--site', proxy.url],
      ...['hamlet@demo.test', '--message', 'psst'],
    )
    expect(await wrong.ended()).toBe(1)
    expect(wrong.output).toContain('Invalid API key')
  })

  test('a bot keeps its state when it is started again', async () => {
    const home = await homeOf('greeter-bot')
    const greetings = async () =>
      (await withBot()).flatMap((content) => /^greeting (\d+)$/.exec(content)?.[1] ?? []).map(Number)
    for (let start = 0; start < 2; start++) {
      const bot = run(home, 'zulip-run-bot', script('counter_bot.py'), '--config-file', home.zuliprc)
      await bot.until((output) => output.includes('starting message handling'))
      const before = await greetings()
      // The test cannot observe when the bot has registered, so it sends greetings until the bot answers.
      while ((await greetings()).length === before.length) {
        await tell('greeter-bot', 'hello')
        await sleep(1000)
        if (bot.output.includes('Traceback')) throw new Error(bot.output)
      }
      await bot.stop()
    }
    const counted = await greetings()
    expect(counted[0]).toBe(1)
    expect(counted).toEqual([...new Set(counted)].sort((one, other) => one - other))
  })

  test('a client that ignores events with old ids misses neither typing nor presence', async () => {
    const home = await homeOf('cordelia')
    const reader = run(home, 'python', script('only_newer.py'), home.zuliprc)
    await reader.until((output) => output.includes('registered'))
    const to = [world.userId('cordelia')]
    await hamlet.ok(hamlet.post('/typing', { op: 'start', to }))
    await hamlet.ok(hamlet.post('/users/me/presence', { status: 'active' }))
    await hamlet.ok(hamlet.post('/typing', { op: 'stop', to }))
    await reader.until((output) => output.includes('"op": "stop"'))
    await tell('cordelia', 'That was it.')
    expect(await reader.ended()).toBe(0)
    const events = reader.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.map(({ type, op }) => [type, op].join(' ').trim())).toEqual([
      'registered',
      'typing start',
      'presence',
      'typing stop',
      'message',
    ])
  })
})
