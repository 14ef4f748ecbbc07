import { createHash } from 'node:crypto'
import { isOwnHtml } from '../../content/markdown/own-html.ts'
import { render } from '../../content/markdown/render.ts'
import { withCleanStyles } from '../../content/markdown/rendering/clean-styles.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import { isPicturePath } from '../../state/pictures/path.ts'
import type { Kind, Mapping } from '../exports/archive/column.ts'
import { ArchiveError } from './archive.ts'
import { mapHtml, mapMarkdown, type RealmLocation } from './references.ts'
import { IDS_PER_ROW, StoredIds } from './stored-ids.ts'

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
const STORED = ['conversation', 'message', 'attachment'] as const satisfies Kind[]
type StoredKind = (typeof STORED)[number]
const isStored = (kind: Kind): kind is StoredKind => STORED.some((stored) => stored === kind)

/** Old id that stands for positions after all messages of the archive. */
const END = Number.MAX_SAFE_INTEGER

const GIVE = statement(
  'import.give-ids',
  `INSERT INTO imported_id (realm_id, kind, old_id, new_id, later_old_ids, later_new_ids)
   SELECT $1, $2, old[1], new[1], old[2:], new[2:] FROM (
     SELECT array_agg(old ORDER BY n) AS old, array_agg(new ORDER BY n) AS new FROM (
       SELECT old, n, nextval($3::regclass) AS new FROM (
         SELECT old, n FROM unnest($4::bigint[]) WITH ORDINALITY AS given (old, n) ORDER BY n) given) assigned
     GROUP BY (n - 1) / ${IDS_PER_ROW}) collected`,
)
const FEW = statement(
  'import.few-ids',
  `SELECT kind, old_id || later_old_ids AS old, new_id || later_new_ids AS new
   FROM imported_id WHERE realm_id = $1 AND kind = ANY ($2::text[])`, // imported_id_pkey
)

/** Assigns new ids to objects of a kind, in the given order. */
export async function assignIds(sql: Sql, realm: RealmId, kind: Kind, old: readonly number[]): Promise<void> {
  await sql.run(GIVE, [realm, kind, SEQUENCES[kind], old])
}

/** Assigns an id higher than all ids of messages. Call it after the messages have their ids. */
export const assignLastId = (sql: Sql, realm: RealmId): Promise<void> =>
  assignIds(sql, realm, 'message', [END])

/** Source and target of an import. */
export interface Move {
  /** Storage keys of the imported files are derived from this id. */
  readonly secret: string
  readonly from: RealmLocation
  readonly to: RealmLocation & { readonly host: string }
  /** Whether this server has rendered the HTML of the archive. */
  readonly hasOwnHtml: boolean
}

/** Renders text without people and channels: names in it stay text. */
const NOBODY = { userByName: () => [], userById: () => undefined, channelByName: () => undefined }

/**
 * The id mapping of an import. Keeps kinds with few ids in memory, and loads the others for each batch of
 * rows.
 */
export class ImportedIds {
  readonly #inMemory: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly #stored: Readonly<Record<StoredKind, StoredIds>>
  readonly #mapping: Mapping
  #hasRendered = false

  private constructor(
    move: Move,
    inMemory: ReadonlyMap<string, ReadonlyMap<number, number>>,
    stored: Readonly<Record<StoredKind, StoredIds>>,
  ) {
    this.#inMemory = inMemory
    this.#stored = stored
    this.#mapping = this.#mappingOf(move)
  }

  /** Call it after all ids are assigned. */
  static async load(sql: Sql, realm: RealmId, move: Move): Promise<ImportedIds> {
    const kinds = (Object.keys(SEQUENCES) as Kind[]).filter((kind) => !isStored(kind))
    const inMemory = new Map(kinds.map((kind) => [kind as string, new Map<number, number>()]))
    const rows = await sql.run<{ readonly kind: Kind; readonly old: number[]; readonly new: number[] }>(FEW, [
      realm,
      kinds,
    ])
    for (const row of rows) {
      for (const [index, old] of row.old.entries()) inMemory.get(row.kind)!.set(old, row.new[index]!)
    }
    return new ImportedIds(move, inMemory, {
      conversation: await StoredIds.open(sql, realm, 'conversation'),
      message: await StoredIds.open(sql, realm, 'message'),
      attachment: await StoredIds.open(sql, realm, 'attachment'),
    })
  }

  /** Loads the ids of a range of one kind before `map`, which then does not need to run again for them. */
  async prepare(sql: Sql, kind: Kind, first: number, last: number): Promise<void> {
    if (!isStored(kind)) return
    this.#stored[kind].want(first, last)
    await this.#stored[kind].load(sql)
  }

  /**
   * Maps a batch of rows. Runs `map`, loads the ids that were not in memory in few queries, and runs it again
   * until all were. `map` must not have side effects.
   */
  async map<T>(sql: Sql, map: (mapping: Mapping) => T): Promise<T> {
    const stored = Object.values(this.#stored)
    const isComplete = () => stored.every((ids) => ids.isComplete)
    for (;;) {
      try {
        const mapped = map(this.#mapping)
        if (isComplete()) return mapped
      } catch (error) {
        if (isComplete()) throw error
      }
      for (const ids of stored) await ids.load(sql)
    }
  }

  /** Whether some HTML was not as this server writes it, and was rendered anew. */
  get hasRendered(): boolean {
    return this.#hasRendered
  }

  /** Frees memory between batches. */
  trim(): void {
    for (const ids of Object.values(this.#stored)) ids.trim()
  }

  #mappingOf({ from, to, secret, hasOwnHtml }: Move): Mapping {
    const { message } = this.#stored
    const id = (kind: Kind, old: number): number | null => {
      if (!Number.isSafeInteger(old) || old === END) return null
      if (!isStored(kind)) return this.#inMemory.get(kind)?.get(old) ?? null
      // An id that is not loaded maps to an arbitrary one, so that the run collects all others too.
      const known = this.#stored[kind].id(old)
      return known === undefined ? 1 : known
    }
    return {
      id,
      from: (position) => message.from(position) ?? 0,
      upTo: (position) => message.upTo(position) ?? 0,
      markdown: (text) => mapMarkdown(text, { id }, from, to),
      html: (given, markdown) => {
        if (hasOwnHtml) return mapHtml(given, { id }, from, to)
        const html = withCleanStyles(given)
        if (isOwnHtml(html)) return mapHtml(html, { id }, from, to)
        this.#hasRendered = true
        return render(mapMarkdown(markdown, { id }, from, to), { ...NOBODY, hosts: [to.host] }).html
      },
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
