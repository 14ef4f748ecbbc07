import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { freePort } from '../../config/embedded/processes.ts'

const deployed = (name: string): string => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
const tlsFile = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))

const PATH = `${process.env.PATH}:/usr/sbin`

const missing = ['nginx', 'caddy'].filter(
  (program) => !PATH.split(delimiter).some((folder) => existsSync(join(folder, program))),
)

/** One line that says why tests of proxies are skipped; undefined when they run. */
export const proxiesMissing =
  missing.length === 0 ? undefined : `${missing.join(' and ')} not on the PATH (apt-get install nginx caddy)`

if (proxiesMissing && process.env.CI) throw new Error(proxiesMissing)
if (proxiesMissing) process.stderr.write(`Tests of proxies are skipped: ${proxiesMissing}\n`)

/** A running proxy with TLS. */
export interface RunningProxy {
  readonly url: string
  stop(): Promise<void>
}

/** Starts nginx with `deploy/nginx.conf` in front of two gateways. */
export async function startNginx(gateways: readonly URL[]): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-nginx-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const site = replaceAll(await readFile(deployed('nginx.conf'), 'utf8'), [
    ['server 127.0.0.1:9991 ', `server ${gateways[0]!.host} `],
    ['server 127.0.0.1:9992 ', `server ${gateways[1]!.host} `],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/chat.example.com.crt', tlsFile('localhost.crt')],
    ['/etc/ssl/chat.example.com.key', tlsFile('localhost.key')],
  ])
  await writeFile(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    join(folder, 'main.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root; ' : ''}pid ${folder}/pid; error_log stderr warn; events {}
http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  return start('nginx', ['-p', folder, '-c', join(folder, 'main.conf')], {}, folder, port)
}

/**
 * Starts Caddy with `deploy/Caddyfile` in front of the gateways. Its certificate is of an authority of its
 * own.
 */
export async function startCaddy(gateways: readonly URL[]): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-caddy-'))
  const port = await freePort()
  await mkdir(join(folder, 'data'))
  const main = `{
	admin off
	local_certs
	skip_install_trust
	http_port ${await freePort()}
	https_port ${port}
	storage file_system ${folder}/data
	log {
		level ERROR
	}
}
import ${deployed('Caddyfile')}
`
  await writeFile(join(folder, 'Caddyfile'), main)
  const env = {
    LOQUAT_DOMAIN: 'localhost',
    LOQUAT_GATEWAYS: gateways.map(({ host }) => host).join(' '),
    HOME: folder,
  }
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return start('caddy', args, env, folder, port)
}

/** Replaces each text, which must occur. */
function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`)
    return done.replaceAll(from, to)
  }, text)
}

async function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
  port: number,
): Promise<RunningProxy> {
  const child = spawn(program, args, { env: { PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += chunk))
  const exited = once(child, 'exit')
  const url = `https://localhost:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status, complaints).toBe(200), {
    timeout: 120_000,
    interval: 50,
  })
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
