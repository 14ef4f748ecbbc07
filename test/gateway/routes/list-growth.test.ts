import { beforeEach, describe, expect, test } from 'vitest'
import {
  MAX_LIST_ADDITIONS_PER_DAY,
  MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS,
  MAX_LIST_BYTES_PER_DAY,
  MAX_NEW_CHANNELS_PER_DAY,
  MAX_OTHER_LIST_BYTES,
} from '../../../config/limits.ts'
import { addChannels } from '../../../core/channels/joining/create.ts'
import type { SharedList } from '../../../core/state/shared-lists/lists.ts'
import { type Body, Client } from '../../harness/client.ts'
import { as, bad, core, join, ok, realm, refusal, setUpStage, url, world } from './stage.ts'

setUpStage()
beforeEach(() => world.sql('DELETE FROM list_growth'))

const TODAY = "(now() AT TIME ZONE 'UTC')::date"
/** Notes what a person has added, on a day before today. */
const note = (who: string, list: SharedList, items: number, bytes = 0, daysBefore = 0) =>
  world.sql(
    `INSERT INTO list_growth VALUES ($1, $2, ${TODAY} - ${daysBefore}, $3, $4)
     ON CONFLICT (user_id, list) DO UPDATE SET day = excluded.day, items = excluded.items, bytes = excluded.bytes`,
    [world.userId(who), list, items, bytes],
  )
let n = 0
const createGroup = (who: string, given: object = {}) =>
  as(who).post('/user_groups/create', { name: `grown ${n++}`, description: '', members: [], ...given })
const count = async (table: string) => (await world.sql(`SELECT count(*)::int AS n FROM ${table}`))[0].n
const overLimit = {
  status: 429,
  result: 'error',
  code: 'RATE_LIMIT_HIT',
  msg: 'API usage exceeded rate limit',
  'retry-after': expect.any(Number),
}

describe('what one person adds in a day', () => {
  test('is limited for requests at the same time too, and a refused one adds nothing', async () => {
    await note('hamlet', 'userGroups', MAX_LIST_ADDITIONS_PER_DAY - 2)
    const before = await count('user_group')
    const answers = await Promise.all(Array.from({ length: 5 }, () => createGroup('hamlet')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
    expect(await count('user_group')).toBe(before + 2)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body).toMatchObject({ code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(24 * 3600)
    await ok(createGroup('cordelia'))
  })

  test('begins again on the next day', async () => {
    await note('hamlet', 'userGroups', MAX_LIST_ADDITIONS_PER_DAY, MAX_LIST_BYTES_PER_DAY, 1)
    await ok(createGroup('hamlet'))
  })

  test('may be more for administrators', async () => {
    await note('iago', 'userGroups', MAX_LIST_ADDITIONS_PER_DAY)
    await ok(createGroup('iago'))
    await note('iago', 'userGroups', MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS)
    expect(await refusal(createGroup('iago'))).toEqual(overLimit)
  })

  test('counts channels by their number, all of a request or none', async () => {
    await note('hamlet', 'channels', MAX_NEW_CHANNELS_PER_DAY - 1)
    const before = await count('channel')
    expect(await refusal(join('hamlet', ['grown one', 'grown two']))).toEqual(overLimit)
    expect(await count('channel')).toBe(before)
    await ok(join('hamlet', ['grown one']))
    expect(await refusal(join('hamlet', ['grown two']))).toEqual(overLimit)
  })

  test('includes what the bots of the person add', async () => {
    await ok(as('hamlet').post('/bots', { full_name: 'Adder', short_name: 'adder' }))
    const { bots } = await ok(as('hamlet').get('/bots'))
    const { username, api_key } = bots.find(({ full_name }: Body) => full_name === 'Adder')
    const bot = new Client(url, { email: username, apiKey: api_key })
    await note('hamlet', 'channels', MAX_NEW_CHANNELS_PER_DAY - 1)
    const add = (name: string) => bot.post('/users/me/subscriptions', { subscriptions: [{ name }] })
    await ok(add('grown by a bot'))
    expect(await refusal(add('grown by a bot again'))).toEqual(overLimit)
  })

  test('is limited in bytes of all lists, for larger texts and more members too', async () => {
    const { group_id } = await ok(createGroup('hamlet', { members: [world.userId('hamlet')] }))
    const change = (description: string) => as('hamlet').patch(`/user_groups/${group_id}`, { description })
    await ok(change('a'.repeat(500)))
    await note('hamlet', 'channels', 1, MAX_LIST_BYTES_PER_DAY - 10)
    await note('hamlet', 'userGroups', 1)
    expect(await refusal(change('a'.repeat(600)))).toEqual(overLimit)
    const add = [world.userId('cordelia'), world.userId('iago')]
    expect(await refusal(as('hamlet').post(`/user_groups/${group_id}/members`, { add }))).toEqual(overLimit)
    await ok(change('b'.repeat(400)))
    const { user_groups } = await ok(as('hamlet').get('/user_groups'))
    expect(user_groups.find(({ id }: Body) => id === group_id)).toMatchObject({
      description: 'b'.repeat(400),
      members: [world.userId('hamlet')],
    })
  })

  test('does not stop the server itself', async () => {
    const names = Array.from({ length: MAX_NEW_CHANNELS_PER_DAY + 1 }, (_, i) => ({ name: `own ${i}` }))
    await core.changeAsSystem(realm, (tx) => addChannels(tx, realm, null, names))
    expect(await count('list_growth')).toBe(0)
  })
})

test('the bytes of a whole list have a limit, and other changes of the list have none', async () => {
  const add = (name: string, url_template: string) =>
    as('iago').post('/realm/playgrounds', { name, pygments_language: 'x', url_template })
  const { id } = await ok(add('first', 'https://x.test/{code}'))
  await world.sql(`UPDATE playground SET url_template = $1 WHERE id = $2`, [
    `https://x.test/{code}${'x'.repeat(MAX_OTHER_LIST_BYTES)}`,
    id,
  ])
  // A gateway that loads the organization with this row.
  const late = world.client((await world.gateway()).url, 'iago')
  const addLate = () =>
    late.post('/realm/playgrounds', {
      name: 'second',
      pygments_language: 'x',
      url_template: 'https://x.test/{code}',
    })
  expect(await refusal(addLate())).toEqual(
    bad(
      `The code playgrounds of this organization are too large together (limit: ${MAX_OTHER_LIST_BYTES} bytes).`,
    ),
  )
  await ok(late.delete(`/realm/playgrounds/${id}`))
  await ok(addLate())
})
