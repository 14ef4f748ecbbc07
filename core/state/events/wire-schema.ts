import { z } from 'zod'
import { CATALOGUE, type EventName } from './catalogue.ts'
import type { EventDeclaration } from './event.ts'

/** An event as clients get it. Fields that the catalogue does not declare are refused. */
export function wireSchema(name: EventName): z.ZodObject {
  const { heardBy, fields, sent }: EventDeclaration = CATALOGUE[name]
  const [type, op] = name.split('/')
  const names = { type: z.literal(type!), ...(op !== undefined && { op: z.literal(op) }) }
  return z
    .strictObject({ id: z.int(), ...names, ...fields, ...sent })
    .meta({ id: `Event_${name.replace('/', '_')}`, description: `Heard by: ${heardBy}` })
}

/** Any event as clients get it. */
export function anyWireEvent(): z.ZodUnion<z.ZodObject[]> {
  return z.union((Object.keys(CATALOGUE) as EventName[]).map(wireSchema))
}
