import { type ChildProcess, spawn } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../config/embedded/processes.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { type SpawnedGateway, spawnGateway } from '../../../harness/spawn-gateway.ts'
import { World } from '../../../harness/world.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { InstalledPackage } from './installed-package.ts'

const MIB = 1024 * 1024
let world: World
let port: string
let gateway: SpawnedGateway
let installed: InstalledPackage
let bot: { readonly email: string; readonly key: string }
let hamlet: Client

const startGateway = () => spawnGateway(world, { PORT: port })

beforeAll(async () => {
  world = await World.create()
  port = String(await freePort())
  gateway = await startGateway()
  hamlet = world.client(gateway.url, 'hamlet')
  bot = await createBot()
  installed = await InstalledPackage.create()
  world.onClose(() => installed.close())
  const examples = join(installed.library, 'examples')
  const programs = (await readdir(examples)).filter((name) => name.endsWith('.ts'))
  for (const name of programs) await cp(join(examples, name), join(installed.folder, name))
  expect(await installed.compile(programs, { lib: ['ES2023'], types: ['node'] })).toBe('')
})
afterAll(() => world.close())

/** A bot of Iago that is subscribed to Verona. */
async function createBot() {
  const iago = world.client(gateway.url, 'iago')
  const { user_id, api_key } = await iago.ok(
    iago.post('/bots', { full_name: 'Example Bot', short_name: 'example' }),
  )
  const principals = [user_id]
  await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }], principals }))
  const { bots } = await iago.ok(iago.get('/bots'))
  const { username } = bots.find((each: Body) => each.api_key === api_key)
  return { email: username as string, key: api_key as string }
}

interface Program {
  readonly child: ChildProcess
  readonly lines: () => string
  readonly exited: Promise<number | null>
}

function start(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(process.execPath, [`${name}.js`, ...args], {
    cwd: installed.folder,
    env: { SITE: gateway.url, EMAIL: bot.email, API_KEY: bot.key, CHANNEL: 'Verona', ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data))
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  world.onClose(async () => void child.kill('SIGKILL'))
  return { child, lines: () => text, exited }
}

/** Runs a program to its end. */
async function run(name: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  const program = start(name, args, env)
  return { code: await program.exited, text: program.lines() }
}

/** The bot's messages in a topic of Verona, as Markdown. */
async function said(topic: string): Promise<readonly { id: number; content: string }[]> {
  const { messages } = await hamlet.ok(
    hamlet.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: 'Verona' },
        { operator: 'topic', operand: topic },
        { operator: 'sender', operand: bot.email },
      ],
    }),
  )
  return messages.map(({ id, content }: Body) => ({ id, content }))
}

const contents = async (topic: string) => (await said(topic)).map(({ content }) => content)
const say = (topic: string, content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic, content }))

/** Speaks to a bot until it answers: it hears only messages after its registration. */
async function untilAwake(topic: string, content: string): Promise<void> {
  await expect
    .poll(async () => {
      await say(topic, content)
      return (await said(topic)).length
    })
    .toBeGreaterThan(0)
}

async function restartGateway(): Promise<void> {
  gateway.kill('SIGKILL')
  await gateway.exited
  gateway = await startGateway()
}

describe('echo-bot', () => {
  test('echoes, also after the server was restarted', async () => {
    const program = start('echo-bot')
    await untilAwake('echo', 'is *anybody* there?')
    expect((await contents('echo'))[0]).toBe('You said: is *anybody* there?')
    await restartGateway()
    await say('echo', 'and now?')
    await expect.poll(() => contents('echo')).toContain('You said: and now?')
    program.child.kill()
  })

  test.each(['echo-bot', 'slash-command-bot'])('%s ends with a wrong key', async (name) => {
    const { code, text } = await run(name, [], { API_KEY: 'wrong' })
    expect([code, text]).toEqual([1, 'The bot stops: Invalid API key\n'])
  })
})

describe('slash-command-bot', () => {
  test('answers commands where they are given, and explains wrong ones', async () => {
    const program = start('slash-command-bot')
    await untilAwake('commands', '/help')
    const answers: readonly (readonly [string, RegExp])[] = [
      ['/roll', /^You rolled [1-6] of 6\.$/],
      ['/roll 1', /takes the number of sides/],
      ['/time Europe/Berlin', /GMT\+\d/],
      ['/time Nowhere', /do not know the time zone Nowhere/],
      ['/constructor', /^I do not know `\/constructor`\. I know `\/help`/],
    ]
    for (const [command, answer] of answers) {
      await say('commands', command)
      await expect.poll(async () => (await contents('commands')).at(-1)).toMatch(answer)
    }
    await say('commands', 'no command')
    await hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [bot.email], content: '/roll 2' }))
    const last = async () => {
      const narrow = [{ operator: 'dm', operand: bot.email }]
      const parameters = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow }
      return (await hamlet.ok(hamlet.get('/messages', parameters))).messages.at(-1).content
    }
    await expect.poll(last).toMatch(/^You rolled [12] of 2\.$/)
    expect((await contents('commands')).at(-1)).toMatch(/^I do not know/)
    program.child.kill()
  })
})

describe('ci-notifier', () => {
  test('changes the message of a build, and writes one for each build', async () => {
    expect(await run('ci-notifier', ['api #4', 'running', 'https://ci.test/4'])).toEqual({
      code: 0,
      text: '',
    })
    const [first] = await said('builds')
    expect(first!.content).toBe(':hourglass: **api #4** [running](https://ci.test/4)')
    const fromEnvironment = { BUILD: 'api #4', STATE: 'failed' }
    expect(await run('ci-notifier', [], fromEnvironment)).toEqual({ code: 0, text: '' })
    expect(await run('ci-notifier', ['api #41', 'passed'])).toEqual({ code: 0, text: '' })
    expect(await said('builds')).toEqual([
      { id: first!.id, content: ':cross_mark: **api #4** [failed](https://ci.test/4)' },
      { id: expect.any(Number), content: ':check: **api #41** passed' },
    ])
  })

  test('writes a new message when the old one can no longer be changed', async () => {
    const iago = world.client(gateway.url, 'iago')
    expect(await run('ci-notifier', ['web #1', 'running'], { TOPIC: 'late' })).toMatchObject({ code: 0 })
    await iago.ok(iago.patch('/realm', { allow_message_editing: false }))
    expect(await run('ci-notifier', ['web #1', 'passed'], { TOPIC: 'late' })).toEqual({ code: 0, text: '' })
    expect(await contents('late')).toEqual([':hourglass: **web #1** running', ':check: **web #1** passed'])
    await iago.ok(iago.patch('/realm', { allow_message_editing: true }))
  })

  test.each([
    [{ API_KEY: 'wrong' }, ['api #5', 'passed'], 'Invalid API key\n'],
    [{ CHANNEL: 'nowhere' }, ['api #5', 'passed'], /nowhere|channel/i],
    [{}, ['api #5', 'unknown'], 'Usage: ci-notifier BUILD running|passed|failed [LINK]\n'],
  ])('says what is wrong: %o %o', async (env, args, text) => {
    const ended = await run('ci-notifier', args, env)
    expect(ended.code).toBe(1)
    expect(ended.text).toMatch(text)
  })
})

describe('uploader', () => {
  const bytes = Buffer.from(Array.from({ length: 3.5 * MIB }, (_, i) => (i * i) % 251))

  async function uploaded(topic: string): Promise<Buffer> {
    const [link] = await contents(topic)
    const path = /^\[[\w.-]+\]\((.*)\)$/.exec(link!)![1]!
    const { url } = await hamlet.ok(hamlet.get(path))
    return Buffer.from(await (await fetch(new URL(url, gateway.url))).arrayBuffer())
  }

  test('started again after it was killed, it continues where the server is', async () => {
    await writeFile(join(installed.folder, 'killed.bin'), bytes)
    const proxy = await CuttingProxy.start(gateway.url, 3, () => first.child.kill('SIGKILL'))
    const args = ['killed.bin', 'Verona', 'killed']
    const first = start('uploader', args, { SITE: proxy.url })
    expect(await first.exited).toBe(null)
    expect(await contents('killed')).toEqual([])
    const again = await run('uploader', args, { SITE: proxy.url })
    expect(again.code).toBe(0)
    expect(proxy.offsets).toEqual([0, MIB, 2 * MIB, 2 * MIB, 3 * MIB])
    expect(again.text.trim().split('\n').at(-1)).toBe(`${bytes.length} of ${bytes.length} bytes`)
    expect((await uploaded('killed')).equals(bytes)).toBe(true)
    expect(await readdir(installed.folder)).not.toContain('killed.bin.upload')
    proxy.close()
  })

  test('continues after its connection was cut', async () => {
    await writeFile(join(installed.folder, 'cut.bin'), bytes)
    const proxy = await CuttingProxy.start(gateway.url, 2)
    const ended = await run('uploader', ['cut.bin', 'Verona', 'cut'], { SITE: proxy.url })
    expect(ended.code).toBe(0)
    expect(proxy.offsets).toEqual([0, MIB, MIB, 2 * MIB, 3 * MIB])
    expect((await uploaded('cut')).equals(bytes)).toBe(true)
    proxy.close()
  })

  test('begins anew when the server has forgotten the upload', async () => {
    await writeFile(join(installed.folder, 'forgotten.bin'), bytes)
    await writeFile(join(installed.folder, 'forgotten.bin.upload'), `/api/v1/tus/${'0'.repeat(32)}`)
    expect((await run('uploader', ['forgotten.bin', 'Verona', 'forgotten'])).code).toBe(0)
    expect((await uploaded('forgotten')).equals(bytes)).toBe(true)
  })

  test('says what is wrong', async () => {
    const wrongKey = await run('uploader', ['cut.bin', 'Verona', 'x'], { API_KEY: 'wrong' })
    expect([wrongKey.code, wrongKey.text]).toEqual([1, expect.stringContaining('Invalid API key')])
    const noFile = await run('uploader', ['missing.bin', 'Verona', 'x'])
    expect([noFile.code, noFile.text]).toEqual([1, expect.stringContaining('missing.bin')])
  })
})

test('the table of examples names each of them', async () => {
  const folder = 'gateway/web/client/examples'
  const readme = await readFile(`${folder}/README.md`, 'utf8')
  const programs = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  for (const name of programs) expect(readme).toContain(`| \`${name}`)
})
