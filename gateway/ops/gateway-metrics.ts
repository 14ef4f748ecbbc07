import { Counter, Gauge, type Registry } from 'prom-client'
import { messageCache } from '../../core/messaging/fetching/message-cache.ts'
import { messageHolder } from '../../core/messaging/reads/held-messages.ts'
import type { Core } from '../../core/state/core.ts'
import type { SmallFiles } from '../../storage/small-files.ts'
import type { RequestShares } from '../http/limits/request-shares.ts'
import type { EventQueues } from '../realtime/event-queues.ts'
import { addReplicaMetrics } from './replica-metrics.ts'

/**
 * Adds metrics of this gateway: event queues, waiting polls, WebSockets, the Postgres pool, organizations in
 * memory, caches.
 */
export function addGatewayMetrics(
  registry: Registry,
  core: Core,
  queues: EventQueues,
  smallFiles: SmallFiles,
  shares: RequestShares,
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('loquat_memory_bytes', 'Resident memory of this gateway', () => process.memoryUsage.rss())
  gauge('loquat_event_queues', 'Event queues attached to this gateway', () => queues.load.queues)
  gauge('loquat_waiting_polls', 'Long polls that wait for an event', () => queues.load.polls)
  gauge('loquat_websockets', 'WebSockets that events are sent on', () => queues.load.sockets)
  gauge('loquat_realms', 'Organizations in memory', () => core.realms.loaded.length)
  gauge('loquat_database_connections_used', 'Postgres connections in use', () => core.db.pool().used)
  gauge('loquat_database_connections_idle', 'Postgres connections idle', () => core.db.pool().idle)
  gauge(
    'loquat_database_waiting',
    'Requests that wait for a Postgres connection',
    () => core.db.pool().waiting,
  )
  gauge(
    'loquat_requests_waiting',
    'Requests that wait because their organization uses its share of the gateway',
    () => shares.figures.waiting,
  )
  new Counter({
    name: 'loquat_requests_refused_total',
    help: 'Requests that were answered 503 because too many of their organization waited',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(shares.figures.refused)
    },
  })
  addReplicaMetrics(registry, core.replicas)
  const messages = () => messageCache(core).figures()
  gauge('loquat_message_cache_bytes', 'Size of the message cache, at most', () => messages().bytes)
  countOutcomes(
    registry,
    'loquat_message_cache_messages_total',
    'Fetched messages by whether the message cache had them (hit) or Postgres sent them (miss)',
    messages,
  )
  const held = () => messageHolder(core).figures()
  gauge(
    'loquat_held_messages',
    'Newest messages of organizations in memory, for POST /register',
    () => held().messages,
  )
  countOutcomes(
    registry,
    'loquat_held_messages_uses_total',
    'Summaries of unread messages by whether the newest came from memory (hit) or all from Postgres (miss)',
    held,
  )
  const files = () => smallFiles.figures()
  gauge('loquat_file_cache_bytes', 'Size of the small files in memory', () => files().bytes)
  countOutcomes(
    registry,
    'loquat_file_cache_files_total',
    'Served small files by whether they were in memory (hit) or the store sent them (miss)',
    files,
  )
}

/** Adds a counter of the hits and misses of a cache. */
function countOutcomes(
  registry: Registry,
  name: string,
  help: string,
  read: () => { readonly hits: number; readonly misses: number },
): void {
  new Counter({
    name,
    help,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { hits, misses } = read()
      this.reset()
      this.inc({ outcome: 'hit' }, hits)
      this.inc({ outcome: 'miss' }, misses)
    },
  })
}
