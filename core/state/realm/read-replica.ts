import type { Database } from '../../platform/db/database.ts'
import type { ReadSource } from '../../platform/db/read-source.ts'
import type { Statement } from '../../platform/db/statements/statement.ts'
import type { LogPosition } from '../../platform/replicas/log-position.ts'
import { Outrun } from '../../platform/replicas/replica.ts'
import type { Replicas } from '../../platform/replicas/replicas.ts'
import type { Reader } from '../users/reader.ts'
import { currentActor } from './current-actor.ts'
import { type CurrentSql, readCurrent } from './read-current.ts'
import type { RealmState } from './state.ts'

/** The servers of Postgres. */
export interface Servers {
  readonly db: Database
  readonly replicas: Replicas
}

/**
 * As `readCurrent`, on a replica if one has everything that was acknowledged before the call. It answers as
 * the primary would at one position of the log: memory and the replica's snapshot agree, otherwise the
 * primary answers. For expensive reads, because it asks the primary for the position first. `read` must be
 * repeatable.
 */
export async function readAnywhere<R extends Reader, T>(
  { db, replicas }: Servers,
  realm: RealmState,
  reader: R,
  read: (sql: CurrentSql, reader: R, source: ReadSource) => Promise<T>,
): Promise<T> {
  const wanted = replicas.isEmpty ? undefined : await positionOf(replicas, realm)
  const answer =
    wanted &&
    (await replicas.read(realm.id, wanted, async (source, at) => {
      if (realm.position < at.stateSeq) await realm.sync()
      const current = (reader && currentActor(realm, reader)) as R
      const checkMemory = () => {
        if (realm.changedAt > at.seq) throw new Outrun()
      }
      const runBy: CurrentSql['runBy'] = async (run, query, values) => {
        checkMemory()
        return run(query, values)
      }
      const run = async <Row>(query: Statement, values: readonly unknown[] = []) => {
        checkMemory()
        return source.run<Row>(query, values)
      }
      const result = await read({ run, runBy }, current, { ...source, run })
      checkMemory()
      return result
    }))
  if (answer?.outcome === 'answered') return answer.result
  return readCurrent(db, realm, reader, (sql, current) => read(sql, current, db))
}

/** Returns the position that a replica must have; undefined when the primary does not tell it. */
async function positionOf(replicas: Replicas, realm: RealmState): Promise<LogPosition | undefined> {
  try {
    const position = await realm.syncPosition()
    // Memory is ahead of the log when entries came meanwhile, or when Postgres has lost entries.
    return position && { ...position, seq: position.seq > realm.position ? position.seq : realm.position }
  } catch {
    replicas.countFallback('unknown position')
    return undefined
  }
}
