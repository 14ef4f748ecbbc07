import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { archive } from '../changes.ts'
import { as, bad, channelOf, core, join, ok, realm, refusal, setUpStage, world } from '../stage.ts'
import { channelEventsDuring } from './channel-events.ts'

setUpStage()

const choose = (name: string, channel: unknown) => as(name).post('/default_streams', { stream_id: channel })
const unchoose = (name: string, channel: unknown) =>
  as(name).delete('/default_streams', { stream_id: channel })
const channelLists = (events: Body[] | undefined) => events?.map((event) => event.default_streams)

describe('default channels', () => {
  test('are chosen by administrators, with events to members', async () => {
    const [verona, general] = [world.channelId('Verona'), world.channelId('general')]
    const events = await channelEventsDuring(['hamlet', 'polonius'], async () => {
      await ok(choose('iago', verona))
      await ok(choose('iago', verona))
    })
    expect(channelLists(events.hamlet)?.map((ids) => ids.sort())).toEqual([[general, verona].sort()])
    expect(channelLists(events.polonius)).toEqual([])
    expect(await channelOf('Verona')).toMatchObject({ is_default: true })
    const after = await channelEventsDuring(['hamlet'], async () => {
      await ok(unchoose('desdemona', verona))
      await ok(unchoose('desdemona', verona))
    })
    expect(channelLists(after.hamlet)).toEqual([[general]])
    expect(await channelOf('Verona')).toMatchObject({ is_default: false })
  })

  test('cannot be private or archived', async () => {
    expect(await refusal(choose('iago', world.channelId('core team')))).toEqual(
      bad('Private channels cannot be made default.'),
    )
    await ok(join('desdemona', ['remains']))
    await realm.sync()
    const { id } = realm.channels.byName('remains')!
    await archive(core, realm, id)
    expect(await refusal(choose('iago', id))).toEqual(bad('Invalid channel ID'))
  })

  test.each([[2_000_000_000], [0], [99_999_999_999], ['Verona'], [[1]], [null], [undefined]])(
    'reject %j',
    async (id) => {
      expect((await choose('iago', id)).status).toBe(400)
      expect((await unchoose('iago', id)).status).toBe(400)
    },
  )

  test.each(['hamlet', 'shiva', 'polonius'])('cannot be chosen by %s', async (name) => {
    const refused = bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await refusal(choose(name, world.channelId('Verona')))).toEqual(refused)
    expect(await refusal(unchoose(name, world.channelId('general')))).toEqual(refused)
  })

  test('are sent to guests who become members, and removed from members who become guests', async () => {
    const reader = await EventReader.start(as('polonius'), { event_types: ['default_streams'] })
    const become = (role: number) => ok(as('iago').patch(`/users/${world.userId('polonius')}`, { role }))
    await become(400)
    const { default_streams } = await reader.waitFor((event) => event.type === 'default_streams')
    expect(default_streams).toContain(world.channelId('general'))
    await become(600)
    await reader.waitFor((event) => event.default_streams?.length === 0)
    await reader.stop()
  })
})
