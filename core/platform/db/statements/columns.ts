import { p, Type } from '@mikro-orm/core'
import type {
  AttachmentId,
  ChannelFolderId,
  ChannelId,
  ConversationId,
  GroupId,
  InvitationId,
  MessageId,
  ProfileFieldId,
  RealmId,
  UserId,
} from '../../ids.ts'

/** The type of a property whose column has a `Value`. */
type Column<Value> = ReturnType<typeof p.json<Value>>

/** The entities that are targets of foreign keys, with the types of their ids. */
interface Ids {
  readonly Attachment: AttachmentId
  readonly Channel: ChannelId
  readonly ChannelFolder: ChannelFolderId
  readonly Conversation: ConversationId
  readonly CustomProfileField: ProfileFieldId
  readonly Invitation: InvitationId
  readonly Message: MessageId
  readonly Realm: RealmId
  readonly RealmImport: RealmId
  readonly User: UserId
  readonly UserGroup: GroupId
}

/**
 * Declares a foreign key to the primary key of another entity. The property is the id, not the entity. With
 * `cascade`, deleting the target row deletes this row too; otherwise Postgres refuses to delete the target
 * row. The entity is given by name, so that entities may refer to each other without import cycles.
 */
export function reference<Entity extends keyof Ids>(
  entity: Entity,
  onDelete: 'no action' | 'cascade' = 'no action',
): Column<Ids[Entity]> {
  const column = p
    .manyToOne(entity as never)
    .mapToPk()
    .deleteRule(onDelete)
    .updateRule('no action')
  return column as unknown as Column<Ids[Entity]>
}

/** Declares an `integer` column with an id of type `Id`. */
export const id = <Id extends number>(): Column<Id> => p.integer().$type<Id>() as Column<Id>

/** Declares a `bigint` column that is read as a number, because no value comes near 2^53. */
export const bigint = <Value extends number = number>(): Column<Value> =>
  p.bigint('number') as unknown as Column<Value>

/** Declares a `bigint[]` column that is read as numbers. */
export const bigints = () => p.array<number>(Number).columnType('bigint[]')

/** Declares an `integer[]` column. */
export const ids = <Id extends number>(): Column<Id[]> =>
  p.array<number>(Number).columnType('integer[]') as unknown as Column<Id[]>

/**
 * Text that Postgres stores as `tsvector`. MikroORM's own type for it would be kept for the life of the
 * process, and all of a closed ORM with it.
 */
class WordListType extends Type<string, string> {
  override getColumnType(): string {
    return 'tsvector'
  }
}

/** Declares a `tsvector` column, which is read as text. */
export const wordList = () => p.type(WordListType).$type<string>()

/**
 * Declares an index by its SQL statement, which also names it. For indexes that entities cannot express: on
 * expressions, with conditions, operator classes or storage parameters, and unique indexes that are not
 * constraints. Throws when the statement does not name an index.
 */
export function sqlIndex(sql: string): { readonly name: string; readonly expression: string } {
  const name = /INDEX (\w+) ON/.exec(sql)?.[1]
  if (name === undefined) throw new Error(`the statement does not create a named index: ${sql}`)
  return { name, expression: sql }
}
