import { describe, expect, test } from 'vitest'
import { createUser } from '../../../../core/people/accounts/create.ts'
import type { UserId } from '../../../../core/platform/ids.ts'
import {
  as,
  bad,
  channelOf,
  core,
  foreign,
  join,
  leave,
  ok,
  realm,
  refusal,
  setUpStage,
  world,
} from '../stage.ts'

setUpStage()

const me = (name: string) => String(world.userId(name))

describe('DELETE /users/me/subscriptions', () => {
  test('unsubscribes, and returns channels without a subscription', async () => {
    expect(await ok(leave('cordelia', ['Rome', 'rome', 'Scotland']))).toEqual({
      result: 'success',
      msg: '',
      removed: ['Rome'],
      not_removed: ['Scotland'],
    })
    expect(await ok(leave('cordelia', ['Rome']))).toMatchObject({ removed: [], not_removed: ['Rome'] })
    expect(await ok(leave('cordelia', []))).toMatchObject({ removed: [], not_removed: [] })
  })

  test('works for guests', async () => {
    expect(await ok(leave('polonius', ['Verona']))).toMatchObject({ removed: ['Verona'] })
    expect((await refusal(leave('polonius', ['Verona']))).code).toBe('STREAM_DOES_NOT_EXIST')
    await ok(join('iago', ['Verona'], { principals: ['polonius@demo.test'] }))
  })

  test('a user who returns before the next message finds the same settings', async () => {
    for (let i = 0; i < 3; i++) {
      await ok(leave('hamlet', ['Scotland']))
      expect(await ok(join('hamlet', ['Scotland']))).toMatchObject({
        subscribed: { [me('hamlet')]: ['Scotland'] },
      })
    }
  })

  test.each(['nonexistent', 'core team', 'Elsewhere', ''])(
    '%j does not exist for a user without access',
    async (name) => {
      expect(await refusal(leave('zoe', ['Verona', name]))).toEqual(
        bad(`Channel '${name}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream: name }),
      )
      expect((await channelOf('Verona', 'zoe')).subscriber_count).toBe(8)
    },
  )

  test('lets administrators remove others, from private channels too', async () => {
    await ok(
      join('hamlet', ['den'], { invite_only: true, principals: ['hamlet@demo.test', 'zoe@demo.test'] }),
    )
    expect(await ok(leave('iago', ['den'], { principals: ['zoe@demo.test'] }))).toMatchObject({
      removed: ['den'],
    })
    expect(await ok(leave('iago', ['den'], { principals: [world.userId('zoe')] }))).toMatchObject({
      not_removed: ['den'],
    })
  })

  test('lets no other user remove subscribers, except the owner of a bot', async () => {
    for (const name of ['shiva', 'hamlet', 'polonius']) {
      expect(await refusal(leave(name, ['Verona'], { principals: ['zoe@demo.test'] }))).toEqual(
        bad('Insufficient permission'),
      )
    }
    expect(await ok(leave('hamlet', ['Denmark'], { principals: ['hamlet@demo.test'] }))).toMatchObject({
      removed: ['Denmark'],
    })
    const bot = await createUser(core, realm, {
      email: 'zoe-bot@demo.test',
      fullName: 'Bot of Zoe',
      botType: 1,
      botOwnerId: world.userId('zoe') as UserId,
    })
    const principals = [bot.id]
    await ok(join('shiva', ['Verona'], { principals }))
    expect(await refusal(leave('hamlet', ['Verona'], { principals }))).toEqual(bad('Insufficient permission'))
    expect(await ok(leave('zoe', ['Verona'], { principals }))).toMatchObject({ removed: ['Verona'] })
  })

  test('rejects unknown, deactivated and foreign principals', async () => {
    for (const [principals, msg] of [
      [['yorick@demo.test'], 'No such user'],
      [[foreign.id], 'No such user'],
      [['aaron@demo.test'], 'User is deactivated'],
    ] as const) {
      expect(await refusal(leave('iago', ['Verona'], { principals }))).toEqual(bad(msg))
    }
  })

  test('validates its parameters', async () => {
    expect(await refusal(as('hamlet').delete('/users/me/subscriptions'))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
    expect(await refusal(leave('hamlet', [7 as unknown as string]))).toEqual(
      bad('subscriptions[0] is not a string'),
    )
    expect(await refusal(leave('hamlet', ['a\0b']))).toEqual(bad('subscriptions must not contain null bytes'))
  })
})
