import { expect, test } from 'vitest'
import { unboundedParts } from '../../../gateway/http/parameters/bounds.ts'
import { apiRoutes } from '../../../gateway/routes/index.ts'
import type { Services } from '../../../gateway/services.ts'

const endpoints = apiRoutes({ config: {}, core: {} } as unknown as Services)

test('every parameter of every endpoint has a maximum', () => {
  const unbounded = endpoints.flatMap(({ method, path, params }) =>
    Object.entries(params).flatMap(([name, { schema }]) =>
      unboundedParts(schema, name).map((part) => `${method} ${path}: ${part}`),
    ),
  )
  expect(unbounded).toEqual([])
})
