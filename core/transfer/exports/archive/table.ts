import type { Column, Row } from './column.ts'

/** How a table of the database is exported and imported. */
export interface Table {
  readonly name: string
  /** SQL after FROM that selects the rows `t` of organization $1. */
  readonly rows: string
  /** SQL condition on the rows of exports other than full ones; $2 holds the ids of consenting users. */
  readonly shared: string
  /** SQL after ORDER BY. Import assigns new ids in this order. */
  readonly order: string
  readonly columns: Readonly<Record<string, Column>>
  /** Columns that are not exported because import generates them: unreferenced ids and the organization. */
  readonly generated?: readonly string[]
  /** Generated columns that import computes from its mapped row, with the values. */
  readonly derived?: Readonly<Record<string, (row: Row) => string | null>>
  /**
   * Whether import can insert two parts at the same time, because rows neither reference each other nor share
   * a unique key other than their own id.
   */
  readonly hasIndependentParts?: true
  /** Whether a row has no meaning after its ids were mapped, and is left out. */
  readonly isEmpty?: (row: Row) => boolean
  /** Returns the storage keys of the files of a row of organization `realm`, by their role. */
  readonly files?: (row: Row, realm: number) => Record<string, string>
  /** Returns the storage keys of files derived from those, which may not exist. */
  readonly derivedFiles?: (row: Row) => Record<string, string>
}

/** Returns the storage keys of all files of a row, by their role. */
export const filesOf = ({ files, derivedFiles }: Table, row: Row, realm: number): Record<string, string> => ({
  ...files?.(row, realm),
  ...derivedFiles?.(row),
})

/** Returns the name of the column with a table's own ids; undefined when no row references the table. */
export const ownColumn = ({ columns }: Table): string | undefined =>
  Object.keys(columns).find((name) => columns[name]!.own !== undefined)

/** Condition for tables whose rows are all exported. */
export const ALL = 'true'
/** Condition for tables with secrets, which only full exports contain. */
export const NOTHING = 'false'
/** Condition for tables with private rows of a user. */
export const OWN = 't.user_id = ANY ($2::int[])'

/** SQL: channel `channel` is public or has a consenting subscriber. `channel` is SQL for an id. */
export const visibleChannel = (channel: string): string =>
  `EXISTS (SELECT FROM channel c WHERE c.id = ${channel} AND (NOT c.is_private OR EXISTS (
     SELECT FROM subscription s WHERE s.channel_id = c.id AND s.is_active AND s.user_id = ANY ($2::int[]))))`

/** SQL: message row `m` is in a public channel, or a consenting user can read it. */
export const visibleMessage = (m: string): string =>
  `CASE WHEN ${m}.channel_id IS NULL
     THEN EXISTS (SELECT FROM conversation_participant p
       WHERE p.conversation_id = ${m}.conversation_id AND p.user_id = ANY ($2::int[]))
     ELSE EXISTS (SELECT FROM channel c WHERE c.id = ${m}.channel_id AND (NOT c.is_private OR EXISTS (
       SELECT FROM subscription s WHERE s.channel_id = c.id AND s.is_active AND s.user_id = ANY ($2::int[])
         AND (c.history_public_to_subscribers OR EXISTS (SELECT FROM subscription_span p
           WHERE p.user_id = s.user_id AND p.channel_id = c.id AND p.from_id <= coalesce(${m}.arrival_id, ${m}.id)
             AND (p.to_id IS NULL OR coalesce(${m}.arrival_id, ${m}.id) < p.to_id)))))) END`

/** Like `visibleMessage`, for SQL of a message id. */
export const visibleMessageId = (id: string): string =>
  `EXISTS (SELECT FROM message m WHERE m.id = ${id} AND ${visibleMessage('m')})`

/** SQL: conversation `id` has a message that is exported. */
export const visibleConversation = (id: string): string =>
  `EXISTS (SELECT FROM message m WHERE m.conversation_id = ${id} AND ${visibleMessage('m')})`

/** Rows `t` of a table whose rows belong to a user. */
export const ofUsers = (table: string): string =>
  `${table} t JOIN user_account u ON u.id = t.user_id WHERE u.realm_id = $1`

/** Rows `t` of a table whose rows belong to a message `w`. */
export const ofMessages = (table: string): string =>
  `${table} t JOIN message w ON w.id = t.message_id WHERE w.realm_id = $1`
/** Rows `t` of a table whose rows belong to a channel `w`. */
export const ofChannels = (table: string): string =>
  `${table} t JOIN channel w ON w.id = t.channel_id WHERE w.realm_id = $1`
/** Rows `t` of a table with a column `realm_id`. */
export const ofRealm = (table: string): string => `${table} t WHERE t.realm_id = $1`
