import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replicas } from '../../core/platform/replicas/replicas.ts'

/** Adds metrics of reads that replicas may answer. They have no values without replicas. */
export function addReplicaMetrics(registry: Registry, replicas: Replicas): void {
  const registers = [registry]
  new Counter({
    name: 'loquat_replica_reads_total',
    help: 'Reads on a replica by outcome; the primary repeats those that were not answered',
    labelNames: ['server', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { server, outcomes } of replicas.figures()) {
        for (const [outcome, count] of outcomes) this.inc({ server, outcome }, count)
      }
    },
  })
  new Counter({
    name: 'loquat_replica_fallbacks_total',
    help: 'Reads that a replica may answer and the primary answered, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of replicas.fallbacks) this.inc({ reason }, count)
    },
  })
  const gauge = (
    name: string,
    help: string,
    read: (figures: ReturnType<Replicas['figures']>[number]) => number,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['server'],
      registers,
      collect() {
        for (const figures of replicas.figures()) this.set({ server: figures.server }, read(figures))
      },
    })
  gauge(
    'loquat_replica_used',
    'Whether reads use the replica: 0 after a failure, until it has recovered',
    (figures) => Number(figures.isUsed),
  )
  gauge(
    'loquat_replica_lag_entries',
    "Entries of an organization's log that the replica lacked when it was last asked",
    (figures) => figures.lag,
  )
}
