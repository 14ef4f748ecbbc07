import {
  MAX_ALERT_WORDS,
  MAX_CHANNEL_FOLDERS,
  MAX_CUSTOM_EMOJI,
  MAX_DOMAINS,
  MAX_DRAFTS,
  MAX_LINKIFIERS,
  MAX_PLAYGROUNDS,
  MAX_PROFILE_FIELDS,
  MAX_SAVED_SNIPPETS,
  MAX_SCHEDULED_MESSAGES,
  MAX_USER_GROUPS,
} from '../../../../../config/limits.ts'
import {
  type Column,
  DanglingReference,
  KINDS,
  type Kind,
  type Mapping,
  type Row,
} from '../../../exports/archive/column.ts'
import { ownColumn, type Table } from '../../../exports/archive/table.ts'
import { TABLES } from '../../../exports/archive/tables.ts'
import { RowRules } from '../../row-rules.ts'
import { certainRow, rowShape } from '../../row-shape.ts'
import type { FilledNote } from '../reading/note-texts.ts'
import { IdSet } from '../reading/numbers/id-set.ts'
import { TextNumbers } from '../reading/numbers/number-map.ts'
import { folded } from '../reading/texts.ts'

/** The columns that the database wants unique, where a reader may give the same twice. */
const UNIQUE: Readonly<Record<string, (row: Row) => readonly unknown[] | undefined>> = {
  group_member: ({ group_id, user_id }) => [group_id, user_id],
  group_subgroup: ({ group_id, subgroup_id }) => [group_id, subgroup_id],
  subscription: ({ user_id, channel_id }) => [user_id, channel_id],
  subscription_span: ({ user_id, channel_id, from_id }) => [user_id, channel_id, from_id],
  conversation_participant: ({ user_id, conversation_id }) => [user_id, conversation_id],
  attachment_picture: ({ attachment_id }) => [attachment_id],
  attachment_message: ({ attachment_id, message_id }) => [attachment_id, message_id],
  alert_word: ({ user_id, folded }) => [user_id, folded],
  user_topic: ({ user_id, channel_id, topic }) => [user_id, channel_id, folded(String(topic))],
  muted_user: ({ user_id, muted_user_id }) => [user_id, muted_user_id],
  navigation_view: ({ user_id, fragment }) => [user_id, fragment],
  onboarding_step_seen: ({ user_id, step }) => [user_id, step],
  user_status: ({ user_id }) => [user_id],
  user_presence: ({ user_id }) => [user_id],
  custom_profile_field: ({ name }) => [name],
  custom_profile_field_value: ({ user_id, field_id }) => [user_id, field_id],
  bot_service: ({ bot_id }) => [bot_id],
  bot_config: ({ bot_id, key }) => [bot_id, key],
  embedded_bot: ({ bot_id }) => [bot_id],
  bot_storage: ({ bot_id, key }) => [bot_id, key],
  realm_domain: ({ domain }) => [domain],
  linkifier: ({ pattern }) => [pattern],
  playground: ({ language, name }) => [language, name],
  realm_emoji: ({ name, is_deactivated }) => (is_deactivated === true ? undefined : [name]),
  channel_folder: ({ name, is_archived }) => (is_archived === true ? undefined : [folded(String(name))]),
  default_channel_group: ({ name }) => [name],
}

/** Most rows of a table, in the organization or of one user. */
const MOST: Readonly<Record<string, { readonly rows: number; readonly isOfUser?: true }>> = {
  user_group: { rows: MAX_USER_GROUPS },
  channel_folder: { rows: MAX_CHANNEL_FOLDERS },
  draft: { rows: MAX_DRAFTS, isOfUser: true },
  saved_snippet: { rows: MAX_SAVED_SNIPPETS, isOfUser: true },
  scheduled_message: { rows: MAX_SCHEDULED_MESSAGES, isOfUser: true },
  alert_word: { rows: MAX_ALERT_WORDS, isOfUser: true },
  custom_profile_field: { rows: MAX_PROFILE_FIELDS },
  realm_domain: { rows: MAX_DOMAINS },
  linkifier: { rows: MAX_LINKIFIERS },
  playground: { rows: MAX_PLAYGROUNDS },
  realm_emoji: { rows: MAX_CUSTOM_EMOJI },
}

const PLACES: ReadonlyMap<Table, number> = new Map(TABLES.map((table, place) => [table, place]))
const PLACES_OF_KINDS: ReadonlyMap<Kind, number> = new Map(
  TABLES.flatMap((table, place) => {
    const own = ownColumn(table)
    return own === undefined ? [] : [[table.columns[own]!.own!, place] as const]
  }),
)

/** Why a record is left out. The kind of the record is missing in the values. */
export type Fault = FilledNote

const TWICE: Fault = { template: '{kind}: it is there twice', values: {} }

/** Finds the faults of a record, so that the archive made of the others is accepted as a whole. */
export class RecordChecks {
  readonly #rules = new RowRules()
  readonly #ids = Object.fromEntries(KINDS.map((kind) => [kind, new IdSet()])) as Record<Kind, IdSet>
  readonly #tables = new Map<string, TableChecks>()
  /** The id of the row that is checked. */
  #own: { readonly kind: Kind; readonly id: number } | undefined
  #place = 0
  readonly #mapping: Mapping = {
    id: (kind, old) => {
      const isOwn = this.#own?.kind === kind && this.#own.id === old
      return isOwn || this.#comesLater(kind) || this.#ids[kind].has(old) ? old : null
    },
    from: (position) => position,
    upTo: (position) => position,
    markdown: (text) => text,
    html: (text) => text,
    path: (path) => path,
    storageKey: () => '',
    host: 'host.invalid',
  }

  /** Returns the fault of a row; undefined for a row that the import accepts. */
  check(table: Table, columns: readonly string[], row: Row): Fault | undefined {
    const checks = this.#of(table, columns)
    if (!checks.isCertain(row)) {
      const shaped = checks.shape.safeParse(row)
      if (!shaped.success) {
        const [issue] = shaped.error.issues
        const column = issue!.path[0]?.toString() ?? 'a column'
        return { template: '{kind}: {column} has a wrong value', values: { column } }
      }
    }
    const own = checks.own === undefined ? undefined : Number(row[checks.own.column])
    if (own !== undefined && own <= this.#ids[checks.own!.kind].last) return TWICE
    this.#own = own === undefined ? undefined : { kind: checks.own!.kind, id: own }
    this.#place = PLACES.get(table)!
    const dangling = this.#danglingIn(checks, row)
    if (dangling !== undefined) return dangling
    const reason = this.#rules.check(table.name, row, table.name)
    if (reason !== undefined) return { template: '{kind}: {reason}', values: { reason } }
    const bound = checks.count(row)
    if (bound !== undefined) return bound
    if (own !== undefined) this.#ids[checks.own!.kind].add(own)
    return undefined
  }

  /** Returns the fault of the permissions of all rows; undefined for none. */
  end(): string | undefined {
    return this.#rules.end()
  }

  /** Whether rows of a kind come after the present one. A reader gives only ids of them that it yields. */
  #comesLater(kind: Kind): boolean {
    return PLACES_OF_KINDS.get(kind)! > this.#place
  }

  #danglingIn({ references }: TableChecks, row: Row): Fault | undefined {
    for (const [name, map] of references) {
      try {
        map(row[name], this.#mapping, row)
      } catch (error) {
        if (!(error instanceof DanglingReference)) throw error
        const column = name.replace(/_ids?$/, '').replaceAll('_', ' ')
        return { template: '{kind}: {column} is not in the archive', values: { column } }
      }
    }
    return undefined
  }

  #of(table: Table, columns: readonly string[]): TableChecks {
    let checks = this.#tables.get(table.name)
    if (checks === undefined) {
      checks = new TableChecks(table, columns)
      this.#tables.set(table.name, checks)
    }
    return checks
  }
}

class TableChecks {
  readonly isCertain: (row: unknown) => boolean
  readonly shape: ReturnType<typeof rowShape>
  readonly own: { readonly column: string; readonly kind: Kind } | undefined
  readonly references: readonly [string, NonNullable<Column['map']>][]
  readonly #unique: ((row: Row) => readonly unknown[] | undefined) | undefined
  readonly #known = new TextNumbers()
  readonly #most: (typeof MOST)[string] | undefined
  readonly #counts = new Map<unknown, number>()

  constructor(table: Table, columns: readonly string[]) {
    const { files: _, ...withoutFiles } = table
    this.isCertain = certainRow(withoutFiles, columns)
    this.shape = rowShape(withoutFiles, columns)
    const own = ownColumn(table)
    this.own = own === undefined ? undefined : { column: own, kind: table.columns[own]!.own! }
    // Deferred columns refer to rows that come later; the reader gives only ids that it yields.
    this.references = columns
      .filter((name) => name !== own && table.columns[name]!.isDeferred !== true)
      .flatMap((name) => {
        const { map } = table.columns[name]!
        return map === undefined ? [] : [[name, map] as [string, NonNullable<Column['map']>]]
      })
    this.#unique = UNIQUE[table.name]
    this.#most = MOST[table.name]
  }

  /** Counts a row. Returns why it is one too many. */
  count(row: Row): Fault | undefined {
    if (this.#most !== undefined) {
      const of = this.#most.isOfUser ? row.user_id : undefined
      const count = this.#counts.get(of) ?? 0
      if (count >= this.#most.rows) {
        return { template: '{kind}: there are more than {limit}', values: { limit: this.#most.rows } }
      }
      this.#counts.set(of, count + 1)
    }
    const key = this.#unique?.(row)
    if (key !== undefined && !this.#known.add(JSON.stringify(key)).isNew) return TWICE
    return undefined
  }
}
