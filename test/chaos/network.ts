import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Place } from '../harness/place.ts'

const DELAY = fileURLToPath(new URL('./delay-packets.py', import.meta.url))

const run = promisify(execFile)

/** One end of a cut: packets from it, packets to it, or both are dropped. */
export type Direction = 'from' | 'to' | 'both'

/**
 * The kind of host that the test itself is. It can always reach the servers whose state the test has to read.
 */
const TEST = 1
const ROUTER = 254

/** Returns why this machine cannot make network namespaces; undefined when it can. */
export async function whyNoNetwork(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'network namespaces exist on Linux only'
  if (process.getuid?.() !== 0) return 'only root makes network namespaces'
  const name = `lq-test-${randomBytes(3).toString('hex')}`
  try {
    await run('ip', ['netns', 'add', name])
    try {
      await run('nsenter', [`--net=/run/netns/${name}`, 'iptables', '-w', '-A', 'FORWARD', '-j', 'DROP'])
    } finally {
      await run('ip', ['netns', 'del', name])
    }
  } catch (error) {
    return `this machine makes no network namespaces: ${(error as Error).message}`
  }
}

/**
 * A network of hosts, each in a network namespace of its own. A router in another namespace connects all of
 * them with each other and with this program. Faults are rules of the router, so the hosts notice only
 * missing and late packets.
 */
export class Network {
  /** The address of this program. */
  readonly testHost: string
  readonly #id: string
  readonly #prefix: string
  #delaying: ChildProcess | undefined
  readonly #hosts = new Map<string, Place & { readonly namespace: string }>()

  private constructor(id: string, prefix: string) {
    this.#id = id
    this.#prefix = prefix
    this.testHost = `${prefix}.${TEST}`
  }

  static async start(names: readonly string[]): Promise<Network> {
    const network = new Network(
      `lq${randomBytes(3).toString('hex')}`,
      `10.${randomInt(129, 254)}.${randomInt(0, 255)}`,
    )
    process.once('exit', () => network.#remove())
    const router = network.#router
    await run('ip', ['netns', 'add', router])
    await inside(router, 'sysctl', '-qw', 'net.ipv4.ip_forward=1')
    await inside(router, 'ip', 'link', 'set', 'lo', 'up')
    await network.#connect(network.testHost, undefined)
    const created = names.map(async (name, index) => {
      const host = { host: `${network.#prefix}.${index + 11}`, namespace: `${network.#id}-${name}` }
      network.#hosts.set(name, host)
      await run('ip', ['netns', 'add', host.namespace])
      await network.#connect(host.host, host.namespace)
    })
    await Promise.all(created)
    return network
  }

  place(name: string): Place {
    const place = this.#hosts.get(name)
    if (place === undefined) throw new Error(`no host ${name}`)
    return place
  }

  /**
   * Drops packets between a host and others. This program still reaches the host unless it is among the
   * others.
   */
  async cut(name: string, others: readonly string[], direction: Direction): Promise<void> {
    const { host } = this.place(name)
    for (const other of others) {
      const peer = other === 'test' ? this.testHost : this.place(other).host
      if (direction !== 'to') await this.#rule('-s', host, '-d', peer, '-j', 'DROP')
      if (direction !== 'from') await this.#rule('-s', peer, '-d', host, '-j', 'DROP')
    }
  }

  /** Drops a share of all packets from and to a host. */
  async lose(name: string, share: number): Promise<void> {
    const { host } = this.place(name)
    const random = ['-m', 'statistic', '--mode', 'random', '--probability', String(share), '-j', 'DROP']
    await this.#rule('-s', host, ...random)
    await this.#rule('-d', host, ...random)
  }

  /** Delays all packets from a host. One host at a time can be slow. */
  async delay(name: string, milliseconds: number): Promise<void> {
    const child = spawn(
      'nsenter',
      [`--net=/run/netns/${this.#router}`, 'python3', DELAY, String(milliseconds)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.#delaying = child
    await once(child.stdout, 'data')
    await this.#rule('-s', this.place(name).host, '-j', 'NFQUEUE', '--queue-num', '0')
  }

  /** Ends all cuts, losses and delays. */
  async heal(): Promise<void> {
    this.#delaying?.kill('SIGKILL')
    this.#delaying = undefined
    await inside(this.#router, 'iptables', '-w', '-F', 'FORWARD')
  }

  /** Removes all namespaces. Their processes must have ended. */
  stop(): void {
    this.#remove()
  }

  get #router(): string {
    return `${this.#id}-router`
  }

  async #rule(...rule: string[]): Promise<void> {
    await inside(this.#router, 'iptables', '-w', '-A', 'FORWARD', ...rule)
  }

  /** Connects a namespace with the router by two ends of a cable; `undefined` is this program's namespace. */
  async #connect(address: string, namespace: string | undefined): Promise<void> {
    const near = namespace === undefined ? this.#id : 'net0'
    const far = `to${address.split('.').at(-1)}`
    const gateway = `${this.#prefix}.${ROUTER}`
    const at = namespace === undefined ? [] : ['-n', namespace]
    const home = namespace === undefined ? [] : ['netns', namespace]
    await run('ip', ['link', 'add', near, ...home, 'type', 'veth', 'peer', far, 'netns', this.#router])
    await run('ip', [...at, 'addr', 'add', `${address}/32`, 'dev', near])
    await run('ip', [...at, 'link', 'set', near, 'up'])
    if (namespace !== undefined) await run('ip', [...at, 'link', 'set', 'lo', 'up'])
    await run('ip', ['-n', this.#router, 'addr', 'add', `${gateway}/32`, 'dev', far])
    await run('ip', ['-n', this.#router, 'link', 'set', far, 'up'])
    await run('ip', ['-n', this.#router, 'route', 'add', `${address}/32`, 'dev', far])
    await run('ip', [...at, 'route', 'add', `${gateway}/32`, 'dev', near])
    await run('ip', [
      ...at,
      'route',
      'add',
      `${this.#prefix}.0/24`,
      'via',
      gateway,
      'dev',
      near,
      'src',
      address,
    ])
  }

  /** Runs while this program ends, so it waits for each command. */
  #remove(): void {
    this.#delaying?.kill('SIGKILL')
    const names = [this.#router, ...[...this.#hosts.values()].map(({ namespace }) => namespace)]
    this.#hosts.clear()
    for (const name of names) {
      try {
        execFileSync('ip', ['netns', 'del', name], { stdio: 'ignore' })
      } catch {
        // It was removed before.
      }
    }
  }
}

async function inside(namespace: string, program: string, ...args: string[]): Promise<void> {
  await run('nsenter', [`--net=/run/netns/${namespace}`, program, ...args])
}
