/**
 * Reports a build in a topic: `ci-notifier 'api #41' running https://ci.example.com/41`, later `ci-notifier
 * 'api #41' failed`. The message of a build changes with its state, so that a topic has one message for each
 * build.
 */
import { type Answer, apiKey, createClient, RequestError } from '@loquat/client'

const { SITE: url = '', EMAIL: email = '', API_KEY: key = '', CHANNEL = '', TOPIC = 'builds' } = process.env
const [build = process.env.BUILD ?? '', state = process.env.STATE ?? '', link = process.env.LINK ?? ''] =
  process.argv.slice(2)

const ICONS: Readonly<Record<string, string>> = {
  running: ':hourglass:',
  passed: ':check:',
  failed: ':cross_mark:',
}

const bot = createClient({ url, credentials: apiKey(email, key) })

/** The messages of this bot in the topic, the newest last. */
async function earlierMessages(): Promise<Answer<'GET /messages'>['messages']> {
  const narrow = [
    { operator: 'channel', operand: CHANNEL },
    { operator: 'topic', operand: TOPIC },
    { operator: 'sender', operand: email },
  ]
  const { messages } = await bot.call('GET /messages', {
    anchor: 'newest',
    num_before: 200,
    num_after: 0,
    apply_markdown: false,
    narrow,
  })
  return messages
}

async function report(): Promise<void> {
  const icon = ICONS[state]
  if (build === '' || icon === undefined) {
    throw new Error(`Usage: ci-notifier BUILD ${Object.keys(ICONS).join('|')} [LINK]`)
  }
  const title = `**${build}**`
  const earlier = (await earlierMessages()).findLast(({ content }) => content.includes(title))
  const known = /\((https?:[^)]*)\)/.exec(earlier?.content ?? '')?.[1] ?? ''
  const address = link || known
  const content = `${icon} ${title} ${address === '' ? state : `[${state}](${address})`}`
  if (earlier !== undefined) {
    try {
      await bot.call('PATCH /messages/{message_id}', { message_id: earlier.id, content })
      return
    } catch (error) {
      // Organizations may limit the time for editing. A new message says it then.
      if (!(error instanceof RequestError) || error.status !== 400) throw error
    }
  }
  await bot.call('POST /messages', { type: 'channel', to: CHANNEL, topic: TOPIC, content })
}

await report().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
