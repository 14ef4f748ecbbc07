import { Cluster, type Redis } from 'ioredis'
import { connectToNodeOf, nodeServing, type RedisClient, slotOf } from './redis-connection.ts'

interface Options {
  /** Called with each message of a channel that is subscribed. */
  onMessage(channel: string, message: Buffer): void
  /**
   * Called each time the subscription of a channel begins, also after the connection was lost. Messages
   * before it may be lost.
   */
  onSubscribed(channel: string): void
  /** Time between two signs of life that each connection asks for. Default: 5 seconds. */
  readonly checkEveryMs?: number
}

interface Subscription {
  readonly channel: string
  readonly slot: number
  node: Node | undefined
  isActive: boolean
}

interface Node {
  readonly address: string
  readonly connection: Redis
  /** Whether the server may have ended subscriptions, because it no longer serves a slot. */
  isDoubtful: boolean
}

const CHECK_EVERY_MS = 5_000
const RETRY_MS = 100
const CHANNELS_AT_ONCE = 500

/**
 * Subscribes to any number of pub/sub channels over one connection to each Redis node. In a cluster a channel
 * is sharded: the node that serves its slot has it. A lost connection, a failover and a moved slot end
 * subscriptions, which then begin again.
 */
export class ChannelSubscriber {
  readonly #redis: RedisClient
  readonly #options: Options
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #nodes = new Map<string, Node>()
  readonly #checkEveryMs: number
  readonly #timer: NodeJS.Timeout
  readonly #onRefresh = () => this.#tend()
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(redis: RedisClient, options: Options) {
    this.#redis = redis
    this.#options = options
    this.#checkEveryMs = options.checkEveryMs ?? CHECK_EVERY_MS
    this.#timer = setInterval(() => this.#checkConnections(), this.#checkEveryMs).unref()
    if (redis instanceof Cluster) redis.on('refresh', this.#onRefresh)
  }

  subscribe(channel: string): void {
    if (this.#subscriptions.has(channel)) return
    const slot = this.#redis instanceof Cluster ? slotOf(channel) : 0
    const subscription = { channel, slot, node: undefined, isActive: false }
    this.#subscriptions.set(channel, subscription)
    this.#assign(subscription)
    if (subscription.node !== undefined) this.#begin(subscription.node, [subscription])
  }

  unsubscribe(channel: string): void {
    const subscription = this.#subscriptions.get(channel)
    if (subscription === undefined) return
    this.#subscriptions.delete(channel)
    this.#end(subscription)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    clearTimeout(this.#retry)
    this.#redis.off('refresh', this.#onRefresh)
    this.#subscriptions.clear()
    for (const { connection } of this.#nodes.values()) connection.disconnect()
    this.#nodes.clear()
  }

  /** Finds the node that serves the channel now. Without one, a later call does. */
  #assign(subscription: Subscription): void {
    const address = nodeServing(this.#redis, subscription.slot)
    if (address === subscription.node?.address) return
    this.#end(subscription)
    subscription.isActive = false
    subscription.node = address === undefined ? undefined : this.#node(address, subscription.channel)
  }

  #node(address: string, channel: string): Node | undefined {
    const known = this.#nodes.get(address)
    if (known !== undefined) return known
    let connection: Redis
    try {
      connection = connectToNodeOf(this.#redis, channel, {
        autoResubscribe: false,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
        socketTimeout: this.#checkEveryMs,
      })
    } catch {
      return undefined // A failover: the node is not known yet.
    }
    const node: Node = { address, connection, isDoubtful: false }
    this.#nodes.set(address, node)
    connection.on('ready', () => this.#begin(node, this.#inactiveOf(node)))
    connection.on('close', () => this.#lose(node))
    connection.on('end', () => this.#leave(node))
    connection.on('moved', () => this.#refreshSlots())
    // Also comes when the server has ended the subscription of a channel whose slot has moved.
    connection.on('error', () => {
      node.isDoubtful = this.#redis instanceof Cluster
      this.#refreshSlots()
    })
    connection.on('messageBuffer', (name: Buffer, message: Buffer) => this.#receive(name, message))
    connection.on('smessageBuffer', (name: Buffer, message: Buffer) => this.#receive(name, message))
    connection.connect().catch(() => undefined)
    return node
  }

  #receive(name: Buffer, message: Buffer): void {
    const channel = name.toString('latin1')
    if (this.#subscriptions.has(channel)) this.#options.onMessage(channel, message)
  }

  #begin({ connection }: Node, subscriptions: readonly Subscription[]): void {
    if (connection.status !== 'ready') return
    const isSharded = this.#redis instanceof Cluster
    const atOnce = isSharded ? 1 : CHANNELS_AT_ONCE // The channels of one SSUBSCRIBE must be in one slot.
    for (let n = 0; n < subscriptions.length; n += atOnce) {
      const some = subscriptions.slice(n, n + atOnce)
      const channels = some.map(({ channel }) => channel)
      const done = isSharded ? connection.ssubscribe(...channels) : connection.subscribe(...channels)
      done.then(
        () => {
          for (const each of some) this.#activate(each, connection)
        },
        () => undefined, // The next comparison tries again.
      )
    }
  }

  #activate(subscription: Subscription, connection: Redis): void {
    const isCurrent =
      this.#subscriptions.get(subscription.channel) === subscription &&
      subscription.node?.connection === connection &&
      connection.status === 'ready'
    if (!isCurrent) return
    subscription.isActive = true
    this.#options.onSubscribed(subscription.channel)
  }

  #end({ channel, node }: Subscription): void {
    if (node?.connection.status !== 'ready') return
    const ended =
      this.#redis instanceof Cluster
        ? node.connection.sunsubscribe(channel)
        : node.connection.unsubscribe(channel)
    ended.catch(() => undefined)
  }

  #lose(node: Node): void {
    for (const each of this.#of(node)) each.isActive = false
  }

  /** A connection to a node of a cluster ends when it fails, because another node may serve its slots. */
  #leave(node: Node): void {
    if (this.#isClosed) return
    this.#nodes.delete(node.address)
    for (const each of this.#of(node)) each.node = undefined
    this.#refreshSlots()
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      this.#tend()
    }, RETRY_MS)
  }

  /** Moves subscriptions to the nodes that serve their slots, and begins those that have not begun. */
  #tend(): void {
    if (this.#isClosed) return
    for (const each of this.#subscriptions.values()) this.#assign(each)
    for (const node of this.#nodes.values()) this.#begin(node, this.#inactiveOf(node))
  }

  #checkConnections(): void {
    for (const node of this.#nodes.values()) {
      if (node.isDoubtful) this.#lose(node)
      node.isDoubtful = false
    }
    this.#tend()
    // The connection closes when nothing answers. A process that only listens finds a dead server in no other
    // way.
    for (const { connection } of this.#nodes.values())
      if (connection.status === 'ready') connection.ping().catch(() => undefined)
  }

  #refreshSlots(): void {
    if (this.#redis instanceof Cluster && !this.#isClosed) this.#redis.refreshSlotsCache()
  }

  #of(node: Node): Subscription[] {
    return [...this.#subscriptions.values()].filter((each) => each.node === node)
  }

  #inactiveOf(node: Node): Subscription[] {
    return this.#of(node).filter((each) => !each.isActive)
  }
}
