import type { Column, Row } from './column.ts'

/** A table of the database as an archive has it. */
export interface Table {
  readonly name: string
  /** SQL after FROM: the rows `t` of organization $1. */
  readonly rows: string
  /** SQL: which of them are exported when not all is; $2 are the ids of those who consent. */
  readonly shared: string
  /** SQL after ORDER BY; new ids are given in this order. */
  readonly order: string
  readonly columns: Readonly<Record<string, Column>>
  /** Columns that are given anew on import: ids that nothing names, the organization. */
  readonly fresh?: readonly string[]
  /** What the bytes are stored under that belong to a row of organization `realm`, by what each is. */
  readonly files?: (row: Row, realm: number) => Record<string, string>
  /** The same of what is made of those bytes, and may not be there yet, or ever. */
  readonly made?: (row: Row) => Record<string, string>
}

/** All that `files` and `made` say of a row. */
export const filesOf = ({ files, made }: Table, row: Row, realm: number): Record<string, string> => ({
  ...files?.(row, realm),
  ...made?.(row),
})

/** Everything of it is for everyone. */
export const ALL = 'true'
/** It holds secrets of programs. */
export const NOTHING = 'false'
/** It is its user's own. */
export const OWN = 't.user_id = ANY ($2::int[])'

/** Which channels (`channel`, SQL for an id) are exported when not all is: public ones, and those of who consents. */
export const visibleChannel = (channel: string): string =>
  `EXISTS (SELECT FROM channel c WHERE c.id = ${channel} AND (NOT c.is_private OR EXISTS (
     SELECT FROM subscription s WHERE s.channel_id = c.id AND s.is_active AND s.user_id = ANY ($2::int[]))))`

/** Which messages (row `m`) are: of public channels, and those that somebody who consents may read. */
export const visibleMessage = (m: string): string =>
  `CASE WHEN ${m}.channel_id IS NULL
     THEN EXISTS (SELECT FROM conversation_participant p
       WHERE p.conversation_id = ${m}.conversation_id AND p.user_id = ANY ($2::int[]))
     ELSE EXISTS (SELECT FROM channel c WHERE c.id = ${m}.channel_id AND (NOT c.is_private OR EXISTS (
       SELECT FROM subscription s WHERE s.channel_id = c.id AND s.is_active AND s.user_id = ANY ($2::int[])
         AND (c.history_public_to_subscribers OR EXISTS (SELECT FROM subscription_span p
           WHERE p.user_id = s.user_id AND p.channel_id = c.id AND p.from_id <= coalesce(${m}.arrival_id, ${m}.id)
             AND (p.to_id IS NULL OR coalesce(${m}.arrival_id, ${m}.id) < p.to_id)))))) END`

/** The same of a message by its id. */
export const visibleMessageId = (id: string): string =>
  `EXISTS (SELECT FROM message m WHERE m.id = ${id} AND ${visibleMessage('m')})`

/** Which conversations are: those with such messages. */
export const visibleConversation = (id: string): string =>
  `EXISTS (SELECT FROM message m WHERE m.conversation_id = ${id} AND ${visibleMessage('m')})`

/** Rows that belong to a user, and so to the user's organization. */
export const ofUsers = (table: string): string =>
  `${table} t JOIN user_account u ON u.id = t.user_id WHERE u.realm_id = $1`

/** Rows that belong to a message. */
export const ofMessages = (table: string): string =>
  `${table} t JOIN message w ON w.id = t.message_id WHERE w.realm_id = $1`
/** Rows that belong to a channel. */
export const ofChannels = (table: string): string =>
  `${table} t JOIN channel w ON w.id = t.channel_id WHERE w.realm_id = $1`
/** Rows that name their organization. */
export const ofRealm = (table: string): string => `${table} t WHERE t.realm_id = $1`
