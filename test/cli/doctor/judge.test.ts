import { expect, test } from 'vitest'
import { runCheck } from '../../../cli/doctor/check.ts'
import { compareClocks, skewOf } from '../../../cli/doctor/clock.ts'
import { checkClocks, checkVersions, checkWorkers } from '../../../cli/doctor/fleet.ts'
import { secretsHider } from '../../../cli/doctor/hide-secrets.ts'
import { judgeNode } from '../../../cli/doctor/machine.ts'
import { judgeServers } from '../../../cli/doctor/postgres-servers.ts'
import { judgeAddress, judgeCertificate } from '../../../cli/doctor/proxy.ts'
import { judgeRoom } from '../../../cli/doctor/storage.ts'
import { QUEUES } from '../../../config/queues.ts'
import type { ProcessReport } from '../../../core/platform/processes/report.ts'
import { isProbeProof, probeProof } from '../../../gateway/ops/probe-proof.ts'

test('a check that takes too long or fails is wrong', async () => {
  const slow = { name: 'slow', advice: 'wait', timeLimitMs: 1, run: () => new Promise<never>(() => {}) }
  expect(await runCheck(slow)).toEqual({
    name: 'slow',
    status: 'wrong',
    found: 'no answer within 0.001 s',
    advice: 'wait',
  })
  const cause = new Error('refused\nmore')
  const failing = {
    name: 'failing',
    advice: 'start it',
    run: () => Promise.reject(new Error('no', { cause })),
  }
  expect(await runCheck(failing)).toMatchObject({ status: 'wrong', found: 'refused', advice: 'start it' })
})

test('a clock is compared with both ends of the reading', () => {
  expect(skewOf({ asked: 1_000, answered: 9_000, theirs: 8_000 })).toBe(0)
  expect(skewOf({ asked: 1_000, answered: 9_000, theirs: 12_000 })).toBe(3_000)
  expect(skewOf({ asked: 5_000, answered: 9_000, theirs: 1_000 })).toBe(-4_000)
  const status = (theirs: number) =>
    compareClocks('Redis', { asked: 50_000, answered: 50_000, theirs }).status
  expect([51_000, 53_000, 20_000].map(status)).toEqual(['ok', 'warning', 'wrong'])
})

test('secrets are hidden, also in a URL and decoded', () => {
  const hide = secretsHider({
    SECRET_KEY: 'kkkkkkkkkk',
    DATABASE_URL: 'postgres://loquat:p%40ssword@db/loquat',
    DATABASE_REPLICA_URLS: 'postgres://loquat:first@a/loquat,postgres://loquat:second@b/loquat',
    PORT: '9991',
  })
  expect(hide('first second')).toBe('*** ***')
  expect(hide('kkkkkkkkkk p%40ssword p@ssword 9991 loquat')).toBe('*** *** *** 9991 loquat')
})

test('versions of Node', () => {
  const status = (version: string) => judgeNode(version).status
  expect(['18.20.0', '20.18.1', '20.19.0', '22.1.0', '24.0.0'].map(status)).toEqual([
    'wrong',
    'wrong',
    'warning',
    'ok',
    'ok',
  ])
})

const report = (fields: Partial<ProcessReport>) =>
  ({ kind: 'worker', host: 'one', version: '1.0.0', at: 100_000, ...fields }) as ProcessReport
const work = (queues: readonly string[]) =>
  queues.map((queue) => ({ queue, running: 0, done: 0, retried: 0, failed: 0 }))

test('every queue needs a worker, and all processes one version', () => {
  expect(checkWorkers([report({ work: work(QUEUES) })]).status).toBe('ok')
  const partly = checkWorkers([report({ work: work(QUEUES.filter((queue) => queue !== 'email')) })])
  expect(partly).toMatchObject({ status: 'wrong', found: 'none runs email' })
  expect(checkWorkers([report({ kind: 'gateway' })]).status).toBe('wrong')
  expect(checkVersions([report({}), report({ version: '1.1.0' })], '1.1.0')).toMatchObject({
    status: 'warning',
    found: '1.0.0 and 1.1.0 run together',
  })
  expect(checkVersions([report({})], '1.1.0').status).toBe('warning')
  expect(checkVersions([report({})], '1.0.0').status).toBe('ok')
  const reason = 'it is 26.0 s ahead of the clock of Redis'
  const trouble = { name: 'clock-wrong', subject: 'two', reason }
  const wrongClock = report({ host: 'two', troubles: [trouble] } as unknown as Partial<ProcessReport>)
  expect(checkClocks([report({}), wrongClock])).toMatchObject({
    status: 'warning',
    found: `of two: ${reason}`,
  })
  // A report of long ago is old, and its clock may be right.
  expect(checkClocks([report({ at: 1 })]).status).toBe('ok')
})

test('certificates and disks', () => {
  const day = 86_400_000
  expect(judgeCertificate('a', 30 * day, 90 * day).status).toBe('ok')
  expect(judgeCertificate('a', 3 * day, 6 * day).status).toBe('ok')
  expect(judgeCertificate('a', day / 12, day / 2).found).toBe('a, valid for 2 hours only')
  expect(judgeCertificate('a', 3 * day, 90 * day)).toMatchObject({ found: 'a, valid for 3 days only' })
  const gib = 1024 ** 3
  expect([20, 4, 0.5].map((free) => judgeRoom(free * gib, 100 * gib).status)).toEqual([
    'ok',
    'warning',
    'wrong',
  ])
})

test('the address of the client behind a proxy', () => {
  const answer = {
    version: '1',
    host: 'chat.test',
    client: '192.0.2.1',
    forwarded: '192.0.2.1',
    protocol: '',
    bytes: 0,
  }
  const config = { trustProxy: ['10.0.0.1'], clientAddressHeader: 'x-real-ip' }
  const https = new URL('https://chat.test')
  const judged = (fields: object, others: object = {}) =>
    judgeAddress({ ...answer, ...fields }, https, { ...config, ...others })
  expect(judged({}).status).toBe('ok')
  expect(judged({ forwarded: '203.0.113.7, 192.0.2.1' }).status).toBe('ok')
  expect(judged({ client: '10.0.0.9', forwarded: '203.0.113.7' }).found).toContain(
    'does not name its clients',
  )
  expect(judged({ client: '10.0.0.9' }).advice).toBe("set TRUST_PROXY to the proxy's address")
  expect(judged({ client: '10.0.0.9' }, { trustProxy: false }).advice).toBe('set TRUST_PROXY=10.0.0.9')
  const direct = judgeAddress({ ...answer, forwarded: '203.0.113.7' }, new URL('http://chat.test'), config)
  expect(direct.found).toBe('192.0.2.1, without a proxy')
})

test('a proof is bound to the secret and to five minutes', () => {
  const proof = probeProof('secret', 1_000_000)
  expect(isProbeProof('secret', proof, 1_290_000)).toBe(true)
  expect(isProbeProof('secret', proof, 1_310_000)).toBe(false)
  expect(isProbeProof('other', proof, 1_000_000)).toBe(false)
  expect(isProbeProof('secret', proof.replace('1000.', '1001.'), 1_000_000)).toBe(false)
})

test('the servers of DATABASE_URL', () => {
  const primary = {
    host: 'a',
    isStandby: false,
    isReadOnly: false,
    position: '1/40000000',
    synchronousNames: 'b',
    copies: 1,
  }
  const standby = { ...primary, host: 'b', isStandby: true, isReadOnly: true, copies: 0 }
  const judged = (...servers: Parameters<typeof judgeServers>[0]) =>
    judgeServers(servers).map(({ name, status, found }) => [name, status, found])
  expect(judged(primary, standby)).toEqual([
    ['Postgres a', 'ok', 'the primary'],
    ['Postgres b', 'ok', 'a standby, 0 bytes of WAL behind'],
    ['Postgres replication', 'ok', 'synchronous: b'],
  ])
  expect(judged({ ...primary, synchronousNames: '' }, { ...standby, position: '0/C0000000' })).toEqual([
    ['Postgres a', 'ok', 'the primary'],
    ['Postgres b', 'warning', `a standby, ${2 ** 31} bytes of WAL behind`],
    ['Postgres replication', 'warning', 'asynchronous: a failover loses the last acknowledged messages'],
  ])
  expect(judged({ ...primary, copies: 0, isReadOnly: true }, { host: 'b', error: 'away' })).toEqual([
    ['Postgres a', 'wrong', 'the primary is read-only'],
    ['Postgres b', 'warning', 'away'],
    ['Postgres replication', 'warning', 'nothing copies the primary'],
  ])
  expect(judged(primary, { ...primary, host: 'b' }).map(([, status]) => status)).toEqual([
    'wrong',
    'wrong',
    'skipped',
  ])
  expect(judged(standby, { host: 'a', error: 'away' }).map(([, status]) => status)).toEqual([
    'ok',
    'warning',
    'skipped',
  ])
})
