import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Client } from '../harness/client.ts'
import {
  ClientHome,
  pythonClientsMissing,
  pythonProgram,
  RunningProgram,
  script,
} from '../harness/python-clients.ts'
import { type RecordingProxy, startRecordingProxy } from '../harness/recording-proxy.ts'
import { Terminal } from '../harness/terminal.ts'
import { World } from '../harness/world.ts'

/** Long enough for a busy machine: starting takes many imports, a registration and a fetch. */
const TIMEOUT_MS = 300_000
const TAB = '\t'
const SEND = '\x04' // Ctrl-D.

let world: World
let proxy: RecordingProxy
let home: ClientHome
let terminal: Terminal
let hamlet: Client
let iago: Client
let bot: number

/** The log of crashes of zulip-terminal, which may continue after a crash. */
async function crashes(): Promise<string> {
  const logs = (await readdir(home.folder)).filter((name) => name.includes('traceback'))
  return (await Promise.all(logs.map((name) => readFile(join(home.folder, name), 'utf8')))).join('\n')
}

const say = (topic: string, content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'stream', to: 'Verona', topic, content }))

describe.skipIf(pythonClientsMissing)('zulip-terminal of PyPI', { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    world = await World.create()
    proxy = await startRecordingProxy((await world.gateway()).url)
    hamlet = world.client(proxy.url, 'hamlet')
    iago = world.client(proxy.url, 'iago')
    bot = world.userId('greeter-bot')
    const principals = [bot, world.userId('hamlet'), world.userId('cordelia')]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }], principals }))
    await iago.ok(iago.delete(`/bots/${bot}`))
    // It does not start without any message.
    await say('before', 'Who is there?')
    home = await ClientHome.for(world.client(proxy.url, 'cordelia'))
    const command = `${pythonProgram('zulip-term')} --config-file ${home.zuliprc} --color-depth 1`
    terminal = new Terminal(command, home)
    await terminal.shows('Who is there?').catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await crashes()}`)
    })
  }, TIMEOUT_MS)

  afterAll(async () => {
    await terminal?.close()
    await proxy?.close()
    await world?.close()
    await home?.remove()
  })

  test('shows a message of another user, and its topic', async () => {
    await say('the play', 'Words, words, words.')
    await terminal.shows('Words, words, words.')
    expect(terminal.text).toContain('the play')
  })

  test('sends to the entered topic, and shows the message there', async () => {
    terminal.press('c')
    await terminal.shows('✗') // Starts a new message without a channel.
    terminal.press('Verona')
    await terminal.shows('# Verona')
    terminal.press(`${TAB}from a terminal`)
    await terminal.shows('from a terminal')
    terminal.press(`${TAB}Good morrow`)
    await terminal.shows('Good morrow')
    terminal.press(SEND)
    await terminal.shows('Verona ▶  from a terminal')
    const narrow = [
      ['stream', 'Verona'],
      ['topic', 'from a terminal'],
    ]
    const query = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false, narrow }
    const { messages } = await hamlet.ok(hamlet.get('/messages', query))
    expect(messages.map(({ content, client }: Body) => [content, client])).toEqual([
      ['Good morrow', 'ZulipTerminal'],
    ])
  })

  test('does not crash when accounts are reactivated and deactivated', async () => {
    await iago.ok(iago.post(`/users/${bot}/reactivate`))
    await iago.ok(iago.delete(`/bots/${bot}`))
    await iago.ok(iago.delete(`/users/${world.userId('othello')}`))
    await iago.ok(iago.post(`/users/${world.userId('othello')}/reactivate`))
    await say('the end', 'The rest is silence.')
    await terminal.shows('The rest is silence.')
    expect(await crashes()).toBe('')
  })

  test('lists the members of a channel after one of its bots was deactivated', async () => {
    const members = new RunningProgram(
      pythonProgram('python'),
      [script('channel_members.py'), home.zuliprc, String(world.channelId('Verona'))],
      home,
    )
    await members.until((output) => output.includes(']\n'))
    await members.stop('SIGKILL') // It continues to report its presence.
    const names = JSON.parse(/^\[.*\]$/m.exec(members.output)![0])
    expect(names).toContain('King Hamlet')
    const { user } = await iago.ok(iago.get(`/users/${bot}`))
    expect(names).not.toContain(user.full_name)
  })
})
