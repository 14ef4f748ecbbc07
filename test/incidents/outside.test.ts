import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkIncidents } from '../../cli/doctor/fleet.ts'
import { Troubles } from '../../core/platform/incidents/troubles.ts'
import type { ProcessReport } from '../../core/platform/processes/report.ts'
import { OutsideProbe } from '../../gateway/ops/incidents/outside-probe.ts'
import { OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
  folder = await mkdtemp(join(tmpdir(), 'loquat-backup-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test('a backup that is missing, and one that is old', async () => {
  const marker = join(folder, 'done')
  const begunAt = performance.now()
  const { url } = await world.gateway({ BACKUP_MARKER: marker })
  await untilShown(url, 'backup-old', /The newest backup is too old or missing\..* there is none/, begunAt)
  await writeFile(marker, '')
  await untilGone(url, 'backup-old')
  const old = Date.now() / 1000 - 50 * 3600
  const agedAt = performance.now()
  await utimes(marker, old, old)
  await untilShown(url, 'backup-old', /it is 50 h old/, agedAt)
})

test('a certificate that has ended', async () => {
  const fixture = (name: string) => readFile(new URL(`../fixtures/tls/${name}`, import.meta.url))
  const server = createServer({ key: await fixture('localhost.key'), cert: await fixture('localhost.crt') })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const start = Date.now()
  const troubles = new Troubles(() => start)
  const { port } = server.address() as AddressInfo
  const probe = new OutsideProbe(troubles, { rootUrl: `https://localhost:${port}` })
  await probe.run()
  const isFresh = !troubles.has('certificate-old')
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 500 * 365 * 86_400_000)
  try {
    await new OutsideProbe(troubles, { rootUrl: `https://localhost:${port}` }).run()
  } finally {
    clock.mockRestore()
    server.close()
  }
  expect(isFresh).toBe(true)
  const [trouble] = troubles.current()
  expect(trouble).toMatchObject({ name: 'certificate-old', subject: 'localhost' })
  expect(trouble!.reason).toMatch(/^it ended on \d{4}-\d\d-\d\d$/)
})

test('the doctor repeats what the processes have noticed', () => {
  const troubles = new Troubles()
  troubles.note('mail-refused', { reason: '421 later' })
  const report = { troubles: troubles.current() } as unknown as ProcessReport
  expect(checkIncidents([report])).toMatchObject({
    status: 'wrong',
    found: 'The mail server refuses mails. 421 later',
  })
  expect(checkIncidents([{ troubles: [] } as unknown as ProcessReport]).status).toBe('ok')
})
