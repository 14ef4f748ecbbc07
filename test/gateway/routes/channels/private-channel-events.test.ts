import { describe, expect, test } from 'vitest'
import { as, join, leave, ok, setUpStage } from '../stage.ts'
import { channelEventsDuring, ids, summarize } from './channel-events.ts'

setUpStage()

describe('a private channel', () => {
  test('sends its events to subscribers and administrators', async () => {
    const events = await channelEventsDuring(
      ['hamlet', 'zoe', 'iago', 'desdemona', 'shiva', 'polonius'],
      () => ok(join('hamlet', ['tower'], { invite_only: true, principals: ids('hamlet', 'zoe') })),
    )
    expect(summarize(events.hamlet)).toEqual(['create tower', 'add tower'])
    expect(summarize(events.zoe)).toEqual(['create tower', 'add tower'])
    for (const name of ['iago', 'desdemona']) {
      expect(summarize(events[name])).toEqual(['create tower', `peer_add ${ids('hamlet', 'zoe')}`])
    }
    expect(events.shiva).toEqual([])
    expect(events.polonius).toEqual([])
  })

  test('appears for a new subscriber, not for other users', async () => {
    const events = await channelEventsDuring(['hamlet', 'zoe', 'cordelia', 'iago', 'othello'], () =>
      ok(join('zoe', ['tower'], { principals: ids('cordelia') })),
    )
    expect(summarize(events.cordelia)).toEqual(['create tower', 'add tower'])
    for (const name of ['hamlet', 'zoe', 'iago']) {
      expect(summarize(events[name])).toEqual([`peer_add ${ids('cordelia')}`])
    }
    expect(events.othello).toEqual([])
  })

  test('does not appear again for an administrator who subscribes', async () => {
    const events = await channelEventsDuring(['iago', 'zoe', 'desdemona'], () =>
      ok(join('zoe', ['tower'], { principals: ids('iago') })),
    )
    expect(summarize(events.iago)).toEqual(['add tower'])
    expect(summarize(events.zoe)).toEqual([`peer_add ${ids('iago')}`])
    expect(summarize(events.desdemona)).toEqual([`peer_add ${ids('iago')}`])
  })

  test('disappears for a removed subscriber', async () => {
    const events = await channelEventsDuring(['iago', 'zoe', 'cordelia', 'desdemona', 'othello'], () =>
      ok(leave('iago', ['tower'], { principals: ids('cordelia', 'iago') })),
    )
    expect(summarize(events.cordelia)).toEqual(['remove tower', 'delete'])
    // The administrator still sees it.
    expect(summarize(events.iago)).toEqual(['remove tower', `peer_remove ${ids('cordelia')}`])
    expect(summarize(events.zoe)).toEqual([`peer_remove ${ids('cordelia', 'iago')}`])
    expect(summarize(events.desdemona)).toEqual([`peer_remove ${ids('cordelia', 'iago')}`])
    expect(events.othello).toEqual([])
  })

  test('sends no event for a refused request', async () => {
    const events = await channelEventsDuring(['hamlet', 'othello', 'iago'], async () => {
      const { status } = await as('othello').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'nowhere' }, { name: 'tower' }],
      })
      expect(status).toBe(400)
    })
    expect(events).toEqual({ hamlet: [], othello: [], iago: [] })
  })
})
