import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RemoteError } from '../../../../../../core/transfer/imports/from/fetching/downloads.ts'
import { readEntries } from '../../../../../harness/archives.ts'
import { readArchive } from '../../../../../harness/moving/import-archive.ts'
import { slackFiles, writeZip } from '../../../../../harness/moving/slack-archive.ts'
import { SlackSiteOfTests } from '../../../../../harness/moving/slack-site.ts'

let folder: string
let site: SlackSiteOfTests
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-slack-files-'))
  site = new SlackSiteOfTests()
  await site.open()
})
afterEach(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

type Row = Record<string, unknown>
const FILES = 'https://files.slack.com'
const chart = randomBytes(90_000)
const square = (colour: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer()

const fileOf = (id: string, more: Row = {}): Row => ({
  ...{ id, name: `${id}.bin`, mode: 'hosted', mimetype: 'application/octet-stream' },
  ...{ url_private: `${FILES}/${id}`, url_private_download: `${FILES}/download/${id}` },
  ...more,
})

/** An archive whose only day in `boats` has messages with these files. */
async function archiveWith(files: readonly Row[], more: readonly [string, Buffer][] = []): Promise<string> {
  const entries = slackFiles()
  const users = entries.get('users.json') as { profile: Row }[]
  users[0]!.profile.image_512 = 'https://avatars.slack-edge.com/mara.png'
  entries.set(
    'boats/2020-09-15.json',
    files.map((file, index) => ({
      ...{
        type: 'message',
        user: 'U1',
        ts: `1600200000.0000${String(index).padStart(2, '0')}`,
        text: `:quay-parrot: ${index}`,
      },
      ...{ files: [file], reactions: [{ name: 'quay-parrot', users: ['U2'], count: 1 }] },
    })),
  )
  const path = join(folder, 'slack.zip')
  await writeZip(path, entries, more)
  return path
}

/** Reads an archive. Resolves to the rows of its tables, its files and the lines of the report. */
async function readWhole(path: string, withSite = true) {
  const moved = await readArchive(path, folder, withSite ? { remote: site.remote() } : {})
  const entries = await readEntries(moved.path)
  const rowsOf = (table: string): Row[] =>
    [...entries]
      .filter(([name]) => name.startsWith(`${table}/`))
      .flatMap(([, bytes]) =>
        String(bytes)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      )
  const notes = moved.report.notes.map(({ text, count }) => `${count} ${text}`)
  return { entries, rowsOf, notes, moved }
}

const bytesOf = ({ files }: Row, entries: ReadonlyMap<string, Buffer>, role: string) =>
  entries.get((files as Record<string, { name: string }>)[role]!.name)!

test('files, avatars and custom emoji come from Slack, and the token goes to Slack alone', async () => {
  site.file(`${FILES}/download/F1`, chart, 'application/octet-stream')
  site.file('https://avatars.slack-edge.com/mara.png', await square('#936'), 'image/png')
  site.file('https://emoji.slack-edge.com/parrot.png', await square('#369'), 'image/png')
  site.json('https://slack.com/api/emoji.list', () => ({
    ok: true,
    emoji: {
      'quay-parrot': 'https://emoji.slack-edge.com/parrot.png',
      polly: 'alias:quay-parrot',
      shipit: 'alias:squirrel',
    },
  }))
  site.answer(`${FILES}/download/F2`, (_, response) => {
    response.writeHead(302, { location: 'https://elsewhere.test/steal' }).end()
  })
  site.file(`${FILES}/download/F3`, Buffer.from('<html>log in'), 'text/html; charset=utf-8')
  site.file(`${FILES}/download/F4`, chart.subarray(1), 'application/octet-stream')
  const { rowsOf, entries, notes } = await readWhole(
    await archiveWith([
      fileOf('F1', { size: chart.length }),
      fileOf('F2'),
      fileOf('F3'),
      fileOf('F4', { size: chart.length }),
      fileOf('F5', { url_private: 'https://evil.test/x', url_private_download: 'https://evil.test/x' }),
      fileOf('F6', { mode: 'tombstone' }),
    ]),
  )
  const [attachment, ...others] = rowsOf('attachment')
  expect(others).toEqual([])
  expect(attachment).toMatchObject({ name: 'F1.bin', size: chart.length })
  expect(bytesOf(attachment!, entries, 'file').equals(chart)).toBe(true)
  const contents = rowsOf('message').filter(
    ({ client, content }) => client === 'Slack' && /parrot/.test(String(content)),
  )
  expect(contents.map(({ content }) => String(content).split('\n')[1])).toEqual([
    `[F1.bin](/user_uploads/${attachment!.path_id})`,
    `[F2.bin](${FILES}/F2)`,
    `[F3.bin](${FILES}/F3)`,
    `[F4.bin](${FILES}/F4)`,
    '[F5.bin](https://evil.test/x)',
    '(F6.bin: deleted)',
  ])
  expect(contents[0]!.rendered_content).toContain('class="emoji"')
  expect(rowsOf('user_account').filter(({ avatar_path }) => avatar_path !== null)).toHaveLength(1)
  expect(rowsOf('realm_emoji').map(({ name }) => name)).toEqual(['polly', 'quay-parrot'])
  expect(rowsOf('reaction').filter(({ emoji_name }) => emoji_name === 'quay-parrot')).toHaveLength(7)
  expect(notes).toEqual(
    expect.arrayContaining([
      // One of the archive's own messages has a file too.
      '5 files that Slack does not give stay links',
      '1 other names of emoji that Slack has itself',
    ]),
  )
  for (const { address, token } of site.seen) {
    expect([address, token]).toEqual([address, new URL(address).hostname.endsWith('slack.com')])
  }
  expect(site.seen.some(({ address }) => /evil|elsewhere/.test(address))).toBe(false)
})

test('the token of the export fetches files by their addresses, and goes nowhere else', async () => {
  const token = 'xoxe-12-of-the-export'
  site.file(`${FILES}/download/F1?t=${token}`, chart, 'application/octet-stream')
  site.file(`${FILES}/download/F2?v=2&t=${token}`, chart, 'application/octet-stream')
  site.file(`${FILES}/download/F3?t=${token}`, Buffer.from('<html>log in'), 'text/html; charset=utf-8')
  site.file('https://avatars.slack-edge.com/mara.png', await square('#936'), 'image/png')
  const path = await archiveWith([
    fileOf('F1', { url_private_download: `${FILES}/download/F1?t=xoxe-12-of-the-export` }),
    fileOf('F2', { url_private_download: `${FILES}/download/F2?v=2` }),
    fileOf('F3', { url_private: `${FILES}/F3?t=${token}` }),
    fileOf('F4', { url_private: 'https://evil.test/x', url_private_download: 'https://evil.test/x' }),
  ])
  const moved = await readArchive(path, folder, { remote: site.remote(token) })
  const entries = await readEntries(moved.path)
  const texts = [...entries].map(([, bytes]) => String(bytes)).join()
  expect(texts.match(/"name":"F\d\.bin"/g)!.sort()).toEqual(['"name":"F1.bin"', '"name":"F2.bin"'])
  expect(texts).toContain(`[F3.bin](${FILES}/F3)`)
  expect(texts).not.toContain('xoxe')
  expect(site.seen.filter(({ address }) => /auth\.test|emoji\.list|evil/.test(address))).toEqual([])
  expect(site.seen.some(({ token: hasHeader }) => hasHeader)).toBe(false)
  expect(site.seen.filter(({ address }) => address.includes(token) && !address.startsWith(FILES))).toEqual([])
})

test('half a file is continued, and after an interruption nothing is fetched twice', async () => {
  site.file(`${FILES}/download/F1`, chart, 'application/octet-stream', 2)
  site.json('https://slack.com/api/emoji.list', () => ({ ok: false, error: 'missing_scope' }))
  const ofChart = () => site.seen.filter(({ address }) => address.endsWith('/F1'))
  const others = Array.from({ length: 16 }, (_, n) => `G${n}`)
  const addressOf = (id: string) => `${FILES}/download/${id}`
  for (const id of others) {
    // The server falls silent when the first file has arrived.
    site.answer(addressOf(id), async (_, response) => {
      while (ofChart().length < 3) await sleep(10)
      response.destroy()
    })
  }
  const path = await archiveWith(['F1', ...others].map((id) => fileOf(id)))
  await expect(readWhole(path)).rejects.toThrow(RemoteError)
  expect(ofChart().map(({ range }) => range)).toEqual([undefined, 'bytes=45000-', 'bytes=67500-'])
  expect((await readdir(join(folder, 'imports'))).length).toBe(1)

  for (const id of others) site.file(addressOf(id), Buffer.from(id), 'application/octet-stream')
  const { rowsOf, entries, notes, moved } = await readWhole(path)
  expect(ofChart()).toHaveLength(3)
  expect(rowsOf('attachment')).toHaveLength(17)
  expect(bytesOf(rowsOf('attachment')[0]!, entries, 'file').equals(chart)).toBe(true)
  expect(notes).toContain('1 custom emoji: the token may not list them')
  const [key] = await readdir(join(folder, 'imports'))
  expect((await readdir(join(folder, 'imports', key!))).sort()).toEqual(['archive.zip', 'report.json'])
  await moved.discard()
})

test('a file that is another one now is begun anew', async () => {
  let tries = 0
  site.json('https://slack.com/api/emoji.list', () => ({ ok: true, emoji: {} }))
  site.answer(`${FILES}/download/F1`, (request, response) => {
    tries += 1
    if (tries === 1) {
      response.writeHead(200, { 'content-length': 100 })
      response.write(Buffer.alloc(50), () => setTimeout(() => response.destroy(), 20))
    } else if (request.headers.range !== undefined) response.writeHead(416).end()
    else response.writeHead(tries === 3 ? 429 : 200, { 'retry-after': '1' }).end('whole')
  })
  const { rowsOf, entries } = await readWhole(await archiveWith([fileOf('F1')]))
  expect(String(bytesOf(rowsOf('attachment')[0]!, entries, 'file'))).toBe('whole')
  expect(tries).toBe(4)
})

test('a token that Slack refuses stops the import, and a later one goes on', async () => {
  const path = await archiveWith([])
  await expect(readArchive(path, folder, { remote: site.remote('xoxp-other') })).rejects.toThrow(
    'Slack refuses the token (invalid_auth).',
  )
  expect(site.seen.map(({ address }) => address)).toEqual(['https://slack.com/api/auth.test'])
})

test('without a token files stay links, unless the archive has them', async () => {
  const path = await archiveWith([fileOf('F1'), fileOf('F2')], [['__uploads/F2/chart.bin', chart]])
  const { rowsOf, entries, notes } = await readWhole(path, false)
  expect(site.seen).toEqual([])
  const [attachment, ...others] = rowsOf('attachment')
  expect(others).toEqual([])
  expect(bytesOf(attachment!, entries, 'file').equals(chart)).toBe(true)
  // One of the archive's own messages has a file too.
  expect(notes).toContain('2 files stay at Slack: messages link them')
  expect(notes).toContain('1 avatars, which are at Slack')
})

test('the workspaces of an Enterprise Grid become folders of channels', async () => {
  const entries = slackFiles()
  const [users, general] = [entries.get('users.json') as Row[], entries.get('general/2020-09-13.json')]
  entries.delete('users.json')
  entries.set('org_users.json', [
    {
      ...users[0]!,
      is_owner: false,
      is_primary_owner: false,
      is_admin: false,
      enterprise_user: { id: 'W1', is_owner: true },
    },
    ...users.slice(1),
  ])
  const channel = { id: 'C1', name: 'general', created: 1_600_000_000, creator: 'W1', members: ['W1', 'U2'] }
  entries.set('teams/Harbour/channels.json', [channel, { ...channel, id: 'C7', name: 'harbour' }])
  entries.set('teams/Harbour/general/2020-09-13.json', general)
  entries.set('teams/Harbour/harbour/2020-09-13.json', [
    { type: 'message', user: 'W1', ts: '1600000900.000000', text: 'ahoy <#C1>' },
  ])
  entries.set('teams/Lighthouse/channels.json', [{ ...channel, id: 'C8', name: 'general' }])
  const path = join(folder, 'grid.zip')
  await writeZip(path, entries)
  const { rowsOf, notes } = await readWhole(path, false)
  expect(rowsOf('channel_folder').map(({ id, name }) => [id, name])).toEqual([
    [1, 'Harbour'],
    [2, 'Lighthouse'],
  ])
  expect(rowsOf('channel').map(({ name, folder_id }) => [name, folder_id])).toEqual([
    ['general', null],
    ['boats', null],
    ['skippers', null],
    ['harbour', 1],
    ['general (2)', 2],
  ])
  const mara = rowsOf('user_account').find(({ full_name }) => full_name === 'Mara Quay')!
  expect(mara.role).toBe(100)
  expect(rowsOf('message').find(({ content }) => content === 'ahoy #**general**')!.sender_id).toBe(mara.id)
  expect(notes).toContain('1 conversations of several workspaces are one')
})
