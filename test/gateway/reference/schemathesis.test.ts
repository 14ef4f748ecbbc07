import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../harness/client.ts'
import { DEPTH } from '../../harness/property.ts'
import { pythonApiToolsMissing, runTool } from '../../harness/python-api-tools.ts'
import { World } from '../../harness/world.ts'

/** Guests come first, because owners can change most. */
const FARTHEST_APART = { guest: 'polonius', owner: 'desdemona' }
/** One user of each role; a usual run has the two that get the most different answers. */
const USERS =
  DEPTH === 1
    ? FARTHEST_APART
    : { guest: 'polonius', member: 'hamlet', administrator: 'iago', owner: 'desdemona' }

/** Operations that are not tried, each with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  delete_users_me: 'ends the account of the caller',
  delete_users_user_id: 'ends the accounts of the other roles',
  post_users_me_api_key_regenerate: 'ends the key of the caller',
  post_realm_deactivate: 'ends the organization',
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

/** Requests to each operation by each role. The whole test takes about a minute. */
const EXAMPLES = 2

/** For a busy machine. */
const TIMEOUT_MS = 600_000

let world: World
let url: string
let folder: string
beforeAll(async () => {
  world = await World.create({
    RATE_LIMIT_USER_PER_MINUTE: '1000000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
  })
  url = (await world.gateway()).url
  folder = await mkdtemp(join(tmpdir(), 'loquat-schemathesis-'))
  await writeFile(join(folder, 'openapi.json'), await (await fetch(`${url}/api/v1/openapi.json`)).text())
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

test('every operation that is left out exists', async () => {
  const { paths } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Body
  const operations = Object.values<Body>(paths).flatMap((methods) => Object.values<Body>(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(LEFT_OUT)))
})

describe.skipIf(pythonApiToolsMissing)(
  'Schemathesis finds no answer that the document does not describe',
  () => {
    test.each(Object.entries(USERS))('for a %s', { timeout: TIMEOUT_MS }, async (_role, name) => {
      const { email, apiKey } = world.client(url, name).credentials!
      const leftOut = Object.keys(LEFT_OUT).flatMap((id) => ['--exclude-operation-id', id])
      const bounds = ['--phases', 'fuzzing', '--max-examples', String(EXAMPLES), '--seed', '1', '--no-shrink']
      const quiet = ['--generation-database', 'none', '--warnings', 'off', '--no-color']
      const { code, output } = await runTool(
        'schemathesis',
        [
          ...['run', 'openapi.json', '--url', `${url}/api/v1`, '--auth', `${email}:${apiKey}`],
          ...['--checks', CHECKS.join(',')],
          ...leftOut,
          ...bounds,
          ...quiet,
        ],
        folder,
      )
      if (code !== 0) throw new Error(output.replaceAll(/(.)\1{40,}/g, '$1…').slice(-20_000))
      expect(output).toMatch(/Test cases:\n {2}\d+ generated, \d+ passed/)
    })
  },
)
