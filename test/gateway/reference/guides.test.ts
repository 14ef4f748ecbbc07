import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import type { Body, Client } from '../../harness/client.ts'
import { pythonClientsMissing } from '../../harness/python-clients.ts'
import { World } from '../../harness/world.ts'
import { blocksOf, GUIDES, GuideRunner, guideFiles } from './guide-runner.ts'

let world: World
let url: string
let hamlet: Client
let runner: GuideRunner
const done = new Set<string>()

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
  const verona = { subscriptions: [{ name: 'Verona' }] }
  await hamlet.ok(hamlet.post('/users/me/subscriptions', verona))
})
afterEach(() => runner?.stop())
afterAll(() => world?.close())

/** Starts the code of a guide as `name`, and waits until its commands have ended. */
async function run(guide: string, name: string): Promise<void> {
  done.add(guide)
  const { email, apiKey } = world.client(url, name).credentials!
  runner = await GuideRunner.create()
  const blocks = blocksOf(await readFile(join(GUIDES, guide), 'utf8'))
  const replacements = {
    'https://chat.example.com': url,
    'you@example.com': 'hamlet@demo.test',
    'your password': DEMONSTRATION_PASSWORD,
    'tea-bot@chat.example.com': email,
    the_key_of_the_bot: apiKey,
  }
  await runner.start(blocks, replacements, { SITE: url, EMAIL: email, API_KEY: apiKey })
  await expect.poll(() => runner.hasEnded).toBe(true)
}

/** The newest messages of a topic of Verona, the oldest first. */
async function inTopic(topic: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel', operand: 'Verona' },
    { operator: 'topic', operand: topic },
  ]
  const query = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await hamlet.ok(hamlet.get('/messages', query))
  return messages.map(({ content }: Body) => content)
}

const say = (topic: string, content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic, content }))

/** Writes until the bot answers, because nobody sees from here when the bot begins to listen. */
async function untilAnswered(topic: string, content: string, isAnswer: (content: string) => boolean) {
  await expect
    .poll(
      async () => {
        await say(topic, content)
        return (await inTopic(topic)).some(isAnswer)
      },
      { interval: 1000 },
    )
    .toBe(true)
}

describe('the code of the guides does what they say', () => {
  test('a bot with curl', async () => {
    await run('first-bot-with-curl.md', 'hamlet')
    expect(await inTopic('tea')).toEqual(['The kettle is **on**.', 'Is there any left?'])
    expect(runner.output).toContain('tea-bot@')
    expect(runner.output).toMatch(/data: \{"type":"message".*Is there any left\?/)
    for (const answer of runner.output.match(/"result":"\w+"/g)!) expect(answer).toBe('"result":"success"')
  })

  test('a bot in Node', async () => {
    await run('first-bot-in-node.md', 'greeter-bot')
    await untilAnswered('node', 'hello', (content) => content === 'You said: hello')
  })

  test.skipIf(pythonClientsMissing)('a bot in Python', async () => {
    await run('first-bot-in-python.md', 'greeter-bot')
    expect(runner.output).toMatch(/greeter/i)
    await untilAnswered('python', 'hello', (content) => content === 'You said: hello')
  })

  test('staying live, by long poll and on a WebSocket', async () => {
    await run('staying-live.md', 'cordelia')
    const cordelia = world.client(url, 'cordelia')
    await cordelia.ok(cordelia.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }] }))
    const lines = () => runner.output.split('\n').filter((line) => line.includes('King Hamlet: news'))
    await expect.poll(() => runner.output.match(/Listening/g)?.length).toBe(2)
    await say('live', 'news')
    await expect.poll(() => lines().length).toBe(2)
  })

  test('uploading', async () => {
    await run('uploading.md', 'hamlet')
    expect((await inTopic('tea')).at(-1)).toMatch(/^The figures: \[kettles\.csv\]\(\/user_uploads\//)
    expect(runner.output).toContain('kettle,cups\n1,4\n')
    expect(runner.output).toMatch(/16 of 16 bytes\n\/user_uploads\/\S+kettles\.csv\n/)
  })

  test('integrations', async () => {
    await run('integrations.md', 'greeter-bot')
    expect(await inTopic('builds')).toEqual(['Build **#42** failed on `main`.'])
    expect(await inTopic('loquat')).toEqual(['The build is **green**.'])
    await untilAnswered('commands', '/roll', (content) => /^You rolled \*\*[1-6]\*\*\.$/.test(content))
  })

  test('bots without a connection', async () => {
    await run('bots-without-a-program.md', 'hamlet')
    const { bots } = await hamlet.ok(hamlet.get('/bots'))
    expect(bots.map((bot: Body) => bot.full_name)).toEqual(expect.arrayContaining(['Oracle', 'Parrot']))
    expect(runner.output).toContain('{"content":"Cordelia asked for 22 characters of wisdom."}')
  })

  test('generated clients', async () => {
    await run('generated-clients.md', 'hamlet')
    expect(runner.output).toContain('1 message in the topic\nEvent: Hello\nUploaded cups.csv\n')
  })

  test('no guide is left out', async () => {
    const expected = pythonClientsMissing ? ['first-bot-in-python.md'] : []
    expect((await guideFiles()).filter((name) => !done.has(name))).toEqual(expected)
  })
})
