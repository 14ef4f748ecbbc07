import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no two slices have the same field', async () => {
  const folder = new URL('../../../gateway/register/', import.meta.url)
  const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)))
  const slices = new Set(
    modules
      .flatMap((module) => Object.values<object>(module))
      .filter((value) => 'selectedBy' in Object(value)),
  )
  const fields = [...slices].flatMap((slice) => Object.keys((slice as { response: object }).response))
  expect(fields.length).toBeGreaterThan(200)
  expect(fields.filter((name, index) => fields.indexOf(name) !== index)).toEqual([])
})
