import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Client } from '../harness/client.ts'
import { isMissing, PUBLISHED, type SecureWay, secureWayTo } from '../harness/published-clients.ts'
import { ClientHome, RunningProgram } from '../harness/python-clients.ts'
import { World } from '../harness/world.ts'

/** Long enough for a busy machine. */
const TIMEOUT_MS = 300_000

let world: World
let url: string
let hamlet: Client
/** For programs that know only https. */
let secure: SecureWay
let home: ClientHome
const programs: RunningProgram[] = []

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
  secure = await secureWayTo(url, 'demo.test')
  hamlet = world.client(url, 'hamlet')
  home = await ClientHome.for(world.client(url, 'cordelia'))
  const iago = world.client(url, 'iago')
  const principals = ['hamlet', 'cordelia', 'greeter-bot'].map((name) => world.userId(name))
  await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }], principals }))
}, TIMEOUT_MS)
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop('SIGKILL')))
})
afterAll(async () => {
  secure?.close()
  await home?.remove()
  await world?.close()
})

function start(command: string, args: readonly string[], env: Record<string, string> = {}): RunningProgram {
  const program = new RunningProgram(command, args, home, { NO_COLOR: '1', ...env })
  programs.push(program)
  return program
}

/** Runs a program to its end; resolves with its output. */
async function run(command: string, args: readonly string[], env?: Record<string, string>): Promise<string> {
  const program = start(command, args, env)
  expect([await program.ended(), program.output]).toEqual([0, expect.any(String)])
  return program.output
}

/** The contents of the newest messages of a topic in Verona. */
async function inVerona(topic: string): Promise<string[]> {
  const narrow = [
    ['channel', 'Verona'],
    ['topic', topic],
  ]
  const query = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await hamlet.ok(hamlet.get('/messages', query))
  return messages.map(({ content }: Body) => content)
}

const say = (topic: string, content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic, content }))

test.skipIf(isMissing('zulipcli'))(
  'zulipcli sends and reads, and lists channels and topics',
  async () => {
    const cli = (...args: string[]) => run(PUBLISHED.zulipcli, ['--zuliprc', home.zuliprc, ...args])
    await cli('send', '--stream', 'Verona', '--topic', 'cli', 'from a shell')
    expect(await inVerona('cli')).toEqual(['from a shell'])
    expect(await cli('streams')).toContain('Verona')
    expect(await cli('topics', 'Verona')).toContain('cli')
    expect(await cli('read', 'Verona', 'cli')).toContain('from a shell')
  },
  TIMEOUT_MS,
)

test.skipIf(isMissing('zlp'))(
  'zlp sends, edits, reads and searches',
  async () => {
    const zlp = (...args: string[]) => run(PUBLISHED.zlp, ['--config', home.zuliprc, ...args])
    expect(await zlp('whoami')).toContain('cordelia@demo.test')
    await zlp('send', '--stream', 'Verona', '--topic', 'zlp', '--msg', 'a turtledove')
    const [message] = (
      await hamlet.ok(
        hamlet.get('/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [['topic', 'zlp']],
        }),
      )
    ).messages
    await zlp('edit', '--id', String(message.id), '--msg', 'two turtledoves')
    expect(await inVerona('zlp')).toEqual(['two turtledoves'])
    expect(await zlp('messages', '--stream', 'Verona', '--topic', 'zlp')).toContain('two turtledoves')
  },
  TIMEOUT_MS,
)

test.skipIf(isMissing('apprise'))(
  'Apprise notifies a channel',
  async () => {
    const { apiKey } = world.client(url, 'greeter-bot').credentials!
    const target = `zulip://greeter@demo.test/${apiKey}/Verona`
    await run(PUBLISHED.apprise, ['--title', 'apprise', '--body', 'by Apprise', target], secure.env)
    expect((await inVerona('apprise')).join()).toContain('by Apprise')
    const wrong = start(PUBLISHED.apprise, ['-b', 'x', target.replace(apiKey, 'x'.repeat(32))], secure.env)
    expect(await wrong.ended()).toBe(1)
  },
  TIMEOUT_MS,
)

test.skipIf(isMissing('shoutrrr'))(
  'shoutrrr notifies a channel',
  async () => {
    const { apiKey } = world.client(url, 'greeter-bot').credentials!
    const target = `zulip://greeter-bot%40demo.test:${apiKey}@demo.test/?stream=Verona&topic=shoutrrr`
    await run(PUBLISHED.shoutrrr, ['send', '--url', target, '--message', 'by shoutrrr'], secure.env)
    expect(await inVerona('shoutrrr')).toEqual(['by shoutrrr'])
  },
  TIMEOUT_MS,
)

describe.skipIf(isMissing('n8n'))("n8n's node", () => {
  const script = fileURLToPath(new URL('n8n_node.cjs', import.meta.url))
  const node = async (parameters: object) => {
    const { email, apiKey } = world.client(url, 'greeter-bot').credentials!
    const env = { SITE: url, EMAIL: email, API_KEY: apiKey }
    const program = start(process.execPath, [script, PUBLISHED.n8n, JSON.stringify(parameters)], env)
    await program.ended()
    return JSON.parse(program.output.trim().split('\n').at(-1)!)
  }

  test(
    'sends, changes, reads and deletes messages',
    async () => {
      const of = { resource: 'message' }
      const there = { stream: String(world.channelId('Verona')), topic: 'n8n' }
      const [sent] = await node({ ...of, operation: 'sendStream', ...there, content: 'by n8n' })
      expect(await inVerona('n8n')).toEqual(['by n8n'])
      const messageId = String(sent.id)
      await node({ ...of, operation: 'update', messageId, updateFields: { content: 'changed by n8n' } })
      const [read] = await node({ ...of, operation: 'get', messageId })
      expect(read.raw_content).toBe('changed by n8n')
      const to = ['hamlet@demo.test']
      expect(await node({ ...of, operation: 'sendPrivate', to, content: 'psst' })).toMatchObject([
        { result: 'success' },
      ])
      expect(await node({ ...of, operation: 'get', messageId: '999999' })).toHaveProperty('error')
    },
    TIMEOUT_MS,
  )

  test(
    'lists channels and people',
    async () => {
      const streams = await node({ resource: 'stream', operation: 'getAll', additionalFields: {} })
      expect(streams.map(({ name }: Body) => name)).toContain('Verona')
      const users = await node({ resource: 'user', operation: 'getAll', additionalFields: {} })
      expect(users.map(({ user_id }: Body) => user_id)).toContain(world.userId('hamlet'))
    },
    TIMEOUT_MS,
  )
})

test.skipIf(isMissing('matterbridge'))(
  "matterbridge's bridge carries messages to the server and back",
  async () => {
    const { email, apiKey } = world.client(url, 'greeter-bot').credentials!
    const settings = join(home.folder, 'matterbridge.toml')
    await writeFile(
      settings,
      `[zulip.here]
Token="${apiKey}"
Login="${email}"
Server="${url}"
RemoteNickFormat="<{NICK}> "
[api.there]
BindAddress="127.0.0.1:4243"
Buffer=1000
RemoteNickFormat="{NICK}"
[[gateway]]
name="bridge"
enable=true
[[gateway.inout]]
account="zulip.here"
channel="Verona/topic:bridge"
[[gateway.inout]]
account="api.there"
channel="api"
`,
    )
    const bridge = start(PUBLISHED.matterbridge, ['-conf', settings])
    await bridge.until((output) => output.includes('Gateway(s) started succesfully'))
    const api = 'http://127.0.0.1:4243/api'
    const body = JSON.stringify({ text: 'from the other side', username: 'yorick', gateway: 'bridge' })
    await fetch(`${api}/message`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    await expect.poll(() => inVerona('bridge')).toEqual(['<yorick> from the other side'])
    await say('bridge', 'to the other side')
    const texts: string[] = []
    await expect
      .poll(async () => {
        const list = (await (await fetch(`${api}/messages`)).json()) as { text: string }[]
        texts.push(...list.map(({ text }) => text))
        return texts
      })
      .toContain('to the other side')
  },
  TIMEOUT_MS,
)
