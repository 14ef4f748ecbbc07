import { WIRE_SCHEMAS } from '../../../../core/state/events/wire-schema.ts'
import type { Endpoint } from '../../../http/endpoint/endpoint.ts'
import { comment, indented, pascal, SchemaTypes } from './schema-types.ts'

const HEADER = '// Written by the build from the declarations of the server.\n\n'

/**
 * The text of a `declared.ts` that imports nothing: `Operations` and `Events` with all their types written
 * out. Equal declarations give an equal text.
 */
export function declaredTypes(endpoints: readonly Endpoint[]): string {
  const types = new SchemaTypes()
  const operations = endpoints.map((endpoint) => {
    const { method, path, summary, description, params, response } = endpoint
    const name = pascal(`${method.toLowerCase()} ${path}`)
    const schemas = Object.fromEntries(Object.entries(params).map(([key, { schema }]) => [key, schema]))
    const descriptions = Object.fromEntries(
      Object.entries(params).map(([key, parameter]) => [key, parameter.description]),
    )
    const members = [
      `readonly parameters: ${types.objectType(`${name}Parameters`, schemas, descriptions)}`,
      `readonly answer: ${types.objectType(`${name}Answer`, response)}`,
    ]
    const about = comment([`${summary}.`, ...(description === undefined ? [] : [description])].join('\n\n'))
    return `${about}readonly '${method} ${path}': {\n${indented(members.join('\n'))}\n}`
  })
  const { heartbeat: _, ...events } = WIRE_SCHEMAS
  return (
    HEADER +
    types.finish(
      [
        '/** Every endpoint of the server by its method and path, with its parameters and the fields of its answer. */',
        `export interface Operations {\n${indented(operations.join('\n'))}\n}\n`,
        '/** Every event of the server by its name, `type` or `type/op`. */',
        `export interface Events ${types.objectType('Events', events)}\n`,
      ].join('\n'),
    )
  )
}
