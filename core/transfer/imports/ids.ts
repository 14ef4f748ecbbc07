import { createHash } from 'node:crypto'
import type { Columns } from '../../platform/db/row.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import { isPicturePath } from '../../state/pictures/path.ts'
import type { Kind, Mapping } from '../exports/archive/column.ts'
import { ArchiveError } from './archive.ts'
import type { ImportedId } from './entities.ts'
import { mapHtml, mapMarkdown, type RealmLocation } from './references.ts'

/** The database sequence of each kind's ids. */
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

/** Kinds with too many ids to keep them all in memory. */
const NOT_IN_MEMORY: ReadonlySet<Kind> = new Set<Kind>(['conversation', 'message', 'attachment'])

/** Old id that stands for positions after all messages of the archive. */
const END = Number.MAX_SAFE_INTEGER

const GIVE = statement(
  'import.give-ids',
  `INSERT INTO imported_id (realm_id, kind, old_id, new_id)
   SELECT $1, $2, old, nextval($3::regclass) FROM (
     SELECT old FROM unnest($4::bigint[]) WITH ORDINALITY AS given (old, n) ORDER BY n) given
   ON CONFLICT DO NOTHING`,
)
// All use imported_id_pkey.
const FEW = statement(
  'import.few-ids',
  `SELECT kind, old_id AS "oldId", new_id AS "newId" FROM imported_id WHERE realm_id = $1 AND kind = ANY ($2::text[])`,
)
const SOME = statement(
  'import.some-ids',
  'SELECT old_id AS "oldId", new_id AS "newId" FROM imported_id WHERE realm_id = $1 AND kind = $2 AND old_id = ANY ($3::bigint[])',
)
const FROM = statement(
  'import.ids-from',
  `SELECT given.at AS "oldId", found.new_id AS "newId" FROM unnest($2::bigint[]) AS given (at), LATERAL (
     SELECT new_id FROM imported_id WHERE realm_id = $1 AND kind = 'message' AND old_id >= given.at
     ORDER BY old_id LIMIT 1) found`,
)
const UP_TO = statement(
  'import.ids-up-to',
  `SELECT given.at AS "oldId", found.new_id AS "newId" FROM unnest($2::bigint[]) AS given (at), LATERAL (
     SELECT new_id FROM imported_id WHERE realm_id = $1 AND kind = 'message' AND old_id <= given.at
     ORDER BY old_id DESC LIMIT 1) found`,
)

/** Assigns new ids to objects of a kind, in the given order. */
export async function assignIds(sql: Sql, realm: RealmId, kind: Kind, old: readonly number[]): Promise<void> {
  await sql.run(GIVE, [realm, kind, SEQUENCES[kind], old])
}

/** Assigns an id that follows those of all messages. Call it after the messages have their ids. */
export const assignLastId = (sql: Sql, realm: RealmId): Promise<void> =>
  assignIds(sql, realm, 'message', [END])

/** Source and target of an import. */
export interface Move {
  /** Storage keys of the imported files are derived from this id. */
  readonly secret: string
  readonly from: RealmLocation
  readonly to: RealmLocation & { readonly host: string }
}

/** An id of the archive, or a position between ids, and the new id that it is mapped to. */
type MappedId = Columns<typeof ImportedId, 'oldId' | 'newId'>

/** Looks up ids in batches: `get` records unknown ids in `wanted`, and `add` supplies the results. */
class IdLookup {
  readonly known = new Map<number, number | null>()
  readonly wanted = new Set<number>()

  get(old: number): number | null | undefined {
    const known = this.known.get(old)
    if (known === undefined) this.wanted.add(old)
    return known
  }

  add(rows: readonly MappedId[]): void {
    for (const old of this.wanted) this.known.set(old, null)
    for (const { oldId, newId } of rows) this.known.set(oldId, newId)
    this.wanted.clear()
  }
}

/** The id mapping of an import. Keeps kinds with few ids in memory, and loads the others for each batch of rows. */
export class ImportedIds {
  readonly #realm: RealmId
  readonly #move: Move
  readonly #inMemory: ReadonlyMap<string, ReadonlyMap<number, number>>

  private constructor(
    realm: RealmId,
    move: Move,
    inMemory: ReadonlyMap<string, ReadonlyMap<number, number>>,
  ) {
    this.#realm = realm
    this.#move = move
    this.#inMemory = inMemory
  }

  /** Call it after all ids are assigned. */
  static async load(sql: Sql, realm: RealmId, move: Move): Promise<ImportedIds> {
    const kinds = (Object.keys(SEQUENCES) as Kind[]).filter((kind) => !NOT_IN_MEMORY.has(kind))
    const inMemory = new Map(kinds.map((kind) => [kind as string, new Map<number, number>()]))
    const rows = await sql.run<Columns<typeof ImportedId, 'kind'> & MappedId>(FEW, [realm, kinds])
    for (const { kind, oldId, newId } of rows) inMemory.get(kind)!.set(oldId, newId)
    return new ImportedIds(realm, move, inMemory)
  }

  /**
   * Maps a batch of rows. Runs `map` once to collect the ids it needs, loads them in a constant number of queries, and
   * runs it again. `map` must not have side effects.
   */
  async map<T>(sql: Sql, map: (mapping: Mapping) => T): Promise<T> {
    const lookups = {
      conversation: new IdLookup(),
      message: new IdLookup(),
      attachment: new IdLookup(),
      from: new IdLookup(),
      upTo: new IdLookup(),
    }
    const mapping = this.#mapping(lookups)
    const isComplete = () => Object.values(lookups).every(({ wanted }) => wanted.size === 0)
    let first: T | undefined
    try {
      first = map(mapping)
    } catch (error) {
      if (isComplete()) throw error
    }
    if (isComplete()) return first as T
    for (const kind of ['conversation', 'message', 'attachment'] as const) {
      const { wanted } = lookups[kind]
      if (wanted.size === 0) continue
      lookups[kind].add(await sql.run<MappedId>(SOME, [this.#realm, kind, [...wanted]]))
    }
    for (const [position, query] of [
      ['from', FROM],
      ['upTo', UP_TO],
    ] as const) {
      const { wanted } = lookups[position]
      if (wanted.size > 0) lookups[position].add(await sql.run<MappedId>(query, [this.#realm, [...wanted]]))
    }
    return map(mapping)
  }

  #mapping(lookups: Record<'conversation' | 'message' | 'attachment' | 'from' | 'upTo', IdLookup>): Mapping {
    const { from, to, secret } = this.#move
    const id = (kind: Kind, old: number): number | null => {
      if (!Number.isSafeInteger(old) || old === END) return null
      const inMemory = this.#inMemory.get(kind)
      if (inMemory !== undefined) return inMemory.get(old) ?? null
      // An unknown id maps to an arbitrary one in the first run, so that the run collects all other ids too.
      const known = lookups[kind as 'message'].get(old)
      return known === undefined ? 1 : known
    }
    return {
      id,
      from: (position) => lookups.from.get(position) ?? 0,
      upTo: (position) => lookups.upTo.get(position) ?? 0,
      markdown: (text) => mapMarkdown(text, { id }, from, to),
      html: (html) => mapHtml(html, { id }, from, to),
      path: (path) => mapPath(path, from, to),
      storageKey: (attachment) =>
        createHash('sha256').update(`${secret}:${attachment}`).digest('hex').slice(0, 32),
      host: to.host,
    }
  }
}

/** Maps the path of a file. Throws `ArchiveError` when it is not a path of the exported organization. */
function mapPath(path: string, from: RealmLocation, to: RealmLocation): string {
  const prefix = `${from.id}/`
  const rest = path.slice(prefix.length)
  const isUpload =
    /^[^/]+(?:\/[^/]+){1,3}$/.test(rest) && !rest.split('/').some((part) => /^\.{1,2}$/.test(part))
  if (!path.startsWith(prefix) || !(isUpload || isPicturePath(path))) {
    throw new ArchiveError(
      `The archive is broken: ${JSON.stringify(path.slice(0, 100))} is not a path of its files.`,
    )
  }
  return `${to.id}/${rest}`
}
