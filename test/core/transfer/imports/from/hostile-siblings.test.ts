import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { serialize } from 'bson'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { ArchiveError } from '../../../../../core/transfer/imports/archive.ts'
import { world } from '../../../../gateway/routes/stage.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import {
  folder,
  importFrom,
  newPath,
  setUpMovingStage,
  writeArchive,
} from '../../../../harness/moving/moving-stage.ts'
import {
  asMattermost,
  asRocketChat,
  asSlack,
  plainHistory,
} from '../../../../harness/moving/plain-history.ts'
import { json, lines } from '../../../../harness/moving/strange-archives.ts'

setUpMovingStage()

const slack = () => new Map([...asSlack(plainHistory(4, 30))].map(([name, content]) => [name, json(content)]))
type Line = Readonly<Record<string, unknown>>
const mattermost = () => asMattermost(plainHistory(4, 30)) as readonly Line[]
const rocketChat = () =>
  new Map([...asRocketChat(plainHistory(4, 30))].map(([name, bytes]) => [name, Buffer.from(bytes)]))

async function zipOf(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  const path = newPath('zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

async function refusalOf(path: string, options = {}): Promise<string> {
  const error = await readArchive(path, folder, options).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ArchiveError)
  return error.message
}

/** Says in the end of a ZIP file that it has this number of entries. */
function withEntryCount(bytes: Buffer, count: number): Buffer {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 12)), 40)
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 16)), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt16LE(0xffff, 8)
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(0xffffffff, 12)
  last.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([bytes.subarray(0, end), record, locator, last])
}

describe('refused are', () => {
  test('a ZIP that says it has a billion entries', async () => {
    const path = await zipOf(slack())
    await writeFile(path, withEntryCount(await readFile(path), 1_000_000_000))
    expect(await refusalOf(path)).toMatch(/^The archive is broken: /)
  })

  test('a ZIP whose entries are the same bytes again and again', async () => {
    const noise = randomBytes(10_000).toString('base64')
    const path = await zipOf(new Map([['users.json', Buffer.from(`["${noise}"]`)]]))
    const bytes = await readFile(path)
    const from = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    const end = bytes.indexOf(Buffer.from('PK\x05\x06', 'latin1'))
    const entry = bytes.subarray(from, end)
    const copies = Array.from({ length: 300 }, (_, n) => {
      const copy = Buffer.from(entry)
      copy.write(`u${String(n).padStart(4, '0')}.json`, 46, 'latin1')
      return copy
    })
    const directory = Buffer.concat(copies)
    const last = Buffer.from(bytes.subarray(end))
    last.writeUInt16LE(copies.length, 8)
    last.writeUInt16LE(copies.length, 10)
    last.writeUInt32LE(directory.length, 12)
    await writeFile(path, Buffer.concat([bytes.subarray(0, from), directory, last]))
    expect(await refusalOf(path)).toBe('The archive is broken: its entries overlap.')
  })

  test('a tar archive whose extended header leads out of it, or claims a size that it has not', async () => {
    const write = async (pax: Record<string, string>, size?: number) => {
      const path = newPath('tar')
      const tar = pack()
      const writing = pipeline([tar, createWriteStream(path)] as never)
      tar.entry({ name: 'plain.json', pax, ...(size !== undefined && { size }) } as never, '[]')
      tar.finalize()
      await writing.catch(() => undefined)
      return path
    }
    expect(await refusalOf(await write({ path: '../../etc/cron.d/x' }))).toBe(
      'The archive is refused: "../../etc/cron.d/x" leads out of it.',
    )
    expect(await refusalOf(await write({ size: '99999999999' }))).toMatch(/^The archive is broken: /)
  })

  test('a bomb of gzip within a dump, whose messages would fill the disk', async () => {
    const message = serialize({ _id: 'M', msg: ' '.repeat(1_000_000) })
    const packed = gzipSync(Buffer.concat(Array.from({ length: 300 }, () => message)), { level: 9 })
    const files = rocketChat()
    const main = [...files.keys()].find((name) => name.endsWith('rocketchat_message.bson'))!
    files.delete(main)
    files.set(`${main}.gz`, packed)
    expect(await refusalOf(await writeArchive(files))).toBe(
      'The archive is refused: it unpacks to more than 200 times its size.',
    )
  })

  test('JSON in UTF-16, and JSON after the end of the value', async () => {
    const files = slack()
    files.set('users.json', Buffer.from('\ufeff[{"id":"U1"}]', 'utf16le'))
    expect(await refusalOf(await zipOf(files))).toMatch(/^The archive is broken: "users\.json" is no JSON/)
    files.set('users.json', Buffer.from('[{"id":"U1"}] []'))
    expect(await refusalOf(await zipOf(files))).toMatch(/^The archive is broken: "users\.json" is no JSON/)
  })

  test('an archive whose packed file is packed once more', async () => {
    const path = await writeArchive(slack())
    await writeFile(path, gzipSync(await readFile(path)))
    expect(await refusalOf(path)).toMatch(/^The archive is (?:broken|empty)|^This is no archive of /)
  })
})

/** Imports an archive. Resolves to its messages. */
async function messagesOf(path: string, options = {}) {
  const { realm, moved } = await importFrom(path, options)
  const stored = await world.sql<{ content: string; html: string; at: number }>(
    `SELECT content, rendered_content AS html, extract(epoch FROM sent_at)::float8 AS at FROM message
     WHERE realm_id = $1 ORDER BY id`,
    [realm.id],
  )
  return { realm, stored, notes: moved.report.notes.map(({ text }) => text) }
}

describe('kept, or left out with a line, are', () => {
  test('lines of Mattermost whose parts are of wrong kinds', async () => {
    const wrong: unknown[] = [null, 7, 'text', true, [], [null], [[]], {}, { user: {} }]
    const channel = mattermost().find(({ type }) => type === 'channel')!.channel as {
      team: string
      name: string
    }
    const more = wrong.flatMap((value, n) => [
      {
        type: 'post',
        post: {
          ...{ team: channel.team, channel: channel.name, user: 'ghost', message: `wrong ${n}` },
          ...{ create_at: 1_600_000_000_000 + n, replies: value, thread_followers: value },
          ...{ reactions: value, attachments: value, flagged_by: value, props: value, is_pinned: value },
        },
      },
      {
        type: 'user',
        user: { username: `wrong${n}`, email: value, custom_status: value, teams: value, props: value },
      },
      {
        type: 'direct_channel',
        direct_channel: { members: value, participants: value, favorited_by: value },
      },
      { type: 'bot', bot: value },
      { type: 'emoji', emoji: { name: value, image: value } },
    ])
    const { stored } = await messagesOf(
      await zipOf(new Map([['import.jsonl', lines([...mattermost(), ...more])]])),
    )
    for (const n of wrong.keys()) expect(stored.map(({ content }) => content)).toContain(`wrong ${n}`)
  })

  test('times that are no times, too large, or in other units', async () => {
    const channel = mattermost().find(({ type }) => type === 'channel')!.channel as Record<string, string>
    const at = [0, 4_291_747_200_000, 1e300, -1, Number.NaN, '1600000000000', 1.5, 253_402_300_800_000]
    const posts = at.map((create_at, n) => ({
      type: 'post',
      post: {
        team: channel.team,
        channel: channel.name,
        user: 'ghost',
        message: `at ${n}`,
        create_at,
        edit_at: -5,
      },
    }))
    const { stored, notes } = await messagesOf(
      await zipOf(new Map([['import.jsonl', lines([...mattermost(), ...posts])]])),
    )
    const kept = new Map(
      stored.filter(({ content }) => /^at \d$/.test(content)).map((row) => [row.content, row.at]),
    )
    expect(Object.fromEntries(kept)).toEqual({ 'at 0': 0, 'at 1': 4_291_747_200, 'at 6': 0.0015 })
    expect(notes).toContain('messages without a time')
  })

  test('names of prototypes and of control characters, in every place that takes a name', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'a\u202eb', 'x\u0000y', '\ud800']
    const users = names.map((username) => ({
      type: 'user',
      user: { username, email: `${username}@x.test`, first_name: username },
    }))
    const channels = names.map((name) => ({
      type: 'channel',
      channel: {
        ...(mattermost().find(({ type }) => type === 'channel')!.channel as object),
        name,
        display_name: name,
        header: '',
        purpose: '',
      },
    }))
    const team = (mattermost().find(({ type }) => type === 'team')!.team as { name: string }).name
    const posts = names.map((name, n) => ({
      type: 'post',
      post: {
        team,
        channel: name,
        user: name,
        message: `by @${name}`,
        create_at: 1_600_000_000_000 + n,
        reactions: [{ user: name, emoji_name: name }],
      },
    }))
    const all = mattermost()
    const first = all.findIndex(({ type }) => type === 'user')
    const archive = [...all.slice(0, first), ...channels, ...users, ...all.slice(first), ...posts]
    const { realm, stored, notes } = await messagesOf(
      await zipOf(new Map([['import.jsonl', lines(archive)]])),
    )
    const by = stored.map(({ content }) => content).filter((content) => content.startsWith('by '))
    expect([by.length, notes]).toEqual([names.length, expect.anything()])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(realm.channels.byName('__proto__')).toBeDefined()
  })

  test('HTML of a room that looks like more messages than it has', async () => {
    const head = '<meta http-equiv="content-type" content="text/html; charset=utf-8">'
    const message = (name: string, text: string) =>
      `<p><strong>${name}</strong> (Thu, 06 May 2021 07:08:06 GMT):<br/>\n${text}\n</p>\n`
    const html =
      head +
      message('ben', 'one <b onclick="x()">bold</b> <img src=x onerror=alert(1)>') +
      message('</strong> (Thu, 06 May 2021 07:08:06 GMT):<br/>\nfake', 'two') +
      '<p><strong>no end' +
      message('cho', 'three\n</p>\nand on')
    const { stored } = await messagesOf(await writeArchive(new Map([['room.html', html]])), {
      owner: 'ana@x.test',
    })
    expect(stored[0]!.content).toContain('<b onclick')
    for (const row of stored) expect(row.html).not.toMatch(/<b onclick|<img src=x/)
    expect(stored.length).toBeGreaterThanOrEqual(2)
  })

  test('pieces of files in a dump that overlap, are missing, or have absurd numbers', async () => {
    const files = rocketChat()
    const chunk = (n: unknown, data: unknown) =>
      serialize({ _id: `c${String(n)}`, files_id: 'F', n, data }, { ignoreUndefined: false })
    const pieces = [
      chunk(2 ** 31, Buffer.from('last')),
      chunk(-1, Buffer.from('first')),
      chunk(0.5, Buffer.from('half')),
      chunk(0, 'no bytes'),
      chunk(Number.NaN, Buffer.from('nan')),
      chunk('1', Buffer.from('text')),
    ]
    const at = [...files.keys()].find((name) => name.endsWith('rocketchat_message.bson'))!
    files.set(at.replace('rocketchat_message', 'rocketchat_uploads.chunks'), Buffer.concat(pieces))
    const room = 'no such room'
    const odd = serialize({
      _id: 'odd',
      rid: room,
      ts: new Date(Number.NaN),
      msg: { $where: 'x' },
      u: 5,
      files: [{ _id: 'F' }],
    })
    files.set(at, Buffer.concat([files.get(at)!, odd]))
    const { stored, notes } = await messagesOf(await writeArchive(files))
    expect(stored.length).toBeGreaterThan(0)
    expect(notes).toContain('messages to a place that is not in the archive')
  })
})
