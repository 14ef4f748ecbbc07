import { z } from 'zod'
import { CATALOGUE, type EventName } from './catalogue.ts'
import type { EventDeclaration } from './event.ts'

/** Schemas for clients do not end the fields of an event, because later versions add some. */
const OPEN = { additionalProperties: undefined }

const id = z.int().describe('The id of the event. Ids grow within a queue; some are left out.')

/** When the event is sent, its receivers, and its conditions, as sentences of Markdown. */
export function eventDescription({ sentWhen, receivedBy, variesBy = [] }: EventDeclaration): string {
  const causes = variesBy.map((difference) =>
    difference === 'the reader' ? difference : `\`${difference}\``,
  )
  const differences =
    causes.length === 0 ? [] : [`Not equal for all clients: it depends on ${causes.join(', ')}.`]
  return [sentWhen, `Received by: ${receivedBy}`, ...differences].join(' ')
}

function schemaOf(name: string, declared: EventDeclaration): z.ZodObject {
  const [type, op] = name.split('/')
  const names = { type: z.literal(type!), ...(op !== undefined && { op: z.literal(op) }) }
  return z
    .strictObject({ id, ...names, ...declared.fields, ...declared.sent })
    .meta({ id: `Event_${name.replace('/', '_')}`, description: eventDescription(declared), ...OPEN })
}

/** Each event as clients get it. */
export const WIRE_SCHEMAS = Object.fromEntries(
  Object.entries<EventDeclaration>(CATALOGUE).map(([name, declared]) => [name, schemaOf(name, declared)]),
) as Readonly<Record<EventName, z.ZodObject>>

const declaredTypes = new Set(Object.keys(CATALOGUE).map((name) => name.split('/')[0]))

/** An event that this version does not declare: the log may have entries of another version. */
const otherEvent = z
  .looseObject({
    id,
    type: z
      .string()
      .refine((type) => !declaredTypes.has(type))
      .describe('The type of the event.'),
  })
  .meta({ id: 'Event_of_another_version', description: 'Any other event: clients ignore it.' })

const event = z
  .union(Object.values(WIRE_SCHEMAS))
  .meta({ id: 'Event', description: 'Any event. Its `type`, with `op` where there is one, says which.' })

/** Any event as clients get it. */
export const anyWireEvent = z.union([event, otherEvent])
