import type { Database } from '../../../core/platform/db/database.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { Realm } from '../../../core/state/realm/entity.ts'

/** Most names that are remembered. */
const MAX_NAMES = 1_000
const WAIT_MS = 1_000

/** The names of organizations, as long as Postgres has told them once. */
export class OrganizationNames {
  readonly #db: Database
  readonly #known = new Map<number, string>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns the names that are known within a second. Never rejects. */
  async of(realms: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const missing = [...new Set(realms)].filter((realm) => !this.#known.has(realm))
    if (missing.length === 0) return this.#known
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never[]>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS, [])
    })
    const asked = this.#db
      .readEntities((em) => em.find(Realm, { id: { $in: missing as RealmId[] } }, { fields: ['id', 'name'] }))
      .catch(() => [])
    const rows = await Promise.race([asked, late]).finally(() => clearTimeout(timer))
    if (this.#known.size + rows.length > MAX_NAMES) this.#known.clear()
    for (const { id, name } of rows) this.#known.set(id, name)
    return this.#known
  }
}
