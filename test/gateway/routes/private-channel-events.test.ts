import { describe, expect, test } from 'vitest'
import { gist, heard, ids } from './hearing.ts'
import { as, join, leave, ok } from './stage.ts'

describe('a private channel', () => {
  test('sends its events to subscribers and administrators', async () => {
    const events = await heard(['hamlet', 'zoe', 'iago', 'desdemona', 'shiva', 'polonius'], () =>
      ok(join('hamlet', ['tower'], { invite_only: true, principals: ids('hamlet', 'zoe') })),
    )
    expect(gist(events.hamlet)).toEqual(['create tower', 'add tower'])
    expect(gist(events.zoe)).toEqual(['create tower', 'add tower'])
    for (const name of ['iago', 'desdemona']) {
      expect(gist(events[name])).toEqual(['create tower', `peer_add ${ids('hamlet', 'zoe')}`])
    }
    expect(events.shiva).toEqual([])
    expect(events.polonius).toEqual([])
  })

  test('appears for a new subscriber, not for other users', async () => {
    const events = await heard(['hamlet', 'zoe', 'cordelia', 'iago', 'othello'], () =>
      ok(join('zoe', ['tower'], { principals: ids('cordelia') })),
    )
    expect(gist(events.cordelia)).toEqual(['create tower', 'add tower'])
    for (const name of ['hamlet', 'zoe', 'iago']) {
      expect(gist(events[name])).toEqual([`peer_add ${ids('cordelia')}`])
    }
    expect(events.othello).toEqual([])
  })

  test('does not appear again for an administrator who subscribes', async () => {
    const events = await heard(['iago', 'zoe', 'desdemona'], () =>
      ok(join('zoe', ['tower'], { principals: ids('iago') })),
    )
    expect(gist(events.iago)).toEqual(['add tower'])
    expect(gist(events.zoe)).toEqual([`peer_add ${ids('iago')}`])
    expect(gist(events.desdemona)).toEqual([`peer_add ${ids('iago')}`])
  })

  test('disappears for a removed subscriber', async () => {
    const events = await heard(['iago', 'zoe', 'cordelia', 'desdemona', 'othello'], () =>
      ok(leave('iago', ['tower'], { principals: ids('cordelia', 'iago') })),
    )
    expect(gist(events.cordelia)).toEqual(['remove tower', 'delete'])
    expect(gist(events.iago)).toEqual(['remove tower', `peer_remove ${ids('cordelia')}`]) // The administrator still sees it.
    expect(gist(events.zoe)).toEqual([`peer_remove ${ids('cordelia', 'iago')}`])
    expect(gist(events.desdemona)).toEqual([`peer_remove ${ids('cordelia', 'iago')}`])
    expect(events.othello).toEqual([])
  })

  test('sends no event for a refused request', async () => {
    const events = await heard(['hamlet', 'othello', 'iago'], async () => {
      const { status } = await as('othello').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'nowhere' }, { name: 'tower' }],
      })
      expect(status).toBe(400)
    })
    expect(events).toEqual({ hamlet: [], othello: [], iago: [] })
  })
})
