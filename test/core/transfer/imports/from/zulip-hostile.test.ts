import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_DIRECT_RECIPIENTS } from '../../../../../config/limits.ts'
import { world } from '../../../../gateway/routes/stage.ts'
import { compareMessages } from '../../../../harness/moving/compare-zulip.ts'
import { readArchive } from '../../../../harness/moving/import-archive.ts'
import {
  folder,
  importFrom,
  setUpMovingStage,
  writeArchive,
} from '../../../../harness/moving/moving-stage.ts'
import { type ZulipArchive, zulipArchive, zulipFiles } from '../../../../harness/moving/zulip-archive.ts'

setUpMovingStage()

/** Imports a changed archive. Resolves to the organization and the lines of the report. */
async function importChanged(change: (archive: ZulipArchive) => void) {
  const archive = zulipArchive({ seed: 7 })
  change(archive)
  const organization = await importFrom(await writeArchive(zulipFiles(archive)))
  const notes = organization.moved.report.notes.map(({ text, count }) => `${count} ${text}`)
  return { ...organization, archive, notes }
}

const OWNER = 'person0@orchard.test'

test('accounts with the address of another one in other letters, or with none, are kept with an internal one', async () => {
  const { realm, notes } = await importChanged(({ realm }) => {
    const [, second, third, fourth] = realm.zerver_userprofile!
    Object.assign(second!, { email: 'PERSON0@orchard.test', delivery_email: 'PERSON0@orchard.test' })
    Object.assign(third!, { email: 'no address', delivery_email: 'no address' })
    Object.assign(fourth!, { full_name: '**@x**\u202e\0', role: 999 })
  })
  expect(notes).toContain('1 accounts with the e-mail address of another one get an internal one')
  expect(notes).toContain('1 accounts without a usable e-mail address get an internal one')
  expect(notes).toContain('1 accounts with an unknown role become members')
  expect(notes).toContain('1 names of people that are not allowed here')
  expect(realm.users.byEmail(OWNER)).toBeDefined()
})

test('channels and groups of one name get numbers, and references to nothing are left out', async () => {
  const { notes, as } = await importChanged(({ realm }) => {
    realm.zerver_stream![1]!.name = 'GENERAL'
    realm.zerver_usergroup!.push(
      { id: 61, name: 'Bakers', is_system_group: false },
      { id: 62, name: 'role:x', is_system_group: false, can_mention_group: 4711 },
    )
    realm.zerver_groupgroupmembership!.push(
      { supergroup: 61, subgroup: 62 },
      { supergroup: 62, subgroup: 61 },
    )
    realm.zerver_subscription!.push({ user_profile: 4711, recipient: 2010, active: true, color: 'red' })
    realm.zerver_reaction!.push(
      {
        message: 1,
        user_profile: 100,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      },
      { ...realm.zerver_reaction![0]! },
    )
    realm.zerver_usertopic!.push({ ...realm.zerver_usertopic![0]!, topic_name: 'ROTA' })
    realm.zerver_realmfilter!.push({ id: 9, pattern: '(a', url_template: 'https://x.test' })
    realm.zerver_unheard_of = [{ id: 1 }]
  })
  expect(notes).toEqual(
    expect.arrayContaining([
      '1 channels with the name of another one get a number',
      '2 groups that contain each other',
      '1 subscriptions: user is not in the archive',
      '1 reactions: message is not in the archive',
      '1 reactions: it is there twice',
      '1 topic policies: it is there twice',
      '1 rows of zerver_unheard_of: a table that this version does not know',
    ]),
  )
  const { streams } = await as(OWNER).ok(as(OWNER).get('/streams', { include_all: true }))
  expect(streams.map(({ name }: { name: string }) => name)).toContain('GENERAL (2)')
})

test('names lose characters that nobody sees, and get a number where they then look like another one', async () => {
  const { notes, as } = await importChanged(({ realm }) => {
    const [first, second, third] = realm.zerver_stream!
    first!.name = 'ore\u200bhard'
    second!.name = 'ORE\u2066HARD\ufe0f'
    third!.name = '\u2800\u3164'
    realm.zerver_channelfolder = [
      { id: 1, name: 'Sh\u00aded', description: '', date_created: 1_700_000_000, creator: null, order: 1 },
      { id: 2, name: 'shed\u200e', description: '', date_created: 1_700_000_000, creator: null, order: 2 },
    ]
    realm.zerver_usergroup!.push(
      { id: 61, name: 'Bees\u3164', is_system_group: false },
      { id: 62, name: 'bees', is_system_group: false },
    )
  })
  expect(notes).toContain('3 names of channels that are not allowed here')
  const owner = as(OWNER)
  const { streams } = await owner.ok(owner.get('/streams', { include_all: true }))
  const names = streams.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['orehard', 'OREHARD (2)']))
  expect(names.join()).not.toMatch(/\p{Default_Ignorable_Code_Point}|\u2800/u)
  const { channel_folders } = await owner.ok(owner.get('/channel_folders'))
  expect(channel_folders.map(({ name }: { name: string }) => name)).toEqual(['Shed', 'shed (2)'])
  const { user_groups } = await owner.ok(owner.get('/user_groups'))
  const groups = user_groups.map(({ name }: { name: string }) => name)
  expect(groups).toEqual(expect.arrayContaining(['Bees', 'bees (2)']))
})

test('messages of strange contents, times and places are kept or left out, each with a line', async () => {
  const { notes, as, realm, archive } = await importChanged(({ messages }) => {
    const [a, b, c, d, e, f] = messages
    Object.assign(a!, { content: 'x'.repeat(100_000), rendered_content: '<script>alert(1)</script>' })
    Object.assign(b!, { content: 'half \ud800 of it\0, <script>alert(2)</script>', date_sent: -5 })
    Object.assign(c!, { date_sent: 4_294_967_296, subject: 'long '.repeat(40), recipient: 2010 })
    Object.assign(d!, { date_sent: 1e300, sender: 31_337 })
    Object.assign(e!, { recipient: 999_999 })
    Object.assign(f!, { edit_history: '{"not":"a list"}', last_edit_time: 'never' })
    messages.push({ ...a! }, { content: 'no id' })
  })
  expect(notes).toEqual(
    expect.arrayContaining([
      // The message that is there twice counts twice.
      '2 texts of more than 10000 characters are cut there',
      '1 topics of more than 60 characters are cut there',
      '2 times before 1970 or after 9999',
      '1 messages to a place that is not in the archive',
      '1 people that the archive does not describe become placeholders',
      '1 messages without an id',
      '1 messages: it is there twice',
    ]),
  )
  const stored = await world.sql<{ content: string; html: string; at: string }>(
    `SELECT content, rendered_content AS html, extract(year FROM sent_at)::text AS at FROM message WHERE realm_id = $1 ORDER BY id`,
    [realm.id],
  )
  expect(stored.length).toBe(archive.messages.length - 3)
  expect(stored[0]!.content.length).toBe(10_000)
  expect(stored[1]!.content).toBe('half \ufffd of it, <script>alert(2)</script>')
  expect(stored.every(({ html }) => !html.includes('<script'))).toBe(true)
  expect(stored.map(({ at }) => at)).toEqual(expect.arrayContaining(['1970', '2106']))
  await as(OWNER).ok(
    as(OWNER).get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow: '[]' }),
  )
})

test('somebody who left and came back while only other organizations wrote is subscribed once', async () => {
  const { realm } = await importChanged((archive) => {
    const last = Number(archive.messages.at(-1)!.id)
    const left = { modified_user: 100, modified_stream: 10 }
    // The ids of messages are those of the whole server.
    for (const [n, event_type] of [302, 303, 302, 303, 302].entries()) {
      const event_last_message_id = last + 100 * (n + 1)
      const id = 100_000 + n
      archive.realm.zerver_realmauditlog!.push({ id, event_type, event_last_message_id, ...left })
    }
    const subscription = { user_profile: 100, recipient: 2010 }
    const known = archive.realm.zerver_subscription!.find(
      (row) => row.user_profile === 100 && row.recipient === 2010,
    )
    if (known === undefined) archive.realm.zerver_subscription!.push({ ...subscription, active: true })
    else known.active = true
  })
  const spans = await world.sql<{ to: string | null }>(
    `SELECT s.to_id::text AS to FROM subscription_span s JOIN user_account u ON u.id = s.user_id
     JOIN channel c ON c.id = s.channel_id WHERE u.realm_id = $1 AND u.delivery_email = $2 AND c.name = 'general'`,
    [realm.id, OWNER],
  )
  expect(spans.filter(({ to }) => to === null)).toHaveLength(1)
})

test.each([false, true])(
  'flags without a message count once, and flags before their message are kept',
  async (isMoved) => {
    const archive = zulipArchive({ seed: 7 })
    const moved = isMoved ? [...archive.messages.slice(1), archive.messages[0]!] : archive.messages
    const files = new Map(zulipFiles({ ...archive, messages: moved }, 10))
    for (const [name, bytes] of files) {
      if (!/messages-\d+\.json$/.test(name)) continue
      const { zerver_message, zerver_usermessage } = JSON.parse(String(bytes))
      zerver_usermessage.push({ id: 1, user_profile: 100, message: 999_999, flags_mask: 1 })
      files.set(name, JSON.stringify({ zerver_usermessage, zerver_message }))
    }
    const organization = await importFrom(await writeArchive(files))
    const notes = organization.moved.report.notes.map(({ text, count }) => `${count} ${text}`)
    expect(notes).toContain('8 flags of messages that are not in the archive')
    await compareMessages(archive, { world, ...organization })
  },
)

test('a setting of another type gets the default, and ids that are too large are left out', async () => {
  const { notes } = await importChanged(({ realm, messages }) => {
    Object.assign(realm.zerver_realm![0]!, { invite_required: 'yes', message_content_edit_limit_seconds: {} })
    realm.zerver_userprofile!.push({ ...realm.zerver_userprofile![2]!, id: 2 ** 32 })
    messages.push({ ...messages[0]!, id: Number.MAX_SAFE_INTEGER }, { ...messages[0]!, id: 2 ** 40 })
  })
  expect(notes).toEqual(
    expect.arrayContaining([
      '1 the setting invite_required of the organization gets the default',
      '1 the setting message_content_edit_limit_seconds of the organization gets the default',
      '1 accounts without an id of their own',
      '1 messages without an id',
    ]),
  )
})

test('direct messages of more people than may write to each other are left out', async () => {
  const most = MAX_DIRECT_RECIPIENTS + 1
  const { realm, as, notes } = await importChanged((archive) => {
    const [, , person] = archive.realm.zerver_userprofile!
    const message: Record<string, unknown> = { ...archive.messages.at(-1)!, sender: 100 }
    const last = Number(message.id)
    for (let n = 0; n < most; n += 1) {
      const email = `one-of-many-${n}@orchard.test`
      const full_name = `One ${n}`
      const account = { ...person!, id: 1_000_000 + n, email, delivery_email: email, full_name }
      archive.realm.zerver_userprofile!.push(account)
      const subscription = { user_profile: account.id, active: true }
      if (n < most - 1) archive.realm.zerver_subscription!.push({ ...subscription, recipient: 9_001 })
      archive.realm.zerver_subscription!.push({ ...subscription, recipient: 9_002 })
    }
    for (const [n, id] of [9_001, 9_002].entries()) {
      archive.realm.zerver_recipient!.push({ id, type: 3, type_id: id })
      archive.messages.push({ ...message, id: last + 1 + n, recipient: id, content: `to many ${n}` })
    }
  })
  expect(notes).toEqual(
    expect.arrayContaining([
      `1 conversations: participant_ids: has more than ${most} people`,
      '1 messages: conversation is not in the archive',
    ]),
  )
  // As many may also begin a conversation here.
  const others = [...realm.users].filter(({ isBot }) => !isBot)
  const to = others.slice(-MAX_DIRECT_RECIPIENTS).map(({ id }) => id)
  const sent = { type: 'direct', to: JSON.stringify(to), content: 'hello' }
  await as(OWNER).ok(as(OWNER).post('/messages', sent))
})

test('an archive without most tables makes an organization', async () => {
  const { as, notes } = await importChanged((archive) => {
    const { zerver_realm, zerver_userprofile, zerver_recipient, zerver_stream } = archive.realm
    for (const name of Object.keys(archive.realm)) delete archive.realm[name]
    Object.assign(archive.realm, { zerver_realm, zerver_userprofile, zerver_recipient, zerver_stream })
    archive.received.length = 0
  })
  expect(
    notes.some((note) => note.includes('messages count as read unless the archive says otherwise')),
  ).toBe(true)
  const { unread_msgs } = await as(OWNER).ok(as(OWNER).post('/register', {}))
  expect(unread_msgs.count).toBe(0)
})

test.each([
  [
    'nobody in it is an active owner',
    (archive: ZulipArchive) => {
      archive.realm.zerver_userprofile![0]!.is_active = false
    },
    /Nobody in the archive is an active owner/,
  ],
  [
    'it has two organizations',
    (archive: ZulipArchive) => {
      archive.realm.zerver_realm!.push({ id: 2 })
    },
    /not exactly one organization/,
  ],
])('an archive is refused when %s, and nothing is left of it', async (_, change, message) => {
  const archive = zulipArchive({ seed: 7 })
  change(archive)
  const path = await writeArchive(zulipFiles(archive))
  await expect(readArchive(path, folder)).rejects.toThrow(message)
  expect(await readdir(join(folder, 'imports'))).toEqual([])
})

test('a person is named as the owner of an archive that has none', async () => {
  const archive = zulipArchive({ seed: 7 })
  archive.realm.zerver_userprofile![0]!.role = 400
  const path = await writeArchive(zulipFiles(archive))
  await expect(readArchive(path, folder, { owner: 'nobody@x.test' })).rejects.toThrow(
    'The archive has no active person with the address nobody@x.test.',
  )
  const moved = await readArchive(path, folder, { owner: 'Person2@orchard.test' })
  expect(moved.report.notes.map(({ text }) => text)).toContain('the named person becomes an owner')
  await moved.discard()
})
