import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../harness/client.ts'
import { formOf } from '../../harness/upload.ts'
import { as, ok, realm, refusal, setUpStage, world } from './stage.ts'

setUpStage()

/** Mistakes that people make: each is told at once, and changes nothing. */

const registered = (types: string[]) =>
  ok(
    as('iago').post('/register', {
      event_types: types,
      client_capabilities: { linkifier_url_template: true },
    }),
  )
const picture = (bytes: Buffer) => formOf([{ name: 'picture.png', type: 'image/png', bytes }])
const send = (path: string, bytes: Buffer) => {
  const { body, headers } = picture(bytes)
  return as('desdemona').request('POST', path, body, headers)
}

test('an icon of 100 MB is refused, and the former one stays', async () => {
  const before = (await registered(['realm'])).realm_icon_url
  const { status, msg, result } = await refusal(send('/realm/icon', Buffer.alloc(100_000_000)))
  expect([result, status >= 400 && status < 500]).toEqual(['error', true])
  expect(msg).toMatch(/larger than the allowed limit of \d+ MiB|too large/)
  expect((await registered(['realm'])).realm_icon_url).toBe(before)
  expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
})

describe('an emoji of 10,000 pixels', () => {
  let square: Buffer
  let line: Buffer
  beforeAll(async () => {
    const of = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'red' } })
        .png({ compressionLevel: 9 })
        .toBuffer()
    square = await of(10_000, 10_000)
    line = await of(10_000, 10)
  })

  test('is refused in both directions, and made small in one', async () => {
    expect(square.length).toBeLessThan(5 * 1024 * 1024)
    const { status, msg } = await refusal(send('/realm/emoji/vast', square))
    expect([status, typeof msg]).toEqual([400, 'string'])
    const names = async () =>
      (Object.values((await ok(as('iago').get('/realm/emoji'))).emoji) as Body[]).map(({ name }) => name)
    expect(await names()).not.toContain('vast')
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
    const answer = await send('/realm/emoji/wide', line)
    if (answer.status === 200) expect(await names()).toContain('wide')
    else expect([answer.status, await names()]).toEqual([400, expect.not.arrayContaining(['wide'])])
  })
})

describe('5,000 pasted addresses with 40 wrong ones', () => {
  const good = Array.from({ length: 4_960 }, (_, i) => `person${i}@demo.test`)
  const wrong = Array.from({ length: 40 }, (_, i) => `person ${i} at demo`)
  // Among the others, as people paste them.
  const pasted = [...good]
  wrong.forEach((address, i) => {
    pasted.splice(i * 120, 0, address)
  })
  const invited = async () =>
    (
      await world.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM invitation WHERE realm_id = ${realm.id} AND ended IS NULL`,
      )
    )[0]!.n
  const invite = () =>
    as('desdemona').post('/invites', { invitee_emails: pasted.join('\n'), stream_ids: [], invite_as: 400 })
  afterAll(() => world.sql(`UPDATE realm SET max_daily_invitations = NULL WHERE id = ${realm.id}`))

  test('invite nobody beyond the limit of a day', async () => {
    const before = await invited()
    const answer = await refusal(invite())
    expect([answer.status, answer.daily_limit_reached, answer.sent_invitations]).toEqual([400, true, false])
    expect(await invited()).toBe(before)
  })

  test('invite the 4,960 others within it, and each wrong one is named with its reason', async () => {
    await world.sql(`UPDATE realm SET max_daily_invitations = 10000 WHERE id = ${realm.id}`)
    const before = await invited()
    const answer = await refusal(invite())
    expect([answer.status, answer.code, answer.sent_invitations]).toEqual([400, 'INVITATION_FAILED', true])
    expect(answer.errors.map(([address]: [string]) => address).sort()).toEqual([...wrong].sort())
    expect(new Set(answer.errors.map(([, reason]: [string, string]) => reason))).toEqual(
      new Set(['Invalid address.']),
    )
    expect(await invited()).toBe(before + good.length)
  })
})

test.each([
  ['of nested repetitions', '(?P<id>(a+)+$)'],
  ['with a reference to itself', '(?P<id>a)\\1'],
  ['that looks around', '(?=(?P<id>a))b'],
  ['without an end', '(?P<id>a'],
  ['of a huge repetition', '(?P<id>a{1000}{1000})'],
  ['of a million letters', `(?P<id>${'a'.repeat(1_000_000)})`],
])('a hopeless pattern of a linkifier, %s, is refused or harmless', async (_, pattern) => {
  const types = ['realm_linkifiers']
  const before = (await registered(types)).realm_linkifiers
  const started = performance.now()
  const answer = await refusal(
    as('iago').post('/realm/filters', { pattern, url_template: 'https://x.test/{id}' }),
  )
  expect(performance.now() - started).toBeLessThan(30_000)
  if (answer.status === 200) {
    // What is accepted runs in linear time.
    const sent = performance.now()
    await ok(
      as('hamlet').post('/messages', {
        type: 'direct',
        to: [world.userId('iago')],
        content: `${'a'.repeat(9_000)}!`,
      }),
    )
    expect(performance.now() - sent).toBeLessThan(30_000)
    await ok(as('iago').delete(`/realm/filters/${answer.id}`))
  } else {
    expect(answer).toMatchObject({ result: 'error', msg: expect.stringMatching(/\S/) })
    expect([400, 413]).toContain(answer.status)
    expect(answer.msg.length).toBeLessThan(2_000)
  }
  expect((await registered(types)).realm_linkifiers).toEqual(before)
})

test('a group inside itself is refused, directly and by others, also by two requests at once', async () => {
  const create = async (name: string) => {
    const { group_id } = await ok(
      as('desdemona').post('/user_groups/create', { name, description: '', members: [] }),
    )
    return Number(group_id)
  }
  const [one, two] = [await create('the first'), await create('the second')]
  const put = (group: number, inner: number) =>
    as('desdemona').post(`/user_groups/${group}/subgroups`, { add: [inner] })
  expect((await refusal(put(one, one))).status).toBe(400)
  const answers = await Promise.all([refusal(put(one, two)), refusal(put(two, one))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const groups = (await ok(as('desdemona').get('/user_groups'))).user_groups as Body[]
  const inner = (id: number) => groups.find((group) => group.id === id)!.direct_subgroup_ids
  expect([inner(one), inner(two)].filter(({ length }) => length > 0)).toHaveLength(1)
})

test('the last owner is not demoted, deactivated or erased, also by two owners at once', async () => {
  const [first, second] = [world.userId('desdemona'), world.userId('iago')]
  const role = (by: string, id: number, value: number) => as(by).patch(`/users/${id}`, { role: value })
  const msg = 'The owner permission cannot be removed from the only organization owner.'
  expect(await refusal(role('desdemona', first, 400))).toMatchObject({ status: 400, msg })
  expect((await refusal(as('desdemona').delete('/users/me'))).code).toBe('CANNOT_DEACTIVATE_LAST_USER')
  expect((await refusal(as('iago').delete(`/users/${first}`))).status).toBe(400)
  await ok(role('desdemona', second, 100))
  // Each demotes the other.
  const answers = await Promise.all([
    refusal(role('desdemona', second, 400)),
    refusal(role('iago', first, 400)),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const owners = await world.sql<{ id: number }>(
    `SELECT id FROM user_account WHERE realm_id = ${realm.id} AND role = 100 AND is_active`,
  )
  expect(owners).toHaveLength(1)
})
