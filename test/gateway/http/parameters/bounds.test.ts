import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { json, jsonOrText, line } from '../../../../gateway/http/endpoint/parameter.ts'
import {
  anyValue,
  checkJsonText,
  dict,
  jsonBounds,
  jsonCharacters,
  unboundedParts,
} from '../../../../gateway/http/parameters/bounds.ts'
import { openApiDocument } from '../../../../gateway/reference/openapi/document.ts'
import { TestServer } from '../test-server.ts'

let looked = 0
/** Counts the items that a schema checks. */
const counted = z.int().refine(() => {
  looked++
  return true
})

const params = {
  ids: json(z.array(counted).max(5000).optional()),
  to: jsonOrText(z.union([line(), z.array(z.int()).max(3), z.array(line()).max(3)]).optional()),
  can: json(dict(z.boolean(), 3).optional()),
  data: json(dict(anyValue(10), 2).optional()),
  list: json(
    z
      .array(z.object({ names: z.array(line()).max(2) }))
      .max(2)
      .optional(),
  ),
}
const endpoints = [
  endpoint({ method: 'POST', path: '/take', access: 'user', summary: 'Take', params, handler: () => {} }),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints)
})
afterAll(() => server.stop())

async function refusal(form: Record<string, string> | string): Promise<string> {
  const { status, body } = await server.post('/take', form)
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST'])
  return body.msg
}

describe('an error about a size names the parameter and the limit', () => {
  test.each([
    [{ to: '[1,2,3,4]' }, 'to is too long (limit: 3 items)'],
    [{ to: '["a","b","c","d"]' }, 'to is too long (limit: 3 items)'],
    [{ to: 'x'.repeat(1001) }, 'to is too long (limit: 1000 characters)'],
    [{ can: '{"a":true,"b":true,"c":true,"d":true}' }, 'can is too long (limit: 3 items)'],
    [{ list: '[{"names":["a","b","c"]}]' }, 'list[0]["names"] is too long (limit: 2 items)'],
    [{ ['n'.repeat(1001)]: '' }, 'A parameter name is too long (limit: 1000 characters)'],
  ])('%j', async (form, expected) => {
    expect(await refusal(form)).toBe(expected)
  })

  test('for a long list, without reading its items', async () => {
    looked = 0
    expect(await refusal({ ids: JSON.stringify(Array(100_000).fill(1)) })).toBe(
      'ids is too long (limit: 5000 items)',
    )
    expect(looked).toBe(0)
  })

  test('for text longer than any list of that many ids, without parsing it', async () => {
    const limit = jsonCharacters(params.ids.schema)
    expect(await refusal({ ids: `[${' '.repeat(limit)}` })).toBe(
      `ids is too long (limit: ${limit} characters)`,
    )
  })

  test.each(['[', '{"a":', '[{"":'])('for %s, each time', async (opening) => {
    const form = { data: opening.repeat(2000) }
    expect(await refusal(form)).toBe('data is nested too deeply (limit: 32 levels)')
  })

  test('for more values than the schema has room for, without parsing them', async () => {
    const members = Array.from({ length: 1100 }, (_, n) => `"${n}":0`).join(',')
    expect(await refusal({ can: `{${members}}` })).toBe('can has too many values (limit: 1007)')
    expect(await refusal({ list: `[{${members}}` })).toBe('list has too many values (limit: 1011)')
  })

  test('for more names of members than the schema has, without parsing them', () => {
    const list = (members: number) => `[{${Array.from({ length: members }, (_, n) => `"${n}":0`).join(',')}}]`
    const wide = jsonBounds(z.array(z.array(z.int()).max(1000)).max(1000))
    expect(checkJsonText('list', list(1000), wide)).toBe(2002)
    expect(() => checkJsonText('list', list(1001), wide)).toThrow(
      'list has too many names of members (limit: 1000)',
    )
  })

  test('for much white space between values, but not in strings', () => {
    const bounds = jsonBounds(z.array(line()).max(100_000))
    const list = (spaces: number) => `["${' '.repeat(300_000)}",${' '.repeat(spaces)}""]`
    expect(checkJsonText('list', list(200_000), bounds)).toBe(3)
    expect(() => checkJsonText('list', list(200_001), bounds)).toThrow(
      'list has too much white space (limit: 200000 characters)',
    )
  })

  test('values are counted as a walk through the parsed value counts them, however the text is written', () => {
    const wide = jsonBounds(dict(anyValue(100_000), 1000))
    const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), space, fc.boolean(), (value, gap, isEscaped) => {
        const text = JSON.stringify(value, null, gap)
        const written = isEscaped ? text.replace(/[^\x20-\x7e\s]/g, escaped) : text
        expect(checkJsonText('value', `${gap}${written}${gap}`, wide)).toBe(roughCount(JSON.parse(text)))
      }),
    )
  })

  test('a number has at most 1000 characters', () => {
    const bounds = jsonBounds(z.array(z.number()).max(3))
    const list = (digits: number) => `["${'9'.repeat(2000)}",${'9'.repeat(digits)},1]`
    expect(checkJsonText('list', list(1000), bounds)).toBe(4)
    expect(checkJsonText('list', list(1001), bounds)).toBeUndefined()
  })

  test.each(['%2', '[%2]', 'a@b', "['a']", '\u00e9', '[1;2]', '(1)'])(
    'and no text is JSON with %s',
    (part) => {
      expect(checkJsonText('list', part, jsonBounds(z.array(z.int()).max(3)))).toBeUndefined()
    },
  )

  test('but not for brackets in strings', async () => {
    const names = JSON.stringify([{ names: ['['.repeat(100), `"${'\\'.repeat(99)}${'{'.repeat(100)}`] }])
    expect((await server.post('/take', { list: names })).status).toBe(200)
  })
})

describe('parameters without a maximum are found', () => {
  test.each([
    [z.string(), ['p']],
    [z.string().max(3), []],
    [z.array(z.int()), ['p[]']],
    [z.array(z.string()).max(3).default([]), ['p[]']],
    [z.record(z.string(), z.int()), ['p{}', 'p{key}']],
    [dict(z.string(), 3), ['p{}']],
    [z.object({ a: z.string().nullable(), b: z.tuple([z.unknown()]) }).optional(), ['p.a', 'p.b[0]']],
    [z.union([z.int(), z.array(z.boolean())]), ['p[]']],
    [z.string().transform(Number), ['p']],
    [anyValue(10), []],
    [z.any(), ['p']],
  ])('%#', (schema, expected) => {
    expect(unboundedParts(schema as z.ZodType, 'p')).toEqual(expected)
  })
})

test('OpenAPI shows the maxima', () => {
  const document = JSON.stringify(openApiDocument(endpoints, '1', { responses: {}, events: {} }))
  for (const bound of ['"maxItems":5000', '"maxLength":1000', '"maxProperties":3']) {
    expect(document).toContain(bound)
  }
})

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** One for the value, each list and object, each of their commas and each colon. */
function roughCount(value: unknown): number {
  const inside = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 0
    const entries = Object.values(part)
    const separators = Math.max(0, entries.length - 1) + (Array.isArray(part) ? 0 : entries.length)
    return entries.reduce<number>((sum, entry) => sum + inside(entry), 1 + separators)
  }
  return 1 + inside(value)
}
