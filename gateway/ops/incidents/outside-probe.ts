import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { connect } from 'node:tls'
import type { Troubles } from '../../../core/platform/incidents/troubles.ts'
import { isRenewalOverdue } from '../../../core/platform/net/certificate-life.ts'

/** A backup that is older than this is missing: a daily one, with two hours for its run. */
const MOST_BACKUP_HOURS = 26
const LIMIT_MS = 5_000
/** Time between two looks at a good certificate. */
const CERTIFICATE_EVERY_MS = 3600_000

/**
 * Looks at the file of BACKUP_MARKER, and at the certificate of ROOT_URL: at the start, then every hour, and
 * at each look while it is old.
 */
export class OutsideProbe {
  readonly #troubles: Troubles
  readonly #rootUrl: URL
  readonly #marker: string | undefined
  #certificateAt = Number.NEGATIVE_INFINITY

  constructor(
    troubles: Troubles,
    { rootUrl, backupMarker }: { rootUrl: string; backupMarker?: string | undefined },
  ) {
    this.#troubles = troubles
    this.#rootUrl = new URL(rootUrl)
    this.#marker = backupMarker
  }

  /** Never rejects. */
  async run(): Promise<void> {
    await Promise.all([this.#lookAtBackup(), this.#lookAtCertificate()])
  }

  async #lookAtBackup(): Promise<void> {
    if (this.#marker === undefined) return
    const changedAt = await stat(this.#marker).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    const hours = changedAt === undefined ? undefined : (Date.now() - changedAt) / 3600_000
    if (hours !== undefined && hours <= MOST_BACKUP_HOURS) this.#troubles.settle('backup-old')
    else {
      const age =
        changedAt === undefined || hours === undefined
          ? 'there is none'
          : `it is ${Math.round(hours)} h old, and at most ${MOST_BACKUP_HOURS} h are allowed; the last one ended at ${minuteOf(changedAt)}`
      // The fault is as old as the backup, but for the time in which a backup may be old.
      const since = changedAt === undefined ? undefined : changedAt + MOST_BACKUP_HOURS * 3600_000
      this.#troubles.note('backup-old', {
        reason: `${age}, by the file ${this.#marker} on ${hostname()}`,
        since,
      })
    }
  }

  async #lookAtCertificate(): Promise<void> {
    const { protocol, hostname: name, port } = this.#rootUrl
    const isDue =
      performance.now() - this.#certificateAt >= CERTIFICATE_EVERY_MS || this.#troubles.has('certificate-old')
    if (protocol !== 'https:' || !isDue) return
    this.#certificateAt = performance.now()
    const host = name.replace(/^\[|\]$/g, '')
    // A gateway that cannot reach its own address says nothing: a firewall may be the reason.
    const life = await lifeOfCertificate(host, port === '' ? 443 : Number(port)).catch(() => undefined)
    if (life === undefined) return
    const { beginsAt, endsAt } = life
    const leftMs = endsAt - Date.now()
    if (!isRenewalOverdue(leftMs, endsAt - beginsAt)) this.#troubles.settle('certificate-old')
    else {
      const reason = `${leftMs < 0 ? 'it ended' : 'it ends'} on ${new Date(endsAt).toISOString().slice(0, 10)}`
      const severity = leftMs < 0 ? 'critical' : undefined
      this.#troubles.note('certificate-old', { subject: name, reason, severity })
    }
  }
}

const minuteOf = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Unix milliseconds at which the certificate of a server begins and ends, also of an untrusted one. */
function lifeOfCertificate(host: string, port: number): Promise<{ beginsAt: number; endsAt: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: LIMIT_MS })
    socket.on('secureConnect', () => {
      const { valid_from: begin, valid_to: end } = socket.getPeerCertificate()
      resolve({ beginsAt: Date.parse(begin), endsAt: Date.parse(end) })
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed')))
  })
}
