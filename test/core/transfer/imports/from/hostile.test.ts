import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { ArchiveError } from '../../../../../core/transfer/imports/archive.ts'
import { world } from '../../../../gateway/routes/stage.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import { folder, importFrom, newPath, setUpMovingStage } from '../../../../harness/moving/moving-stage.ts'
import {
  asMattermost,
  asRocketChat,
  asSlack,
  plainHistory,
} from '../../../../harness/moving/plain-history.ts'
import {
  bson,
  type Files,
  json,
  lines,
  strangeMattermost,
  strangeRocketChat,
  strangeSlack,
} from '../../../../harness/moving/strange-archives.ts'
import { zulipArchive, zulipFiles } from '../../../../harness/moving/zulip-archive.ts'

setUpMovingStage()

const slack = (): Files =>
  new Map([...asSlack(plainHistory(4, 30))].map(([name, content]) => [name, json(content)]))
const mattermost = (): Files => new Map([['import.jsonl', lines(asMattermost(plainHistory(4, 30)))]])
const rocketChat = (): Files =>
  new Map([...asRocketChat(plainHistory(4, 30))].map(([name, bytes]) => [name, Buffer.from(bytes)]))
const zulip = (): Files =>
  new Map([...zulipFiles(zulipArchive({ seed: 4 }))].map(([name, bytes]) => [name, Buffer.from(bytes)]))

/** Each format: its files, the one with most of its messages, and how one of its lists is written. */
const FORMATS: Readonly<Record<string, { readonly files: () => Files; readonly main: RegExp }>> = {
  Slack: { files: slack, main: /\d{4}-\d\d-\d\d\.json$/ },
  Mattermost: { files: mattermost, main: /import\.jsonl$/ },
  'Rocket.Chat': { files: rocketChat, main: /rocketchat_message\.bson$/ },
  Zulip: { files: zulip, main: /messages-000001\.json$/ },
}
const NAMES = Object.keys(FORMATS)

async function zipOf(
  files: Files,
  more: readonly [name: string, bytes: Buffer, mode?: number][] = [],
): Promise<string> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  for (const [name, bytes, mode] of more) zip.addBuffer(bytes, name, mode ? { mode } : {})
  zip.end()
  const path = newPath('zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

const imports = () => join(folder, 'imports')
beforeEach(() => rm(imports(), { recursive: true, force: true }))

/** Reads an archive that is refused. Resolves to why; nothing of it is left. */
async function refusalOf(path: string): Promise<string> {
  const error = await readArchive(path, folder).then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ArchiveError)
  expect(await readdir(imports())).toEqual([])
  return error.message
}

const mainOf = (name: string, files: Files): string =>
  [...files.keys()].find((file) => FORMATS[name]!.main.test(file))!

describe.each(NAMES)('an archive of %s is refused as a whole', (name) => {
  const { files } = FORMATS[name]!

  test('when it is cut', async () => {
    const bytes = await readFile(await zipOf(files()))
    for (const part of [0.3, 0.9, 0.999]) {
      const path = newPath('zip')
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * part)))
      expect(await refusalOf(path)).toMatch(/^The archive is broken: /)
    }
  })

  test('when the bytes of an entry are cut or others', async () => {
    const all = files()
    const main = mainOf(name, all)
    all.set(main, all.get(main)!.subarray(0, all.get(main)!.length - 20))
    expect(await refusalOf(await zipOf(all))).toMatch(/^The archive is broken: /)
    const noise = files().set(
      main,
      Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), randomBytes(5_000)]),
    )
    expect(await refusalOf(await zipOf(noise))).toMatch(/^The archive is (?:broken|refused): /)
  })

  test('when it is encrypted', async () => {
    const path = await zipOf(files())
    const bytes = await readFile(path)
    bytes[6]! |= 1
    bytes[bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 8]! |= 1
    await writeFile(path, bytes)
    expect(await refusalOf(path)).toMatch(/^The archive is refused: ".+" is encrypted\.$/)
  })

  test('when an entry leads out of it, is a link, or is there twice', async () => {
    const path = await zipOf(files(), [['xx/yy', Buffer.from('x')]])
    const bytes = await readFile(path)
    for (let at = bytes.indexOf('xx/yy'); at >= 0; at = bytes.indexOf('xx/yy', at + 1))
      bytes.write('../yy', at)
    await writeFile(path, bytes)
    expect(await refusalOf(path)).toBe('The archive is refused: "../yy" leads out of it.')
    const link = await zipOf(files(), [['link', Buffer.from('/etc/passwd'), 0o120777]])
    expect(await refusalOf(link)).toBe('The archive is refused: "link" is a link or a device.')
    const main = mainOf(name, files())
    expect(await refusalOf(await zipOf(files(), [[main, Buffer.from('[]')]]))).toContain('twice')
  })

  test('when it has several exports', async () => {
    const both = new Map(
      [...files()].flatMap(
        ([at, bytes]) =>
          [
            [`one/${at}`, bytes],
            [`two/${at}`, bytes],
          ] as const,
      ),
    )
    expect(await refusalOf(await zipOf(both))).toMatch(
      /^The archive is refused: it has several exports, "one\/.*" and "two\/.*"\.$/,
    )
  })

  test('when it unpacks to far more than its size', async () => {
    const path = await zipOf(files(), [['bomb', Buffer.alloc(300 * 1024 * 1024)]])
    expect(await refusalOf(path)).toBe('The archive is refused: it unpacks to more than 200 times its size.')
  })

  test('when an object of its main file is too large', async () => {
    const all = files()
    const main = mainOf(name, all)
    const large = 'x'.repeat(9 * 1024 * 1024)
    const bytes =
      name === 'Rocket.Chat'
        ? bson([{ _id: 'M', msg: large }])
        : name === 'Mattermost'
          ? lines([
              { type: 'version', version: 1 },
              { type: 'post', post: { message: large } },
            ])
          : json(name === 'Slack' ? [{ text: large }] : { zerver_message: [{ content: large }] })
    // Random bytes keep the archive larger than a bomb.
    expect(await refusalOf(await zipOf(all.set(main, bytes), [['noise', randomBytes(500_000)]]))).toBe(
      `The archive is refused: an entry of "${main}" is too large.`,
    )
  })

  test('when it is nested too deeply', async () => {
    const all = files()
    const main = mainOf(name, all)
    if (name === 'Rocket.Chat') {
      all.set(main, nested(20_000))
    } else {
      const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
      const text =
        name === 'Mattermost'
          ? `${all.get(main)!}\n{"type":"post","post":${deep}}`
          : name === 'Slack'
            ? `[${deep}]`
            : `{"zerver_message":[${deep}]}`
      all.set(main, Buffer.from(text))
    }
    expect(await refusalOf(await zipOf(all))).toMatch(/nested too deeply|cannot be read/)
  })
})

/** A BSON document that holds documents to a depth, made without recursion. */
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.from([5, 0, 0, 0, 0])
  for (let n = 0; n < depth; n += 1) {
    const bytes = Buffer.alloc(inner.length + 8)
    bytes.writeInt32LE(bytes.length, 0)
    bytes[4] = 3
    bytes[5] = 0x61
    inner.copy(bytes, 7)
    inner = bytes
  }
  return inner
}

test('an archive that is empty, or of a newer version, is refused', async () => {
  const path = newPath('zip')
  await writeFile(path, '')
  await mkdir(folder, { recursive: true })
  expect(await refusalOf(path)).toBe('The archive is empty.')
  expect(await refusalOf(await zipOf(new Map()))).toMatch(/^This is no archive of /)
  const newer = new Map([['import.jsonl', lines([{ type: 'version', version: 2 }])]])
  expect(await refusalOf(await zipOf(newer))).toContain('it has version 2 of Mattermost')
  const none = new Map([['import.jsonl', lines([{ type: 'version', version: null }])]])
  expect(await refusalOf(await zipOf(none))).toContain('only version 1 can be read')
})

interface Found {
  readonly content: string
  readonly html: string
  readonly year: string
}

/** Imports an archive of strange things. Resolves to what is stored, and the lines of the report. */
async function importStrange(files: Files) {
  const { realm, moved } = await importFrom(await zipOf(files))
  const stored = await world.sql<Found>(
    `SELECT content, rendered_content AS html, extract(year FROM sent_at AT TIME ZONE 'UTC')::text AS year
     FROM message WHERE realm_id = $1 ORDER BY id`,
    [realm.id],
  )
  const people = await world.sql<{ name: string; email: string | null }>(
    'SELECT full_name AS name, delivery_email AS email FROM user_account WHERE realm_id = $1 AND NOT is_system_bot',
    [realm.id],
  )
  const channels = await world.sql<{ name: string }>('SELECT name FROM channel WHERE realm_id = $1', [
    realm.id,
  ])
  const notes = moved.report.notes.map(({ text, count }) => `${count} ${text}`)
  return { stored, people, channels: channels.map(({ name }) => name), notes }
}

function checkTexts(stored: readonly Found[]): void {
  const contents = stored.map(({ content }) => content)
  expect(contents.filter((content) => content.length === 10_000)).toHaveLength(5)
  expect(contents.some((content) => content === 'half \ufffd of it \ufffd')).toBe(true)
  expect(contents.some((content) => content.includes('<script>alert(1)'))).toBe(true)
  for (const { html } of stored) {
    expect(html).not.toMatch(/<script|<img[^>]*onerror|href="(?:javascript|data):/)
  }
  expect(new Set(stored.map(({ year }) => year))).toEqual(new Set(['1970', '2106', '3000']))
}

test('strange people, places, texts and times of Slack are kept, or left out with a line', async () => {
  const { stored, people, channels, notes } = await importStrange(strangeSlack())
  checkTexts(stored)
  expect(stored.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      'cycle one',
      'cycle two',
      'in no thread',
      'by nobody',
      '5',
      'p',
      '(../../<script>x.html)',
    ]),
  )
  expect(people.map(({ email }) => email)).toContain('ana@x.test')
  expect(channels.sort()).toEqual(['../../etc', 'CAFÉ (2)', '__proto__', 'café'].sort())
  expect(notes).toEqual(
    expect.arrayContaining([
      '1 accounts with the e-mail address of another one get an internal one',
      '1 people without an id of their own',
      '1 channels with the name of another one get a number',
      '3 channels without an id of their own',
      '2 direct conversations of people who are not in the archive',
      '1 days of conversations that are in no list',
      '5 messages without a time',
      '2 entries of users.json that are no objects',
      '5 texts of more than 10000 characters are cut there',
    ]),
  )
})

test('strange people, places, texts and times of Mattermost are kept, or left out with a line', async () => {
  const { stored, channels, people, notes } = await importStrange(strangeMattermost())
  checkTexts(stored)
  expect(stored.map(({ content }) => content)).toEqual(expect.arrayContaining(['to me', 'p', 'twice']))
  expect(stored.filter(({ content }) => content === 'twice')).toHaveLength(1)
  expect(channels.sort()).toEqual(['CAFÉ (2)', 'café'])
  expect(people.map(({ email }) => email)).toContain('ana@x.test')
  expect(notes).toEqual(
    expect.arrayContaining([
      '1 channels of other teams',
      '1 channels without a name of their own',
      '1 accounts with the e-mail address of another one get an internal one',
      '2 people without a user name of their own',
      '1 bots without a user name of their own',
      '3 messages to a place that is not in the archive',
      '1 messages: it is there twice',
      '1 custom emoji without a picture or an id',
      '5 lines of an unknown kind',
      '1 teams without a name of their own',
      '3 messages without a time',
      '5 texts of more than 10000 characters are cut there',
    ]),
  )
})

test('strange people, rooms, texts and times of Rocket.Chat are kept, or left out with a line', async () => {
  const { stored, channels, notes } = await importStrange(strangeRocketChat())
  checkTexts(stored)
  expect(stored.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      'cycle one',
      'cycle two',
      'its own',
      ...['in w', 'in x', 'in z'],
      '5',
      'reacted',
      'file\n(../../<script>x.html: not in the archive)',
    ]),
  )
  expect(stored.filter(({ content }) => content === 'twin')).toEqual([])
  expect(channels).toEqual(expect.arrayContaining(['café', 'CAFÉ (2)']))
  expect(notes).toEqual(
    expect.arrayContaining([
      '1 accounts with the e-mail address of another one get an internal one',
      '2 people without an id of their own',
      '3 messages: it is there twice',
      // The dump has 1970 for a time that is no number.
      '2 messages without a time',
      '1 messages to a place that is not in the archive',
      '2 discussions without a room above them become channels',
      '1 files whose bytes are missing',
      '5 texts of more than 10000 characters are cut there',
    ]),
  )
})
