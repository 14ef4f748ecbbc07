import { expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_ENCODED_PARAMETER } from '../../../../config/limits.ts'
import { readBodyFields, readUrlEncoded } from '../../../../gateway/http/body/text-fields.ts'
import { form, json, line, query, text } from '../../../../gateway/http/endpoint/parameter.ts'
import { bodyBytes, fieldLimits } from '../../../../gateway/http/parameters/field-limits.ts'
import { parameterReader } from '../../../../gateway/http/parameters/parameter-reader.ts'
import { declaredEndpoints } from '../../../../gateway/reference/declared-endpoints.ts'
import { hostileForms } from '../../../fuzz/hostile-forms.ts'

const MAX = 4_194_304

test('a body is as long as the parameters in it can be', () => {
  const params = { name: form(line()), number: query(z.int()), flag: form(z.boolean()) }
  expect(bodyBytes({ method: 'POST', params } as never, MAX)).toBe(65_536 + 9000 + 9000)
  expect(bodyBytes({ method: 'POST', params: { content: form(text()) } } as never, MAX)).toBe(
    65_536 + 900_000,
  )
  expect(bodyBytes({ method: 'POST', params: {} } as never, MAX)).toBe(65_536)
})

test('former names and the name of the program have limits too', () => {
  const to = json(z.array(z.int()).max(3), { aliases: ['recipients'] })
  const limits = fieldLimits({ params: { to } })
  expect([...limits.keys()].sort()).toEqual(['client', 'recipients', 'to'])
  expect(limits.get('recipients')).toEqual({ characters: 10_000, encoded: 30_000, decoded: 10_000 })
})

test('no parameter has more than 1,048,576 characters to decode, beside the storage of bots', () => {
  const all = declaredEndpoints()
    .filter(({ path }) => path !== '/bot_storage')
    .flatMap((endpoint) => [...fieldLimits(endpoint).values()])
  const longest = Math.max(...all.map(({ encoded }) => encoded))
  expect(longest).toBe(MAX_ENCODED_PARAMETER)
  const limit = all.find(({ encoded }) => encoded === longest)!
  const read = (bytes: number) => readUrlEncoded(`a=${'%41'.repeat(bytes)}`, new Map([['a', limit]]))
  const most = Math.floor(longest / 3)
  expect(read(most).get('a')).toHaveLength(most)
  expect(() => read(most + 1)).toThrow(`a is too long (limit: ${limit.characters} characters)`)
})

test('no hostile form is taken by any endpoint for a valid value of megabytes', { timeout: 600_000 }, () => {
  const taken = declaredEndpoints()
    .filter(({ method, path }) => method !== 'GET' && /drafts$|flags$|register$/.test(path))
    .flatMap((endpoint) => {
      const read = parameterReader(endpoint)
      const limits = fieldLimits(endpoint)
      const found: string[] = []
      for (const { shape, body, contentType } of hostileForms(endpoint, bodyBytes(endpoint, MAX))) {
        try {
          const { values } = read({
            path: [],
            query: new Map(),
            body: readBodyFields(body, contentType, limits),
          })
          if (JSON.stringify(values).length > 600_000) found.push(`${endpoint.path}: ${shape}`)
        } catch {
          // Refused.
        }
      }
      return found
    })
  expect(taken).toEqual([])
})
