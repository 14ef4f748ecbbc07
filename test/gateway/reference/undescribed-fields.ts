import { z } from 'zod'
import type { JsonSchema } from '../../../gateway/reference/value-schema.ts'

/** Whether the text is one or more sentences. */
export const isSentence = (text: string | undefined): boolean =>
  text !== undefined && /^[A-Z0-9`"'].*[.!?]$/s.test(text)

type Definitions = Readonly<Record<string, JsonSchema>>

/**
 * The fields, at every depth, whose description is no sentence, by their paths. Names of types (`type` and
 * `op` with one value) need none. Named types are listed under their names.
 */
export function undescribedFields(types: Readonly<Record<string, z.ZodType>>): string[] {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(types), {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema & { readonly $defs?: Definitions }
  const places = [...Object.entries(properties), ...Object.entries($defs)]
  return places.flatMap(([name, schema]) => undescribedIn(schema, name, $defs))
}

function undescribedIn(schema: JsonSchema, place: string, definitions: Definitions): string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema
  const { items = false, additionalProperties: values } = schema
  const parts: readonly JsonSchema[] = [
    ...[...anyOf, ...oneOf, ...allOf, ...prefixItems],
    ...(items === false ? [] : [items]),
    ...(typeof values === 'object' ? [values] : []),
  ]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const namesType = (name === 'type' || name === 'op') && field.const !== undefined
      const isDescribed = namesType || isSentence(descriptionOf(field, definitions))
      const path = `${place}.${name}`
      return [...(isDescribed ? [] : [path]), ...undescribedIn(field, path, definitions)]
    }),
    ...parts.flatMap((part) => undescribedIn(part, place, definitions)),
  ]
}

const descriptionOf = ({ description, $ref }: JsonSchema, definitions: Definitions): string | undefined =>
  description ?? ($ref && definitions[$ref.replace('#/$defs/', '')]?.description)
