import { expect, test } from 'vitest'
import { as, foreign, join, leave, ok, setUpStage, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const channelsOf = async (user: number, reader: string): Promise<number[]> =>
  (await ok(as(reader).get(`/users/${user}/channels`))).subscribed_channel_ids

test('the channels of a user are those that the reader may know of', async () => {
  const general = world.channelId('general')
  await ok(join('iago', ['closed room'], { invite_only: true }))
  const own = await channelsOf(id('iago'), 'iago')
  const others = await channelsOf(id('iago'), 'hamlet')
  expect(own).toContain(general)
  expect(others).toContain(general)
  expect(own.length).toBeGreaterThan(others.length)
  expect(own).toEqual([...own].sort((a, b) => a - b))
  await ok(join('zoe', ['Venice']))
  expect(await channelsOf(id('zoe'), 'hamlet')).toContain(world.channelId('Venice'))
  await ok(leave('zoe', ['Venice']))
  expect(await channelsOf(id('zoe'), 'hamlet')).not.toContain(world.channelId('Venice'))
})

test('a deactivated user has none, and unknown ones and those of others are refused', async () => {
  expect(await channelsOf(id('aaron'), 'iago')).toEqual([])
  for (const user of ['999999', String(foreign.id)]) {
    const { status, body } = await as('iago').get(`/users/${user}/channels`)
    expect([status, body.result]).toEqual([400, 'error'])
  }
  expect((await world.client(as('iago').url).get(`/users/${id('iago')}/channels`)).status).toBe(401)
})
