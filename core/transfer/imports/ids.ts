import { createHash } from 'node:crypto'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import { isPicturePath } from '../../state/pictures/path.ts'
import type { Kind, Mapping } from '../exports/archive/column.ts'
import { ArchiveError } from './archive.ts'
import { mapHtml, mapMarkdown, type Place } from './references.ts'

/** The sequence that a kind's ids come from. */
const SEQUENCES: Readonly<Record<Kind, string>> = {
  user: 'user_account_id_seq',
  group: 'user_group_id_seq',
  channel: 'channel_id_seq',
  folder: 'channel_folder_id_seq',
  field: 'custom_profile_field_id_seq',
  emoji: 'realm_emoji_id_seq',
  conversation: 'conversation_id_seq',
  message: 'message_id_seq',
  attachment: 'attachment_id_seq',
}

/** Of these there are too many to be all in memory. */
const MANY: ReadonlySet<Kind> = new Set<Kind>(['conversation', 'message', 'attachment'])

/** What stands for positions after all messages of the archive. */
const END = Number.MAX_SAFE_INTEGER

const GIVE = statement(
  'import.give-ids',
  `INSERT INTO imported_id (realm_id, kind, old_id, new_id)
   SELECT $1, $2, old, nextval($3::regclass) FROM (
     SELECT old FROM unnest($4::bigint[]) WITH ORDINALITY AS given (old, n) ORDER BY n) given
   ON CONFLICT DO NOTHING`,
)
// All by imported_id_pkey.
const FEW = statement(
  'import.few-ids',
  `SELECT kind, old_id AS old, new_id AS new FROM imported_id WHERE realm_id = $1 AND kind = ANY ($2::text[])`,
)
const SOME = statement(
  'import.some-ids',
  'SELECT old_id AS old, new_id AS new FROM imported_id WHERE realm_id = $1 AND kind = $2 AND old_id = ANY ($3::bigint[])',
)
const FROM = statement(
  'import.ids-from',
  `SELECT given.at, found.new_id AS new FROM unnest($2::bigint[]) AS given (at), LATERAL (
     SELECT new_id FROM imported_id WHERE realm_id = $1 AND kind = 'message' AND old_id >= given.at
     ORDER BY old_id LIMIT 1) found`,
)
const UP_TO = statement(
  'import.ids-up-to',
  `SELECT given.at, found.new_id AS new FROM unnest($2::bigint[]) AS given (at), LATERAL (
     SELECT new_id FROM imported_id WHERE realm_id = $1 AND kind = 'message' AND old_id <= given.at
     ORDER BY old_id DESC LIMIT 1) found`,
)

/** Gives new ids to rows of a kind, in their order. */
export async function giveIds(sql: Sql, realm: RealmId, kind: Kind, old: readonly number[]): Promise<void> {
  await sql.run(GIVE, [realm, kind, SEQUENCES[kind], old])
}

/** Gives the id that lies after those of all messages. To be called when these have theirs. */
export const giveLastId = (sql: Sql, realm: RealmId): Promise<void> => giveIds(sql, realm, 'message', [END])

/** What the names of an import's files are derived from, and where it comes from and goes to. */
export interface Move {
  readonly secret: string
  readonly from: Place
  readonly to: Place & { readonly host: string }
}

/** What a mapping has found out, or is to. */
class Found {
  readonly known = new Map<number, number | null>()
  readonly wanted = new Set<number>()

  get(old: number): number | null | undefined {
    const known = this.known.get(old)
    if (known === undefined) this.wanted.add(old)
    return known
  }

  learn(rows: readonly { at: number; new: number }[]): void {
    for (const old of this.wanted) this.known.set(old, null)
    for (const row of rows) this.known.set(row.at, row.new)
    this.wanted.clear()
  }
}

/** The ids of an import. Those that are few are in memory, of others what one batch of rows names. */
export class ImportedIds {
  readonly #realm: RealmId
  readonly #move: Move
  readonly #few: ReadonlyMap<string, ReadonlyMap<number, number>>

  private constructor(realm: RealmId, move: Move, few: ReadonlyMap<string, ReadonlyMap<number, number>>) {
    this.#realm = realm
    this.#move = move
    this.#few = few
  }

  /** To be called when all ids have been given. */
  static async load(sql: Sql, realm: RealmId, move: Move): Promise<ImportedIds> {
    const kinds = (Object.keys(SEQUENCES) as Kind[]).filter((kind) => !MANY.has(kind))
    const few = new Map(kinds.map((kind) => [kind as string, new Map<number, number>()]))
    for (const row of await sql.run<{ kind: string; old: number; new: number }>(FEW, [realm, kinds])) {
      few.get(row.kind)!.set(row.old, row.new)
    }
    return new ImportedIds(realm, move, few)
  }

  /**
   * What `map` makes of a batch: it is run, what it asked for is looked up, and it is run again with that. So it must not
   * do anything. Queries: a constant number.
   */
  async map<T>(sql: Sql, map: (mapping: Mapping) => T): Promise<T> {
    const found = {
      conversation: new Found(),
      message: new Found(),
      attachment: new Found(),
      from: new Found(),
      upTo: new Found(),
    }
    const mapping = this.#mapping(found)
    let first: T | undefined
    try {
      first = map(mapping)
    } catch (error) {
      if (Object.values(found).every(({ wanted }) => wanted.size === 0)) throw error
    }
    if (Object.values(found).every(({ wanted }) => wanted.size === 0)) return first as T
    for (const kind of ['conversation', 'message', 'attachment'] as const) {
      const { wanted } = found[kind]
      if (wanted.size === 0) continue
      const rows = await sql.run<{ old: number; new: number }>(SOME, [this.#realm, kind, [...wanted]])
      found[kind].learn(rows.map((row) => ({ at: row.old, new: row.new })))
    }
    for (const [place, query] of [
      ['from', FROM],
      ['upTo', UP_TO],
    ] as const) {
      const { wanted } = found[place]
      if (wanted.size > 0) found[place].learn(await sql.run(query, [this.#realm, [...wanted]]))
    }
    return map(mapping)
  }

  #mapping(found: Record<'conversation' | 'message' | 'attachment' | 'from' | 'upTo', Found>): Mapping {
    const { from, to, secret } = this.#move
    const id = (kind: Kind, old: number): number | null => {
      if (!Number.isSafeInteger(old) || old === END) return null
      const few = this.#few.get(kind)
      if (few !== undefined) return few.get(old) ?? null
      // Unknown yet: some id, so that the rest is asked for too.
      const known = found[kind as 'message'].get(old)
      return known === undefined ? 1 : known
    }
    return {
      id,
      from: (position) => found.from.get(position) ?? 0,
      upTo: (position) => found.upTo.get(position) ?? 0,
      markdown: (text) => mapMarkdown(text, { id }, from, to),
      html: (html) => mapHtml(html, { id }, from, to),
      path: (path) => movedPath(path, from, to),
      storageKey: (attachment) =>
        createHash('sha256').update(`${secret}:${attachment}`).digest('hex').slice(0, 32),
      host: to.host,
    }
  }
}

/** An address of a file in the new organization. Throws `ArchiveError` for one that was not the former one's. */
function movedPath(path: string, from: Place, to: Place): string {
  const prefix = `${from.id}/`
  const rest = path.slice(prefix.length)
  const isUpload =
    /^[^/]+(?:\/[^/]+){1,3}$/.test(rest) && !rest.split('/').some((part) => /^\.{1,2}$/.test(part))
  if (!path.startsWith(prefix) || !(isUpload || isPicturePath(path))) {
    throw new ArchiveError(
      `The archive is broken: ${JSON.stringify(path.slice(0, 100))} is no address of its files.`,
    )
  }
  return `${to.id}/${rest}`
}
