import { z } from 'zod'
import type { Directory } from '../../core/people/provisioning/accounts.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { BULK_RESPONSE, errorAnswer, type ScimAnswer, type ScimRequest } from './answer.ts'
import { invalidSyntax, invalidValue, tooMany } from './errors.ts'
import { isObject, type Resource, type Value } from './paths.ts'
import { MAX_BULK_OPERATIONS } from './schemas.ts'
import { serve } from './serve.ts'

const MAX_DEPTH = 20

const bulk = z.object({
  failOnErrors: z.int().min(1).optional(),
  Operations: z.array(
    z.object({
      method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
      path: z.string().max(2_000),
      bulkId: z.string().max(200).optional(),
      version: z.string().max(200).optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/** Answers a bulk request (RFC 7644, section 3.7): operations in their order, each all or nothing. */
export async function serveBulk(by: Directory, body: Resource, base: string): Promise<ScimAnswer> {
  const list = body.Operations
  if (Array.isArray(list) && list.length > MAX_BULK_OPERATIONS)
    throw tooMany(`A request has at most ${MAX_BULK_OPERATIONS} operations`)
  const given = bulk.safeParse(body)
  if (!given.success) throw invalidSyntax('Not a bulk request')
  const { failOnErrors = Number.POSITIVE_INFINITY, Operations } = given.data
  const ids = new Map<string, string>()
  const done: Resource[] = []
  let failures = 0
  for (const { method, path, bulkId, version, data } of Operations) {
    if (failures >= failOnErrors) break
    const about = { method, ...(bulkId !== undefined && { bulkId }) }
    try {
      if (method === 'POST' && bulkId === undefined) throw invalidSyntax('A POST needs a bulkId')
      const request: ScimRequest = {
        method,
        path: resolvedText(path, ids),
        query: new URLSearchParams(),
        body: data && (resolved(data as Resource, ids) as Resource),
        ...{ ifMatch: version ?? '', ifNoneMatch: '' },
      }
      const answer = await serve(by, request, base)
      if (bulkId !== undefined && answer.body !== undefined) ids.set(bulkId, String(answer.body.id))
      done.push({
        ...about,
        status: String(answer.status),
        location: answer.location ?? `${base}${request.path}`,
        ...(answer.version !== undefined && { version: answer.version }),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failures++
      done.push({
        ...about,
        // RFC 7644, section 3.7: only a POST that fails has no location.
        ...(method !== 'POST' && { location: `${base}${path}` }),
        ...{ status: String(error.status), response: errorAnswer(error).body! },
      })
    }
  }
  return { status: 200, body: { schemas: [BULK_RESPONSE], Operations: done } }
}

/** A value in which `bulkId:…` is replaced by the id of the resource that an earlier operation has made. */
function resolved(value: Value, ids: ReadonlyMap<string, string>, depth = 0): Value {
  if (depth > MAX_DEPTH) throw invalidSyntax('The data are nested too deeply')
  if (typeof value === 'string') return resolvedText(value, ids)
  if (Array.isArray(value)) return value.map((one) => resolved(one, ids, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, ids, depth + 1)]))
}

const resolvedText = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replace(/(?<=^|\/)bulkId:([^/]+)$/, (_whole, id: string) => {
    const known = ids.get(id)
    if (known === undefined) throw invalidValue(`No earlier operation has the bulkId ${id.slice(0, 100)}`)
    return known
  })
