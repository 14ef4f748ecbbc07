import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { Random } from './random.ts'
import { zulipArchive, zulipFiles } from './zulip-archive.ts'

const PER_FILE = 1_000
const WORDS = [
  'bread',
  'oven',
  'flour',
  'early',
  'late',
  'Straße',
  'please',
  'tomorrow',
  'the',
  'of',
  'and',
  'we',
]

/**
 * Writes an archive of Zulip with many messages, in files of 1,000, without holding it in memory: 40 people
 * in 20 channels, each message for half of them, a topic for every hundred messages.

 */
export async function writeLargeZulipArchive(path: string, messages: number): Promise<void> {
  const people = 40
  const channels = 20
  const base = zulipArchive({ seed: 1, people, channels, messages: 0 })
  const random = new Random(2)
  const tar = pack()
  const writing = pipeline([tar, createGzip({ level: 1 }), createWriteStream(path)] as never)
  for (const [name, content] of zulipFiles(base)) {
    if (!name.includes('messages-')) tar.entry({ name }, content as Buffer)
  }
  const subscribers = new Map<number, number[]>()
  for (const row of base.realm.zerver_subscription!) {
    const channel = Number(row.recipient)
    subscribers.set(channel, [...(subscribers.get(channel) ?? []), Number(row.user_profile)])
  }
  for (let from = 0; from < messages; from += PER_FILE) {
    const rows: object[] = []
    const received: object[] = []
    for (let n = from; n < Math.min(messages, from + PER_FILE); n += 1) {
      const id = 1_000 + n
      const recipient = 2_010 + random.below(channels)
      const text = Array.from({ length: 4 + random.below(16) }, () => random.one(WORDS)).join(' ')
      const all = subscribers.get(recipient) ?? []
      rows.push({
        id,
        sender: random.one(all.length === 0 ? [100] : all),
        recipient,
        realm: 7,
        subject: `topic ${Math.floor(n / 2_000)}`,
        content: random.chance(0.05) ? `${text} https://example.com/${n}` : text,
        rendered_content: `<p>${text}</p>`,
        rendered_content_version: 1,
        date_sent: 1_700_000_000 + n,
        sending_client: 1,
        last_edit_time: null,
        edit_history: null,
        search_tsvector: text,
      })
      for (const user of all) {
        received.push({
          id: received.length,
          user_profile: user,
          message: id,
          flags_mask: random.chance(0.97) ? 1 : 0,
        })
      }
    }
    const json = JSON.stringify({ zerver_message: rows, zerver_usermessage: received })
    const number = String(from / PER_FILE + 1).padStart(6, '0')
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name: `zulip-export-x/messages-${number}.json` }, json, (error) =>
        error ? reject(error) : resolve(),
      )
    })
  }
  tar.finalize()
  await writing
}
