import { describe, expect, test } from 'vitest'
import { bad, channelOf, foreign, join, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const me = (name: string) => String(world.userId(name))

describe('joining channels', () => {
  test('subscribes, creates channels, and returns former subscriptions', async () => {
    const body = await ok(join('othello', ['Verona', 'Denmark', 'new here', 'NEW HERE']))
    expect(body).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [me('othello')]: ['Denmark', 'NEW HERE'] },
      already_subscribed: { [me('othello')]: ['Verona'] },
      new_subscription_messages_sent: true,
    })
    expect(await ok(join('othello', ['denmark', ' Denmark ']))).toMatchObject({
      subscribed: {},
      already_subscribed: { [me('othello')]: ['Denmark'] },
    })
  })

  test('accepts an empty list', async () => {
    expect(await ok(join('othello', []))).toMatchObject({ subscribed: {}, already_subscribed: {} })
  })

  test('subscribes others by address or id, each once', async () => {
    const zoe = world.userId('zoe')
    const cordelia = world.userId('cordelia')
    expect(
      await ok(join('hamlet', ['company'], { principals: ['ZOE@demo.test', 'zoe@demo.test'] })),
    ).toMatchObject({
      subscribed: { [zoe]: ['company'] },
      already_subscribed: {},
    })
    expect(await ok(join('hamlet', ['company'], { principals: [zoe, cordelia, cordelia] }))).toMatchObject({
      subscribed: { [cordelia]: ['company'] },
      already_subscribed: { [zoe]: ['company'] },
    })
    expect(await ok(join('hamlet', ['company'], { principals: [] }))).toMatchObject({
      subscribed: { [me('hamlet')]: ['company'] },
    })
  })

  test.each([
    ['an unknown address', ['yorick@demo.test'], 'No such user'],
    ['an unknown id', [2_000_000_000], 'No such user'],
    ['a deactivated user', ['aaron@demo.test'], 'User is deactivated'],
    ['somebody of another organization', ['owner@other.test'], 'No such user'],
  ])('%s as a principal changes nothing', async (_, principals, msg) => {
    const all = [
      ...principals,
      ...(typeof principals[0] === 'string' ? ['zoe@demo.test'] : [world.userId('zoe')]),
    ]
    expect(await refusal(join('hamlet', ['void'], { principals: all }))).toEqual(bad(msg))
    expect(await channelOf('void')).toBeUndefined()
  })

  test('rejects ids and names of another organization', async () => {
    expect(await refusal(join('hamlet', ['void'], { principals: [foreign.id] }))).toEqual(bad('No such user'))
    expect(await ok(join('hamlet', ['Elsinore']))).toMatchObject({
      subscribed: { [me('hamlet')]: ['Elsinore'] },
    })
    expect((await channelOf('Elsinore')).creator_id).toBe(world.userId('hamlet'))
  })

  test('a private channel cannot be joined, and then nothing else of the request is done', async () => {
    for (const name of ['hamlet', 'zoe']) {
      expect(await refusal(join(name, ['void', 'Core Team']))).toEqual(
        bad('Unable to access channel (Core Team).'),
      )
    }
    expect(await channelOf('void')).toBeUndefined()
    // Administrators know that the channel exists, but cannot join it.
    await ok(join('hamlet', ['confidential'], { invite_only: true }))
    expect(await refusal(join('iago', ['confidential']))).toEqual(
      bad('Unable to access channel (confidential).'),
    )
  })

  test('the rest of such a request is done when authorization errors are not fatal', async () => {
    expect(await ok(join('zoe', ['Rome', 'core team'], { authorization_errors_fatal: false }))).toMatchObject(
      {
        subscribed: { [me('zoe')]: ['Rome'] },
        already_subscribed: {},
        unauthorized: ['core team'],
      },
    )
    expect(await ok(join('zoe', ['Rome'], { authorization_errors_fatal: false }))).toMatchObject({
      unauthorized: [],
    })
  })

  test('a subscriber of a private channel can add others', async () => {
    await ok(join('hamlet', ['cellar'], { invite_only: true }))
    await ok(join('hamlet', ['cellar'], { principals: ['zoe@demo.test'] }))
    expect((await channelOf('cellar', 'zoe')).subscriber_count).toBe(2)
    expect(await channelOf('cellar', 'cordelia')).toBeUndefined()
  })

  test('guests can neither create nor join channels', async () => {
    for (const name of ['Denmark', 'void', 'Verona']) {
      expect(await refusal(join('polonius', [name]))).toEqual(bad('Not allowed for guest users'))
    }
  })

  test('users who may not create such a channel can join an existing one', async () => {
    const properties = { is_default_stream: true, message_retention_days: 7 }
    expect(await ok(join('zoe', ['Denmark'], properties))).toMatchObject({
      subscribed: { [me('zoe')]: ['Denmark'] },
    })
  })

  test('works for more concurrent requests than database connections', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => join('hamlet', ['Verona'])))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })
})
