import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, reference, sqlIndex } from '../db/statements/columns.ts'
import type { RealmId, Seq } from '../ids.ts'

export const EventHead = defineEntity({
  name: 'EventHead',
  tableName: 'event_head',
  comment:
    "The position of a realm's event log: one narrow row per realm. The lock on the row makes the order of `seq` the order of commits.",
  properties: {
    realmId: reference('Realm').primary(),
    seq: bigint<Seq>().default(0).comment('Position of the newest entry of the log.'),
    stateSeq: bigint<Seq>()
      .default(0)
      .comment('Position of the newest entry that changes what processes keep in memory.'),
  },
})

export const EventLog = defineEntity({
  name: 'EventLog',
  tableName: 'event_log',
  comment: 'The events of a realm, kept for as long as event queues live.',
  properties: {
    realmId: id<RealmId>().primary(),
    seq: bigint<Seq>().primary(),
    payload: p.text().comment('The event as JSON text, without its id.'),
    audience: p
      .text()
      .comment(
        'Who receives the event, encoded by events/audience.ts; `_` marks a change of state that no client receives.',
      ),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [sqlIndex("CREATE INDEX event_log_internal ON event_log (realm_id, seq) WHERE audience = '_'")],
})
