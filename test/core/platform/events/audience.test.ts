import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Audience,
  decodeAudience,
  encodeAudience,
  internal,
  toChannel,
  toMembers,
  toRealm,
  toUsers,
} from '../../../../core/platform/events/audience.ts'
import type { ChannelId, UserId } from '../../../../core/platform/ids.ts'

const user = fc.integer({ min: 1, max: 2 ** 31 - 1 }) as fc.Arbitrary<UserId>
const except = fc.array(user, { maxLength: 5 })

const audience: fc.Arbitrary<Audience> = fc.oneof(
  fc.constant(internal),
  except.map((users) => ({ kind: 'realm' as const, except: users })),
  except.map(toMembers),
  fc.array(user, { maxLength: 300 }).map(toUsers),
  fc.tuple(user, except).map(([id, users]) => toChannel(id as number as ChannelId, users)),
)

test('an encoded audience decodes to the same audience', () => {
  fc.assert(
    fc.property(audience, (given) => {
      expect(decodeAudience(encodeAudience(given))).toEqual(given)
    }),
  )
})

test('the encoding is short, and an internal audience has its own first character', () => {
  expect(encodeAudience(toRealm)).toBe('r')
  expect(encodeAudience(toMembers([3 as UserId]))).toBe('m-3')
  expect(encodeAudience(toUsers([1, 2, 2, 1] as UserId[]))).toBe('u1,2')
  expect(encodeAudience(toUsers([]))).toBe('u')
  expect(encodeAudience(toChannel(7 as ChannelId))).toBe('c7')
  expect(encodeAudience(toChannel(7 as ChannelId, [1, 2] as UserId[]))).toBe('c7-1,2')
  expect(encodeAudience(internal)).toBe('_')
})

test('an empty list of users is an audience of nobody', () => {
  expect(decodeAudience('u')).toEqual({ kind: 'users', ids: [] })
})

test('an invalid encoding is refused', () => {
  for (const text of ['', 'x', '7']) expect(() => decodeAudience(text)).toThrow('unknown audience')
})
