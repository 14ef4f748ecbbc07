import { p } from '@mikro-orm/core'
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
} from '../ids.ts'

/** The type of a property whose column holds a `Value`. */
type Column<Value> = ReturnType<typeof p.json<Value>>

/** The entities that others refer to by a foreign key, and the type of their ids. */
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
 * A column with the id of another entity's row, held by a foreign key. The property is the id, never the row.
 * With `cascade`, Postgres deletes the row together with the one it refers to; otherwise it refuses to delete that.
 * The entity is named and not imported, so that entities may refer to each other in a circle.
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

/** An `integer` column with an id of this kind. */
export const id = <Id extends number>(): Column<Id> => p.integer().$type<Id>() as Column<Id>

/** A `bigint` column that is a number: no value comes near 2^53. */
export const bigint = <Value extends number = number>(): Column<Value> =>
  p.bigint('number') as unknown as Column<Value>

/** An `integer[]` column. */
export const ids = <Id extends number>(): Column<Id[]> =>
  p.array<number>(Number).columnType('integer[]') as unknown as Column<Id[]>

/**
 * An index as SQL, for what entities cannot say otherwise: expressions, conditions, operator classes, storage, and
 * uniqueness that is an index and no constraint. Its name is that of the statement.
 */
export function sqlIndex(sql: string): { readonly name: string; readonly expression: string } {
  const name = /INDEX (\w+) ON/.exec(sql)?.[1]
  if (name === undefined) throw new Error(`not an index with a name: ${sql}`)
  return { name, expression: sql }
}
