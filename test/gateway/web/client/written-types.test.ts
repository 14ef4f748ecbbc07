import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { WIRE_SCHEMAS } from '../../../../core/state/events/wire-schema.ts'
import { declaredEndpoints } from '../../../../gateway/web/client/package/build.ts'
import { declaredTypes } from '../../../../gateway/web/client/package/declared-types.ts'
import { SchemaTypes } from '../../../../gateway/web/client/package/schema-types.ts'

const LIBRARY = fileURLToPath(new URL('../../../../gateway/web/client', import.meta.url))
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/written-types', import.meta.url))

/**
 * Places where the declarations of the server are wider than the values: settings whose type is one for all
 * settings of a kind. There the written types, which come from the schemas, say more.
 */
const MORE_PRECISE = [
  "Operations['POST /register']['answer']",
  "Operations['GET /events']['answer']",
  "Operations['PATCH /realm']['parameters']",
  "Operations['PATCH /realm']['answer']",
  "Events['realm/update_dict']",
]

afterAll(() => rm(FOLDER, { recursive: true, force: true }))

test('the types that the build writes are those of the declarations', async () => {
  const endpoints = declaredEndpoints()
  const paths = [
    ...endpoints.flatMap(({ method, path }) =>
      ['parameters', 'answer'].map((part) => `Operations['${method} ${path}']['${part}']`),
    ),
    ...Object.keys(WIRE_SCHEMAS)
      .filter((name) => name !== 'heartbeat')
      .map((name) => `Events['${name}']`),
  ]
  const lines = paths.map((path, i) => `export const _${i}: Same<declared.${path}, written.${path}> = true`)
  const program = `
import type * as declared from '${LIBRARY}/declared.ts'
import type * as written from './written.ts'
type Given<T> = declared.Given<T>
type Same<A, B> = [Given<A>] extends [Given<B>] ? ([Given<B>] extends [Given<A>] ? true : 'narrower') : 'wider'
${lines.join('\n')}
`
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'written.ts'), declaredTypes(endpoints))
  await writeFile(join(FOLDER, 'same.ts'), program)
  const tsconfig = {
    extends: join(LIBRARY, '../tsconfig.json'),
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: [join(FOLDER, '*.ts')],
  }
  await writeFile(join(FOLDER, 'tsconfig.json'), JSON.stringify(tsconfig))
  const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))
  const messages = await promisify(execFile)(process.execPath, [compiler, '-p', FOLDER]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  const programLines = program.split('\n')
  const different = [...messages.matchAll(/same\.ts\((\d+),/g)].map(
    ([, line]) => /declared\.(.*), written/.exec(programLines[Number(line) - 1]!)?.[1],
  )
  expect(messages.replace(/^.*same\.ts.*$|^ .*$/gm, '').trim()).toBe('')
  expect(different).toEqual(MORE_PRECISE)
})

test('objects that occur several times have one name, and comments say what parameters mean', () => {
  const person = z.object({
    user_id: z.int(),
    email: z.string(),
    full_name: z.string(),
    role: z.literal([100, 200]),
    timezone: z.string().nullable(),
  })
  const types = new SchemaTypes()
  const fields = { people: z.array(person), one: person.optional(), 'a-b': z.record(z.string(), z.boolean()) }
  const text = types.finish(
    `type A = ${types.objectType('A', fields, { one: 'The user whom it concerns.' })}\n`,
  )
  expect(text).toBe(`export interface APeopleItem {
  readonly user_id: number
  readonly email: string
  readonly full_name: string
  readonly role: 100 | 200
  readonly timezone: string | null
}

type A = {
  readonly people: readonly APeopleItem[]
  /** The user whom it concerns. */
  readonly one?: APeopleItem
  readonly "a-b": {
    readonly [name: string]: boolean
  }
}
`)
})

test('an object in a named union has another name than the union', () => {
  const about = 'A description that makes the object long enough to be worth a name of its own. '.repeat(2)
  const choice = z
    .union([z.int(), z.object({ members: z.array(z.int()).describe(about) })])
    .meta({ id: 'Choice' })
  const types = new SchemaTypes()
  const text = types.finish(
    `export interface Both ${types.objectType('Both', { one: choice, list: z.array(choice) })}\n` +
      `export interface Other ${types.objectType('Other', { inner: z.object({ members: z.array(z.int()).describe(about) }) })}\n`,
  )
  expect(text).toContain('export type Choice = number | ChoiceValue\n')
  expect(text.match(/export \w+ Choice\b/g)).toHaveLength(1)
})
