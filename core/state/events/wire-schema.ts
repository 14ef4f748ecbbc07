import { z } from 'zod'
import { CATALOGUE, type EventName } from './catalogue.ts'
import type { EventDeclaration } from './event.ts'

function schemaOf(name: string, { sentWhen, receivedBy, fields, sent }: EventDeclaration): z.ZodObject {
  const [type, op] = name.split('/')
  const names = { type: z.literal(type!), ...(op !== undefined && { op: z.literal(op) }) }
  return z
    .strictObject({ id: z.int(), ...names, ...fields, ...sent })
    .meta({ id: `Event_${name.replace('/', '_')}`, description: `${sentWhen} Received by: ${receivedBy}` })
}

/** Each event as clients get it. */
export const WIRE_SCHEMAS = Object.fromEntries(
  Object.entries<EventDeclaration>(CATALOGUE).map(([name, declared]) => [name, schemaOf(name, declared)]),
) as Readonly<Record<EventName, z.ZodObject>>

const declaredTypes = new Set(Object.keys(CATALOGUE).map((name) => name.split('/')[0]))

/** An event that this version does not declare: the log may have entries of another version. */
const otherEvent = z
  .looseObject({ id: z.int(), type: z.string().refine((type) => !declaredTypes.has(type)) })
  .meta({ id: 'Event_of_another_version', description: 'Any other event: clients ignore it.' })

/** Any event as clients get it. */
export const anyWireEvent = z.union([...Object.values(WIRE_SCHEMAS), otherEvent])
