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
    /The newest backup is too old\..* it is 50 h old, and may be 26 h old; the last one ended at \d{4}/
  expect(await untilShown(url, 'backup-old', reason, agedAt)).toContain(`touch ${marker}`)
  await writeFile(marker, 'done again')
  await untilGone(url, 'backup-old')
})

test('a certificate that ends soon, until it is renewed', async () => {
  const certificate = async (days: number) => {
    const [key, cert] = [join(folder, `${days}.key`), join(folder, `${days}.crt`)]
    const subject = [
      '-subj',
      '/CN=localhost',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
    ]
    await run('openssl', ['req', '-x509', ...subject, '-days', `${days}`, '-keyout', key, '-out', cert])
    return { key: await readFile(key), cert: await readFile(cert) }
  }
  const server = createServer(await certificate(5))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const begunAt = performance.now()
  const { port } = server.address() as AddressInfo
  const { url } = await world.gateway({ ROOT_URL: `https://localhost:${port}` })
  const text = await untilShown(url, 'certificate-old', /it ends on \d{4}-\d\d-\d\d/, begunAt)
  expect(text).toContain('The certificate of localhost ends soon.')
  server.setSecureContext(await certificate(90))
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
