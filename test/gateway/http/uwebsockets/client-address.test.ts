import type { HttpRequest } from 'uWebSockets.js'
import { expect, test } from 'vitest'
import { ClientAddress } from '../../../../gateway/http/uwebsockets/client-address.ts'
import { isLoopback, isPrivateAddress } from '../../../../gateway/http/uwebsockets/remote-address.ts'

/** A request with these header lines. */
const request = (...lines: [string, string][]) =>
  ({
    forEach: (visit: (name: string, value: string) => void) => {
      for (const line of lines) visit(...line)
    },
  }) as HttpRequest
const FORWARDED = 'x-forwarded-for'

test.each([
  [[[FORWARDED, '192.0.2.1']], '192.0.2.1'],
  [[[FORWARDED, '10.9.9.9, 192.0.2.1']], '192.0.2.1'],
  [
    [
      [FORWARDED, '10.9.9.9'],
      ['accept', '*/*'],
      [FORWARDED, '10.8.8.8, 192.0.2.1'],
    ],
    '192.0.2.1',
  ],
  [[['x-real-ip', '10.9.9.9']], ''],
  [[[FORWARDED, '192.0.2.1:4711']], '192.0.2.1'],
  [[[FORWARDED, '[2001:db8::1]:4711']], '2001:db8::1'],
  [[[FORWARDED, '2001:db8::1']], '2001:db8::1'],
  [[[FORWARDED, 'unknown']], ''],
  [[[FORWARDED, '192.0.2.1, ']], ''],
] as [[string, string][], string][])('for %j the address is %j', (lines, address) => {
  expect(new ClientAddress(FORWARDED, true).claimedBy(request(...lines))).toBe(address)
  expect(new ClientAddress(FORWARDED, false).claimedBy(request(...lines))).toBe('')
})

test('the header can be configured', () => {
  const address = new ClientAddress('cf-connecting-ip', true)
  expect(address.claimedBy(request([FORWARDED, '10.9.9.9'], ['cf-connecting-ip', '192.0.2.1']))).toBe(
    '192.0.2.1',
  )
})

test('only configured proxies are trusted', () => {
  const address = new ClientAddress(FORWARDED, ['127.0.0.1', '10.1.0.0/16', '2001:db8::/32'])
  expect(
    ['127.0.0.1', '10.1.2.3', '2001:0db8:0000:0000:0000:0000:0000:0001'].every((text) =>
      address.isTrusted(text),
    ),
  ).toBe(true)
  expect(['127.0.0.2', '10.2.0.1', '2001:db9::1', ''].some((text) => address.isTrusted(text))).toBe(false)
  expect(new ClientAddress(FORWARDED, true).isTrusted('192.0.2.1')).toBe(true)
  expect(new ClientAddress(FORWARDED, false).isTrusted('127.0.0.1')).toBe(false)
})

test('an address is loopback, private or public', () => {
  const own = ['127.0.0.1', '127.1.2.3', '::1', '0000:0000:0000:0000:0000:0000:0000:0001']
  const near = [
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '172.31.9.9',
    '169.254.0.1',
    'fd00:0000::1',
    'fe80::1',
  ]
  const far = ['192.0.2.1', '172.32.0.1', '2001:db8::1', '11.0.0.1', '']
  expect(own.map((text) => [isLoopback(text), isPrivateAddress(text)])).toEqual(own.map(() => [true, true]))
  expect(near.map((text) => [isLoopback(text), isPrivateAddress(text)])).toEqual(
    near.map(() => [false, true]),
  )
  expect(far.map((text) => [isLoopback(text), isPrivateAddress(text)])).toEqual(far.map(() => [false, false]))
})
