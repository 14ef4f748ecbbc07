import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'

/** Where `.ci/run` puts clients that other people publish. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loquat')

/** Programs by their names, and the module of n8n. */
export const PUBLISHED = {
  zulipcli: join(cache, 'published-python-clients/bin/zulipcli'),
  zlp: join(cache, 'published-python-clients/bin/zlp'),
  apprise: join(cache, 'published-python-clients/bin/apprise'),
  shoutrrr: join(cache, 'bin/shoutrrr'),
  matterbridge: join(cache, 'bin/matterbridge'),
  n8n: join(cache, 'n8n/node_modules/n8n-nodes-base/dist/nodes/Zulip/Zulip.node.js'),
} as const

/** Whether a client is absent. Says so in one line; throws with CI set, where `.ci/run` has installed all. */
export function isMissing(name: keyof typeof PUBLISHED): boolean {
  if (existsSync(PUBLISHED[name])) return false
  const reason = `no ${PUBLISHED[name]} (.ci/run installs it)`
  if (process.env.CI) throw new Error(reason)
  process.stderr.write(`Tests of ${name} are skipped: ${reason}\n`)
  return true
}

/** A way for programs that know only https to reach a gateway. */
export interface SecureWay {
  /** The environment of a program: its proxy, and the certificate that it trusts. */
  readonly env: Record<string, string>
  close(): void
}

/**
 * Starts a proxy whose tunnels, wherever they should lead, end in TLS with a certificate for `host`, and
 * their requests at the gateway.
 */
export async function secureWayTo(gateway: string, host: string): Promise<SecureWay> {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-tls-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`],
    ...['-addext', `subjectAltName=DNS:${host}`, '-keyout', keyFile, '-out', certFile],
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
  const sockets = new Set<Socket>()
  const server = createServer().on('connect', (_request, near: Socket) => {
    near.write('HTTP/1.1 200 OK\r\n\r\n')
    const secure = new TLSSocket(near, { isServer: true, key, cert })
    const far = connect(Number(new URL(gateway).port), '127.0.0.1')
    for (const [one, other] of [
      [secure, far],
      [far, secure],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { HTTPS_PROXY: proxy, https_proxy: proxy, SSL_CERT_FILE: certFile, REQUESTS_CA_BUNDLE: certFile },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
