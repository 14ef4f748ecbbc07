import type { Endpoint } from '../../http/endpoint/endpoint.ts'
import { tagOf } from '../../http/errors/operation-groups.ts'
import { operationIdOf } from '../../http/errors/operation-page.ts'
import { callersOf, securityOf } from './callers.ts'
import type { Schema } from './json-schemas.ts'
import { requestOf } from './request.ts'
import { responsesOf } from './responses.ts'

/**
 * The operation of an endpoint. `params` and `response` are the schemas of its parameters and of its
 * response's fields; `example` is the body of a success.
 */
export function operation(
  endpoint: Endpoint,
  params: Schema,
  response: Schema,
  example: Schema | undefined,
): Schema {
  const { method, path, summary } = endpoint
  return {
    operationId: operationIdOf(method, path),
    summary,
    description: descriptionOf(endpoint),
    tags: [tagOf(path).name],
    security: securityOf(endpoint),
    ...requestOf(endpoint, params),
    responses: responsesOf(endpoint, response, example),
  }
}

/** Its effect, its permission and its first version, as paragraphs of Markdown. */
function descriptionOf(endpoint: Endpoint): string {
  const { description, since } = endpoint
  return [
    ...(description === undefined ? [] : [description]),
    `**Who may:** ${callersOf(endpoint)}`,
    since === undefined ? '**Since** the first feature level.' : `**Since** feature level ${since}.`,
  ].join('\n\n')
}
