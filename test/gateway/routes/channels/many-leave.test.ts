import { describe, expect, test } from 'vitest'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { as, core, join, leave, ok, realm, setUpStage, world } from '../stage.ts'
import { channelEventsDuring, ids } from './channel-events.ts'

setUpStage()

const CROWD = 60

describe('many people who are taken from a channel together', () => {
  test('share one event that names all of them', async () => {
    const crowd: number[] = []
    for (let n = 0; n < CROWD; n++) {
      const { id } = await createUser(core, realm, { email: `crowd${n}@demo.test`, fullName: `Crowd ${n}` })
      crowd.push(id)
    }
    const everybody = [...crowd, ...ids('zoe')].sort((a, b) => a - b)
    await ok(
      join('desdemona', ['assembly'], { principals: [...crowd, ...ids('desdemona', 'hamlet', 'zoe')] }),
    )
    const before = realm.position
    const events = await channelEventsDuring(['zoe', 'hamlet'], () =>
      ok(leave('desdemona', ['assembly'], { principals: everybody })),
    )
    const [log] = await world.sql<{ count: number; size: number }>(
      'SELECT count(*)::int AS count, sum(length(payload))::int AS size FROM event_log WHERE seq > $1',
      [before],
    )
    expect(log!.count).toBeLessThan(CROWD / 2)
    expect(log!.size).toBeLessThan(CROWD * 100)
    const channel = realm.channels.byName('assembly')!.id
    const peers = {
      type: 'subscription',
      op: 'peer_remove',
      stream_ids: [channel],
      user_ids: everybody,
    }
    expect(events.hamlet).toEqual([peers])
    expect(events.zoe).toEqual([expect.objectContaining({ op: 'remove' }), peers])
    const { subscribers } = await ok(as('hamlet').get(`/streams/${channel}/members`))
    expect(subscribers).toEqual(ids('desdemona', 'hamlet').sort((a, b) => a - b))
  })
})
