import { describe, expect, test } from 'vitest'
import { parseRedisAddress, redisHosts } from '../../config/redis-address.ts'

describe('an address of Redis', () => {
  test.each([
    ['redis://:p@cache:6380/3', { kind: 'server', isTls: false }],
    ['rediss://cache', { kind: 'server', isTls: true }],
    [
      'redis+cluster://a:7000,b,[::1]:7001',
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 6379 },
          { host: '::1', port: 7001 },
        ],
        account: {},
        isTls: false,
      },
    ],
    [
      'rediss+cluster://chat:a%40b%3Ac@10.0.0.1:7000',
      {
        kind: 'cluster',
        nodes: [{ host: '10.0.0.1', port: 7000 }],
        account: { username: 'chat', password: 'a@b:c' },
        isTls: true,
      },
    ],
    [
      'redis+sentinel://:secret@s1,s2:26380/main/2?sentinel_password=other',
      {
        kind: 'sentinel',
        sentinels: [
          { host: 's1', port: 26379 },
          { host: 's2', port: 26380 },
        ],
        master: 'main',
        database: 2,
        account: { password: 'secret' },
        sentinelPassword: 'other',
        isTls: false,
      },
    ],
    ['rediss+sentinel://s1/main', { kind: 'sentinel', account: {}, database: 0, isTls: true }],
  ])('%s is understood', (text, address) => {
    expect(parseRedisAddress(text)).toMatchObject(address)
  })

  test.each([
    'hunter2',
    'http://cache',
    'redis+cluster://',
    'redis+cluster://a:0',
    'redis+cluster://a:70000',
    'redis+cluster://a,,b',
    'redis+cluster://a b',
    'redis+cluster://:%zz@a',
    'redis+cluster://a/1', // a cluster has one database
    'redis+sentinel://a', // names no master
    'redis+sentinel://a/main/x',
    'redis+sentinel://a/main?password=typo',
  ])('%s is refused', (text) => {
    expect(parseRedisAddress(text)).toBeUndefined()
  })

  test('its hosts can be printed without its passwords', () => {
    const hosts = (text: string) => redisHosts(parseRedisAddress(text)!)
    expect(hosts('redis://u:p@cache:6380/3')).toBe('cache:6380')
    expect(hosts('redis+cluster://u:p@a,[::1]:7001')).toBe('a:6379,[::1]:7001')
    expect(hosts('redis+sentinel://u:p@a/main?sentinel_password=q')).toBe('a:26379')
  })
})
