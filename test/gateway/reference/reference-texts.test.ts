import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../../core/platform/errors.ts'
import { WIRE_SCHEMAS } from '../../../core/state/events/wire-schema.ts'
import { type Endpoint, endpoint, type Method, when } from '../../../gateway/http/endpoint/endpoint.ts'
import { form, type Parameter } from '../../../gateway/http/endpoint/parameter.ts'
import { parameterReader } from '../../../gateway/http/parameters/parameter-reader.ts'
import type { Services } from '../../../gateway/services.ts'
import { isSentence, undescribedFields } from './undescribed-fields.ts'

/** The verbs that summaries begin with, so that equal things are called equal. */
const VERBS = (
  'Add Allow Archive Change Check Create Deactivate Delete Edit Export Get Invite Mark Merge Mute Notify Open Pin ' +
  'Reactivate Register Remove Render Reorder Replace Report Resend Revoke Save Schedule Send Store Subscribe ' +
  'Unmute Unregister Unsubscribe Upload'
).split(' ')

const services = { core: {}, config: {}, options: {} } as unknown as Services

const ROUTES = new URL('../../../gateway/routes/', import.meta.url)

/** The files of declarations, with their folders: `channels/subscriptions`. */
const FILES = [...readFileSync(new URL('index.ts', ROUTES), 'utf8').matchAll(/ from '\.\/(.+)\.ts'/g)]
  .map(([, file]) => file!)
  .sort()

/** The endpoints that a route file declares. */
async function endpointsOf(file: string): Promise<Endpoint[]> {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ new URL(`${file}.ts`, ROUTES).href)
  const routes = Object.entries(module).filter(([name]) => name.endsWith('Routes'))
  return routes.flatMap(([, make]) => (make as (services: Services) => readonly Endpoint[])(services))
}

/** The texts of an endpoint that the API reference lacks. */
function faultsOf(declared: Endpoint): string[] {
  const { summary, description, permission, params, errors } = declared
  const faults = [
    !VERBS.includes(summary.split(/[ ,]/)[0]!) && `the summary begins with no known verb: ${summary}`,
    /[.;\n]/.test(summary) && `the summary is not one line without a full stop: ${summary}`,
    description !== undefined && !isSentence(description) && 'the description is no sentence',
    permission !== undefined && !isSentence(permission) && 'the permission is no sentence',
    ...Object.entries(params).flatMap(([name, { description, example }]) => [
      !isSentence(description) && `${name} has no description that ends with a full stop`,
      example === undefined && `${name} has no example`,
    ]),
    ...errors.map(
      ({ condition, error }) =>
        !isSentence(condition) && `"${error.message}" has no condition that ends with a full stop`,
    ),
    ...undescribedIn(declared).map((field) => `${field} has no description that ends with a full stop`),
    ...faultsOfExamples(declared),
  ]
  return faults.filter((fault) => fault !== false)
}

/** The fields of the response, and those inside of parameters, without a description. */
const undescribedIn = ({ params, response }: Endpoint): string[] => [
  ...undescribedFields(
    Object.fromEntries(Object.entries(params).map(([name, { schema }]) => [name, schema])),
  ),
  ...undescribedFields({ response: z.object(response) }),
]

/** The examples that the server would refuse or ignore when a client sends them. */
function faultsOfExamples(declared: Endpoint): string[] {
  return Object.entries(declared.params).flatMap(([name, parameter]) => {
    if (parameter.example === undefined) return []
    const place = parameter.place === 'path' ? '/{it}' : '/'
    const alone = { ...declared, path: place, params: { it: parameter } }
    const text = textOf(parameter)
    const fields = new Map(parameter.place === 'path' ? [] : [['it', text]])
    const given = { path: [encodeURIComponent(text)], query: fields, body: fields }
    try {
      const { values, ignored } = parameterReader(alone)(given)
      expect(values.it).toEqual(parameter.schema.parse(parameter.example))
      return ignored.map((what) => `the example of ${name} is ignored in part: ${what}`)
    } catch (error) {
      return [`the example of ${name} is invalid: ${(error as Error).message}`]
    }
  })
}

/** The text of a parameter's example, as clients send it. */
function textOf({ encoding, example }: Parameter): string {
  if (encoding === 'json') return JSON.stringify(example)
  return typeof example === 'string' || encoding === 'text' ? String(example) : JSON.stringify(example)
}

test.each(FILES)('%s says all that the reference shows', async (file) => {
  const declared = await endpointsOf(file)
  expect(declared.length).toBeGreaterThan(0)
  const faults = declared.flatMap((endpoint) =>
    faultsOf(endpoint).map((fault) => `${endpoint.method} ${endpoint.path}: ${fault}`),
  )
  expect(faults).toEqual([])
})

test('every field of every event has a description', () => {
  expect(undescribedFields(WIRE_SCHEMAS)).toEqual([])
})

test('every fault of a declaration is found', () => {
  const declare = (
    summary: string,
    params: Record<string, Parameter>,
    errors: Parameters<typeof when>[],
    response: Record<string, z.ZodType> = {},
  ) =>
    endpoint({
      method: 'POST' as Method,
      path: '/x',
      access: 'user',
      summary,
      params,
      response,
      errors: errors.map(([condition, error]) => when(condition, error)),
      handler: () => {},
    })
  const good = form(z.int().max(9), { description: 'A number.', example: 9 })
  const right = declare('Get a number', { good }, [['It is odd.', new ApiError('Odd')]])
  expect(faultsOf(right)).toEqual([])
  const named = z.object({ deep: z.int() }).meta({ id: 'Named', description: 'A type.' })
  const wrong = declare(
    'Gets a number.',
    {
      bare: form(z.int().max(9)),
      large: { ...good, example: 10 },
      text: { ...good, example: 'nine' },
    },
    [['', new ApiError('Odd')]],
    { bare: z.int(), list: z.array(z.object({ no: z.int() })).describe('A list'), named },
  )
  expect(faultsOf(wrong)).toEqual([
    'the summary begins with no known verb: Gets a number.',
    'the summary is not one line without a full stop: Gets a number.',
    'bare has no description that ends with a full stop',
    'bare has no example',
    '"Odd" has no condition that ends with a full stop',
    'response.bare has no description that ends with a full stop',
    'response.list has no description that ends with a full stop',
    'response.list.no has no description that ends with a full stop',
    'Named.deep has no description that ends with a full stop',
    expect.stringMatching(/^the example of large is invalid/),
    expect.stringMatching(/^the example of text is invalid/),
  ])
})
