import { z } from 'zod'
import type { Endpoint } from '../../http/endpoint/endpoint.ts'
import type { Parameter } from '../../http/endpoint/parameter.ts'

/**
 * The endpoints with one path for all that differ only in the names of their path parameters, which OpenAPI
 * takes for equal: GET `/users/{email}` becomes a part of GET `/users/{user_id}`, whose parameter then takes
 * both.
 */
export function withMergedPaths(endpoints: readonly Endpoint[]): Endpoint[] {
  const merged = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const key = `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`
    const first = merged.get(key)
    merged.set(key, first === undefined ? endpoint : mergedWith(first, endpoint))
  }
  return [...merged.values()]
}

function mergedWith(first: Endpoint, other: Endpoint): Endpoint {
  const others = namesOf(other.path)
  const changed = namesOf(first.path).flatMap((name, index): [string, Parameter][] => {
    const otherName = others[index]!
    if (otherName === name) return []
    const one = first.params[name]!
    const two = other.params[otherName]!
    const description = [one.description ?? `\`${name}\`.`, two.description ?? `\`${otherName}\`.`].join(
      ' Or: ',
    )
    return [[name, { ...one, schema: z.union([one.schema, two.schema]), description }]]
  })
  return { ...first, params: { ...first.params, ...Object.fromEntries(changed) } }
}

const namesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
