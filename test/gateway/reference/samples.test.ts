import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEndpoints } from '../../../gateway/reference/declared-endpoints.ts'
import { EXAMPLE_SITE, samplesOf } from '../../../gateway/reference/samples.ts'
import type { Body, Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'

const run = promisify(execFile)

let world: World
let url: string
let owner: Client
beforeAll(async () => {
  world = await World.create({ RATE_LIMIT_USER_PER_MINUTE: '20000' })
  ;({ url } = await world.gateway())
  owner = world.client(url, 'desdemona')
})
afterAll(() => world?.close())

/** Errors about objects that an example names and a new organization does not have. */
const NAMES_NOTHING =
  /^(Invalid (message|channel|user group|attachment|order|data export|playground)|Invalid narrow operator: unknown channel|No such |There is no such |No presence data |Bad event queue ID|Field id \d+ not found|Channel with ID|The ordered list must enumerate|Device not recognized)|does not exist|not found\.$/

/** Operations of browser sessions, which an API key does not open. */
const OF_SESSIONS = [
  'POST /users/me/api_key',
  'POST /users/me/authenticator/begin',
  'POST /users/me/authenticator',
  'DELETE /users/me/authenticator',
  'POST /users/me/recovery_codes',
  'POST /users/me/passkeys/begin',
  'POST /users/me/passkeys',
  'DELETE /users/me/passkeys/{passkey_id}',
  'POST /users/me/confirm_identity',
  'POST /users/me/confirm_identity/passkey',
  'POST /realm/log_in_providers',
  'PATCH /realm/log_in_providers/{provider_id}',
  'DELETE /realm/log_in_providers/{provider_id}',
  'POST /realm/log_in_providers/{provider_id}/gone',
]

/** Operations that refuse their example in the organization of the tests, each with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  'POST /messages/{message_id}/report': 'There is no channel for reports.',
  'POST /users': 'The operator has not given the permission.',
  'POST /export/realm': 'No owner consents.',
  'GET /bot_storage': 'The caller is no bot.',
  'PUT /bot_storage': 'The caller is no bot.',
  'DELETE /bot_storage': 'The caller is no bot.',
  'GET /calls/bigbluebutton/create': 'BigBlueButton is not configured.',
  'POST /calls/zoom/create': 'Zoom is not configured.',
  'POST /device_token': 'Nobody has entered the code.',
  'POST /realm/provisioning_tokens': 'It needs a recent log-in in a browser.',
  'POST /realm/history_imports/{import_id}/start': 'The organization has people.',
  'PUT /realm/history_imports/{import_id}/token': 'Nobody uploads a history.',
  'DELETE /realm/history_imports/{import_id}': 'Nobody has brought a history.',
  'POST /mobile_push/register': 'This server always refuses it.',
  'POST /mobile_push/e2ee/test_notification': 'This server always refuses it.',
  ...Object.fromEntries(OF_SESSIONS.map((name) => [name, 'It needs a recent log-in in a browser.'])),
}

/** Operations that take away the key or the organization of the caller, or a person, wait, or need a file. */
const SKIPPED =
  /deactivate|regenerate|data\/erase|\/merge$|^DELETE \/users\/me$|^GET \/events|^POST \/(user_uploads|users\/me\/avatar|realm\/(emoji|icon|logo))/

test('every example for curl is a request that the operation accepts', { timeout: 120_000 }, async () => {
  const { email, apiKey } = owner.credentials!
  const wrong: string[] = []
  for (const each of declaredEndpoints()) {
    const name = `${each.method} ${each.path}`
    if (SKIPPED.test(name)) continue
    const { code } = samplesOf(each)[0]!
    const env = { PATH: process.env.PATH, EMAIL: email, API_KEY: apiKey }
    const answer = await run('sh', ['-c', code.replaceAll(EXAMPLE_SITE, url)], { env, maxBuffer: 1e8 }).then(
      ({ stdout }): Body => JSON.parse(stdout),
      (error: Error): Body => ({ result: 'error', msg: error.message }),
    )
    const isRefused = answer.result !== 'success' && !NAMES_NOTHING.test(answer.msg)
    if (isRefused !== name in REFUSED) wrong.push(`${name}: ${answer.msg}`)
  }
  expect(wrong).toEqual([])
})
