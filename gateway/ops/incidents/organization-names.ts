import type { Database } from '../../../core/platform/db/database.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'

const NAMES = statement(
  'incidents.organizations',
  'SELECT id, name FROM realm WHERE id = ANY($1::int[])', // realm_pkey
)
/** Most names that are remembered. */
const MAX_NAMES = 1_000
const WAIT_MS = 1_000

/** The names of organizations, as long as Postgres has told them once. */
export class OrganizationNames {
  readonly #db: Pick<Database, 'run'>
  readonly #known = new Map<number, string>()

  constructor(db: Pick<Database, 'run'>) {
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
      .run<{ readonly id: number; readonly name: string }>(NAMES, [missing])
      .catch(() => [])
    const rows = await Promise.race([asked, late]).finally(() => clearTimeout(timer))
    if (this.#known.size + rows.length > MAX_NAMES) this.#known.clear()
    for (const { id, name } of rows) this.#known.set(id, name)
    return this.#known
  }
}
