import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, loadRuntimeConfig, requireRuntime } from '../../config/environment.ts'
import { exposureWarning } from '../../config/exposure-warning.ts'

const SECRET = 'a-secret-of-at-least-32-characters'

function complaint(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('defaults', () => {
  test('an empty environment is a complete development configuration', () => {
    expect(loadConfig({})).toMatchObject({
      nodeEnv: 'development',
      isDevelopment: true,
      isProduction: false,
      port: 9991,
      host: '127.0.0.1',
      dataDir: resolve('./var'),
      rootUrl: 'http://localhost:9991',
      rootHost: 'localhost:9991',
      gateways: 1,
      workers: 1,
      databasePoolSize: 10,
      eventQueueLifetimeSeconds: 600,
      eventQueuesPerUser: 200,
      eventLogRetentionSeconds: 900,
      heartbeatSeconds: 60,
      longpollTimeoutSeconds: 90,
      maxBodyBytes: 4 * 1024 * 1024,
      maxBodyBytesInFlight: 128 * 1024 * 1024,
      maxFileUploadSizeMib: 1024,
      trustProxy: false,
    })
    expect(loadConfig({}).databaseUrl).toBeUndefined()
  })

  test('the root URL follows the port unless it is set', () => {
    expect(loadConfig({ PORT: '8080' }).rootUrl).toBe('http://localhost:8080')
    const config = loadConfig({ PORT: '8080', ROOT_URL: 'https://chat.example.com/' })
    expect(config).toMatchObject({ rootUrl: 'https://chat.example.com', rootHost: 'chat.example.com' })
  })

  test('the server listens on this machine only, except in production', () => {
    expect(loadConfig({}).host).toBe('127.0.0.1')
    expect(loadConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(loadConfig({ NODE_ENV: 'production', SECRET_KEY: SECRET, ROOT_URL: 'https://a.test' }).host).toBe(
      '0.0.0.0',
    )
  })

  test('a development server that other machines can reach warns about it', () => {
    const said = (env: Record<string, string>) => exposureWarning(loadConfig(env))
    expect(said({})).toBeUndefined()
    expect(said({ HOST: 'localhost' })).toBeUndefined()
    expect(said({ HOST: '0.0.0.0' })).toMatch(/^WARNING: [^\n]* 0\.0\.0\.0[^\n]*$/)
    expect(
      said({ HOST: '0.0.0.0', NODE_ENV: 'production', SECRET_KEY: SECRET, ROOT_URL: 'https://a.test' }),
    ).toBeUndefined()
  })

  test('limits are generous, except in production', () => {
    expect(loadConfig({ NODE_ENV: 'test' }).rateLimitUserPerMinute).toBe(20_000)
    const production = { NODE_ENV: 'production', SECRET_KEY: SECRET, ROOT_URL: 'https://chat.example.com' }
    expect(loadConfig(production)).toMatchObject({
      rateLimitUserPerMinute: 600,
      rateLimitAddressPerMinute: 300,
      rateLimitAuthenticationPer30Minutes: 10,
    })
    expect(loadConfig({ ...production, RATE_LIMIT_USER_PER_MINUTE: '7' }).rateLimitUserPerMinute).toBe(7)
  })

  test('an empty variable counts as unset, an unknown one is ignored', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', SHELL: '/bin/sh' })).toEqual(loadConfig({}))
  })

  test('a list of addresses is split', () => {
    const { allowedPrivateAddresses } = loadConfig({ ALLOWED_PRIVATE_ADDRESSES: '10.0.0.1, fd00::/8' })
    expect(allowedPrivateAddresses).toEqual(['10.0.0.1', 'fd00::/8'])
    expect(loadConfig({}).allowedPrivateAddresses).toEqual([])
  })

  test('the addresses of replicas are split, and each must be one of Postgres', () => {
    const given = 'postgres://a@one/loquat, postgresql://b@two/loquat'
    expect(loadConfig({ DATABASE_REPLICA_URLS: given }).databaseReplicaUrls).toEqual([
      'postgres://a@one/loquat',
      'postgresql://b@two/loquat',
    ])
    expect(loadConfig({}).databaseReplicaUrls).toEqual([])
    const wrong = ['http://one', 'postgres://one,', Array(9).fill('postgres://one/loquat').join(',')]
    for (const value of wrong)
      expect(() => loadConfig({ DATABASE_REPLICA_URLS: value })).toThrow('DATABASE_REPLICA_URLS')
  })

  test('the configuration cannot be changed', () => {
    expect(() => Object.assign(loadConfig({}), { port: 1 })).toThrow(TypeError)
  })
})

describe('a wrong variable is named in one line, with the permitted values', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: SECRET, ROOT_URL: 'https://chat.example.com' }
  test.each([
    [{ PORT: 'http' }, 'PORT is "http"; it must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT is "65536"; it must be a whole number from 0 to 65535'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV is "staging"; it must be development, production or test'],
    [{ HOST: 'http://x' }, 'HOST is "http://x"; it must be an IP address or a host name'],
    [
      { ROOT_URL: 'chat.example.com' },
      'ROOT_URL is "chat.example.com"; it must be an http or https URL without a path, and set when NODE_ENV is production',
    ],
    [
      { ROOT_URL: 'https://a/chat' },
      'ROOT_URL is "https://a/chat"; it must be an http or https URL without a path, and set when NODE_ENV is production',
    ],
    [{ TRUST_PROXY: 'maybe' }, /^TRUST_PROXY is "maybe"; it must be true, false, or addresses/],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud"; it must be fatal, error, warn, info, debug, trace or silent',
    ],
    [{ GATEWAYS: '0' }, 'GATEWAYS is "0"; it must be a whole number from 1 to 64'],
    [{ HEARTBEAT_SECONDS: '-1' }, 'HEARTBEAT_SECONDS is "-1"; it must be a whole number from 1 to 3600'],
    [
      { EVENT_QUEUE_LIFETIME_SECONDS: '900' },
      'EVENT_LOG_RETENTION_SECONDS is 900; it must be a whole number from 2 to 1209600, greater than EVENT_QUEUE_LIFETIME_SECONDS',
    ],
    [
      { HEARTBEAT_SECONDS: '90' },
      'LONGPOLL_TIMEOUT_SECONDS is 90; it must be a whole number from 2 to 7200, greater than HEARTBEAT_SECONDS',
    ],
    [
      { NODE_ENV: 'production', ROOT_URL: 'https://chat.example.com' },
      'SECRET_KEY is not set; it must be at least 32 characters, and set when NODE_ENV is production',
    ],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM is "nobody"; it must be an address such as /],
    [{ S3_BUCKET: 'A B' }, 'S3_BUCKET is "A B"; it must be a bucket name'],
    [
      { S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY is not set; it must be a key, set together with S3_ACCESS_KEY_ID',
    ],
    [
      { ALLOWED_PRIVATE_ADDRESSES: '10.0.0.1, 10.1.0.0/33' },
      'ALLOWED_PRIVATE_ADDRESSES is "10.0.0.1, 10.1.0.0/33"; it must be IP addresses or networks such as 10.1.0.0/16, separated by commas',
    ],
    [
      { BIG_BLUE_BUTTON_URL: 'https://bbb.example.com/' },
      'BIG_BLUE_BUTTON_SECRET is not set; it must be a secret, set together with BIG_BLUE_BUTTON_URL',
    ],
    [{ NODE_ENV: 'production', SECRET_KEY: SECRET }, /^ROOT_URL is not set; it must be an http or https URL/],
    [
      { TRUST_PROXY: 'proxy.example.com' },
      /^TRUST_PROXY is "proxy.example.com"; it must be true, false, or /,
    ],
    [{ CLIENT_ADDRESS_HEADER: 'Client Address' }, /^CLIENT_ADDRESS_HEADER is "Client Address"/],
    [{ ALLOWED_PRIVATE_ADDRESSES: 'localhost' }, /^ALLOWED_PRIVATE_ADDRESSES is "localhost"/],
    [{ ...production, RATE_LIMIT_USER_PER_MINUTE: '0' }, /^RATE_LIMIT_USER_PER_MINUTE is "0"; it must be /],
  ])('%j', (env, message) => {
    const line = complaint(env as Record<string, string>)
    if (typeof message === 'string') expect(line).toBe(message)
    else expect(line).toMatch(message)
    expect(line).not.toContain('\n')
  })

  test('all wrong and all missing variables are reported together', () => {
    const env = { PORT: 'http', GATEWAYS: '0', HEARTBEAT_SECONDS: '90', DATABASE_URL: 'mysql://db' }
    expect(complaint(env).split('\n')).toEqual([
      expect.stringMatching(/^PORT is "http"; /),
      expect.stringMatching(/^GATEWAYS is "0"; /),
      expect.stringMatching(/^DATABASE_URL is not valid; /),
      expect.stringMatching(/^LONGPOLL_TIMEOUT_SECONDS is 90; /),
    ])
    expect(() => loadRuntimeConfig({ PORT: 'http', REDIS_URL: 'redis://r' })).toThrow(
      /^PORT is .*\nDATABASE_URL is not set; .*\nSECRET_KEY is not set; .*$/,
    )
  })

  test.each(['SECRET_KEY', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL'])(
    '%s is a secret and is not printed',
    (name) => {
      const line = complaint({ [name]: 'hunter2' })
      expect(line).toMatch(new RegExp(`^${name} is not valid; it must be `))
      expect(line).not.toContain('hunter2')
    },
  )
})

describe('the variables that a gateway or worker needs', () => {
  const complete = {
    DATABASE_URL: 'postgres://u:p@db/loquat',
    REDIS_URL: 'rediss://:p@cache:6380/0',
    SECRET_KEY: SECRET,
  }

  test('become strings in the type', () => {
    expect(requireRuntime(loadConfig(complete))).toMatchObject({
      databaseUrl: complete.DATABASE_URL,
      redisUrl: complete.REDIS_URL,
      secretKey: SECRET,
    })
  })

  test.each([
    ['DATABASE_URL', 'DATABASE_URL is not set; it must be a postgres:// URL'],
    ['REDIS_URL', /^REDIS_URL is not set; it must be a redis:\/\/ URL, redis\+cluster:/],
    ['SECRET_KEY', /^SECRET_KEY is not set; it must be at least 32 characters/],
  ])('%s must be set', (name, message) => {
    expect(() => requireRuntime(loadConfig({ ...complete, [name]: undefined }))).toThrow(message)
  })
})
