import { type History, messagesAsked, wordOf, writeHistory } from './history.ts'
import { Connection, type Measured, underLoad } from './load.ts'
import { printTable } from './report.ts'
import { startStack } from './stack.ts'
import { wordIndexSize } from './word-index-size.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const CONNECTIONS = 4
/** Messages over which the sizes of indexes are compared. */
const INDEXED = 500_000

/**
 * `npm run bench -- read [--messages 1000000] [--only TEXT] [--index-size]`: measures how clients read in a
 * large organization, beside a request that reads nothing. One connection gives the durations, four
 * connections give the requests a second. `--only search` leaves out the requests without this text in their
 * names. `--index-size` compares the index of words with the one that it replaced.
 */
export async function read(): Promise<void> {
  const messages = messagesAsked(1_000_000)
  const stack = await startStack()
  const began = performance.now()
  const history = await writeHistory(stack.databaseUrl, stack.realm, messages)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  process.stdout.write(`${messages} messages, written in ${seconds} s\n`)
  const rows: { name: string; alone: Measured; together: Measured }[] = []
  const authorization = stack.authorization('hamlet')
  const only = process.argv.indexOf('--only')
  const part = only < 0 ? '' : (process.argv[only + 1] ?? '')
  const [nothing, ...all] = requests(history)
  const chosen = all.filter(([name]) => name.includes(part))
  for (const [name, method, path, form] of [nothing!, ...chosen]) {
    const at = async (connections: number): Promise<Measured> => {
      const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(stack.port)))
      const result = await underLoad(open, SECONDS, async (connection) => {
        await connection.request(method, path, authorization, form)
      })
      for (const connection of open) connection.close()
      return result
    }
    const alone = await at(1)
    const together = await at(CONNECTIONS)
    rows.push({ name, alone, together })
  }
  if (process.argv.includes('--index-size')) {
    const { messages: indexed, present, former } = await wordIndexSize(stack.databaseUrl, INDEXED)
    const [mib, formerMib] = [present, former].map((bytes) => (bytes / 2 ** 20).toFixed(0))
    process.stdout.write(
      `index of the words of ${indexed} messages: ${mib} MiB, ${(present / former).toFixed(2)} times the former one of ${formerMib} MiB\n`,
    )
  }
  await stack.close()
  const limit = rows[0]!.alone // a request that reads nothing
  printTable(
    `${messages} messages`,
    ['p50 ms', 'p99 ms', '/s at 4', 'of nothing'],
    rows.map(({ name, alone, together }) => [
      name,
      [alone.p50, 2],
      [alone.p99, 2],
      [together.perSecond, 0],
      [limit.p50 / alone.p50, 3],
    ]),
  )
}

type Request = readonly [name: string, method: string, path: string, form?: string]

function requests({ channel, topic, colleague }: History): Request[] {
  const get = (name: string, narrow: readonly (readonly [string, unknown])[], anchor = 'newest'): Request => {
    const terms = narrow.map(([operator, operand]) => ({ operator, operand }))
    const query = new URLSearchParams({
      anchor,
      num_before: anchor === 'newest' ? '100' : '50',
      num_after: anchor === 'newest' ? '0' : '50',
      narrow: JSON.stringify(terms),
    })
    return [`100 messages: ${name}`, 'GET', `/api/v1/messages?${query}`]
  }
  const inChannel = ['channel', channel] as const
  return [
    ['GET /health/live', 'GET', '/health/live'],
    get('everything', []),
    get('everything, around the first unread', [], 'first_unread'),
    get('a channel', [inChannel]),
    get('a topic', [inChannel, ['topic', topic]]),
    get('a direct conversation', [['dm', [colleague]]]),
    get('a sender', [['sender', colleague]]),
    get('a sender, around the first unread', [['sender', colleague]], 'first_unread'),
    get('a sender in a channel', [inChannel, ['sender', colleague]]),
    get('is:unread', [['is', 'unread']]),
    get('is:starred', [['is', 'starred']]),
    get('is:dm', [['is', 'dm']]),
    get('has:image', [['has', 'image']]),
    get('search, a frequent word', [['search', wordOf(2)]]),
    get('search, a word in a thousand', [['search', wordOf(90)]]),
    get('search, a rare word', [['search', wordOf(40000)]]),
    get('search, two words', [['search', `${wordOf(9)} ${wordOf(50)}`]]),
    get('search, a frequent word in a channel', [inChannel, ['search', wordOf(2)]]),
    get('search, a frequent word of a sender in a channel', [
      inChannel,
      ['sender', colleague],
      ['search', wordOf(2)],
    ]),
    get('search, a word around the first unread', [['search', wordOf(90)]], 'first_unread'),
    [
      'POST /register, 50,000 unread',
      'POST',
      '/api/v1/register',
      new URLSearchParams({ event_types: '["message","update_message_flags"]' }).toString(),
    ],
  ]
}
