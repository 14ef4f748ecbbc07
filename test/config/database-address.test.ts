import { describe, expect, test } from 'vitest'
import { databaseHosts, parseDatabaseAddress } from '../../config/database-address.ts'
import { MAX_DATABASE_SERVERS } from '../../config/limits.ts'

describe('an address of Postgres', () => {
  test.each([
    ['postgres://u:p@db:5433/chat?sslmode=require', ['postgres://u:p@db:5433/chat?sslmode=require'], false],
    ['postgresql:///chat?host=/run/postgresql', ['postgresql:///chat?host=/run/postgresql'], false],
    ['postgres://u:p@ss@db/chat', ['postgres://u:p@ss@db/chat'], false],
    ['postgres://db/chat?target_session_attrs=any', ['postgres://db/chat'], false],
    ['postgres://db/chat?target_session_attrs=read-write', ['postgres://db/chat'], true],
    ['postgres://db/chat?target_session_attrs=primary', ['postgres://db/chat'], true],
    ['postgres://u:p@a:5432,b/chat', ['postgres://u:p@a:5432/chat', 'postgres://u:p@b/chat'], true],
    [
      'postgresql://u@a,[::1]:6000,a/chat?sslmode=require&target_session_attrs=read-write',
      ['postgresql://u@a/chat?sslmode=require', 'postgresql://u@[::1]:6000/chat?sslmode=require'],
      true,
    ],
  ])('%s', (text, urls, needsPrimary) => {
    expect(parseDatabaseAddress(text)).toEqual({ urls, needsPrimary })
  })

  test.each([
    'mysql://db/chat',
    'db:5432',
    'postgres://a:5432,b:x/chat',
    'postgres://a,,b/chat',
    'postgres://a,b/chat?target_session_attrs=any',
    'postgres://a,b/chat?target_session_attrs=standby',
    'postgres://a/chat?target_session_attrs=read-only',
    `postgres://${Array.from({ length: MAX_DATABASE_SERVERS + 1 }, (_, n) => `host${n}`).join()}/chat`,
  ])('%s is malformed', (text) => expect(parseDatabaseAddress(text)).toBeUndefined())

  test('log lines name its hosts without the password', () => {
    expect(databaseHosts('postgres://u:secret@a:5433,b/chat')).toBe('a:5433,b')
    expect(databaseHosts('postgres:///chat?host=/run/postgresql')).toBe('/run/postgresql')
  })
})
