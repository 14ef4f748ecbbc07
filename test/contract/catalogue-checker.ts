import { WIRE_SCHEMAS } from '../../core/state/events/wire-schema.ts'

/** The differences between an event that a client received and the catalogue's declaration. */
export function violationsOfCatalogue(name: string, event: unknown): string[] {
  if (!Object.hasOwn(WIRE_SCHEMAS, name)) return [`event ${name}: not in the catalogue`]
  const parsed = WIRE_SCHEMAS[name as keyof typeof WIRE_SCHEMAS].safeParse(event)
  if (parsed.success) return undeclared(event, parsed.data, `event ${name}`)
  return parsed.error.issues.map(
    ({ path, message }) => `event ${name}.${path.map(anyIndex).join('.')}: ${message} (catalogue)`,
  )
}

/** The properties at any depth that parsing left out, because the catalogue does not declare them. */
function undeclared(value: unknown, parsed: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}.${anyIndex(key)}`
    if (!Object.hasOwn(parsed as object, key)) return [`${at}: not in the catalogue`]
    return undeclared(inner, (parsed as Record<string, unknown>)[key], at)
  })
}

/** Replaces list indexes and ids in a path, so that equal violations are counted together. */
const anyIndex = (key: PropertyKey): string => (/^\d+$/.test(String(key)) ? '*' : String(key))
