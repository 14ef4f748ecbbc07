import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIncidents } from '../../cli/doctor/fleet.ts'
import { Troubles } from '../../core/platform/incidents/troubles.ts'
import type { ProcessReport } from '../../core/platform/processes/report.ts'
import { OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

const run = promisify(execFile)

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
  await untilShown(url, 'backup-old', /The newest backup is missing\..* there is none/, begunAt)
  await writeFile(marker, '')
  await untilGone(url, 'backup-old')
  const old = Date.now() / 1000 - 50 * 3600
  const agedAt = performance.now()
  await utimes(marker, old, old)
  const reason =
    /The newest backup is too old\..* it is 50 h old, and at most 26 h are allowed; the last one ended at \d{4}/
  expect(await untilShown(url, 'backup-old', reason, agedAt)).toContain(`touch ${marker}`)
  await writeFile(marker, 'done again')
  await untilGone(url, 'backup-old')
})

/** A certificate for localhost that began and ends this number of days before and after now. */
async function certificate(ago: number, left: number) {
  const place = await mkdtemp(join(folder, 'ca-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: place })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key']
  await openssl('req', '-new', ...key, '-subj', '/CN=localhost', '-out', 'request')
  const settings = 'database=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=policy'
  await writeFile(
    join(place, 'config'),
    `[ca]\ndefault_ca=own\n[own]\n${settings}\n[policy]\ncommonName=supplied\n`,
  )
  await writeFile(join(place, 'index'), '')
  await writeFile(join(place, 'serial'), '01\n')
  const day = (days: number) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+|[-:T]/g, '')}`
  const dates = ['-startdate', day(-ago), '-enddate', day(left)]
  const own = ['-batch', '-config', 'config', '-selfsign', '-keyfile', 'key', '-in', 'request']
  await openssl('ca', ...own, ...dates, '-notext', '-out', 'certificate')
  return { key: await readFile(join(place, 'key')), cert: await readFile(join(place, 'certificate')) }
}

test('a certificate that ends soon, until it is renewed, also for a few days', async () => {
  const server = createServer(await certificate(85, 5))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const begunAt = performance.now()
  const { port } = server.address() as AddressInfo
  const { url } = await world.gateway({ ROOT_URL: `https://localhost:${port}` })
  const text = await untilShown(url, 'certificate-old', /it ends on \d{4}-\d\d-\d\d/, begunAt)
  expect(text).toContain('The certificate of localhost ends soon.')
  server.setSecureContext(await certificate(1, 5))
  await untilGone(url, 'certificate-old')
  server.close()
})

test('the doctor repeats what the processes have noticed', () => {
  const troubles = new Troubles()
  troubles.note('mail-refused', { reason: '550 no' })
  const report = { troubles: troubles.current() } as unknown as ProcessReport
  expect(checkIncidents([report])).toMatchObject({
    status: 'wrong',
    found: 'The mail server refuses mails. 550 no',
  })
  expect(checkIncidents([{ troubles: [] } as unknown as ProcessReport]).status).toBe('ok')
})
