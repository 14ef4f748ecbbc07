import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../../core/platform/text/languages.ts'
import { patternOf } from '../../../../core/platform/text/sentence-pattern.ts'
import { type Catalogue, translator } from '../../../../core/platform/text/translate.ts'
import { declaredEndpoints } from '../../../../gateway/reference/declared-endpoints.ts'

const FOLDER = 'gateway/web'

interface Table {
  readonly operations: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly parameters?: Readonly<Record<string, string>>
}

interface PlacesModule {
  placeOf(places: Table, error: unknown): string | undefined
  parameterIn(message: string): { readonly name: string; readonly shown: string } | undefined
  sayingLabel(sentence: string, parameter: string | undefined, label?: string): string
}

/** By its address, because the types of tests are those of Node. */
const load = async <T>(path: string) => (await import(pathToFileURL(join(FOLDER, path)).href)) as T
const { placeOf, parameterIn, sayingLabel } = await load<PlacesModule>('saving/places.ts')
const { RequestError } =
  await load<typeof import('../../../../gateway/web/client/request-error.ts')>('client/request-error.ts')

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })

/** The tables of all forms by their names. */
async function allTables(): Promise<Record<string, Table>> {
  const tables: Record<string, Table> = {}
  for (const path of files.filter(
    (name) => /\/(?:identity-)?places\.ts$/.test(name) && name !== 'saving/places.ts',
  ))
    for (const [name, table] of Object.entries(await load<object>(path)))
      tables[name] =
        typeof table === 'function'
          ? table(['display_name', 'issuer', 'client_secret'].map((name) => ({ name })))
          : table
  return tables
}
const tables = await allTables()

const endpoints = new Map(declaredEndpoints().map((one) => [`${one.method} ${one.path}`, one]))

/** The error as the client gets it. */
const received = (msg: string, code: string, extra: Readonly<Record<string, unknown>> = {}) =>
  new RequestError(`translated: ${msg}`, { code, status: 400, extra: { ...extra, original: msg } })

/** Refusals that no field can remedy, with the reason. */
const ABOUT_THE_FORM: Readonly<Record<string, readonly string[]>> = {
  'the reader may not do it': [
    'Insufficient permission',
    'Must be an organization owner',
    'User not authorized to create users',
    'Email address changes are disabled in this organization.',
  ],
  'the organization or the person has too many': [
    'You cannot have more than {count} {things}.',
    'You cannot own more than {count} bots, deactivated ones included.',
    'You cannot create more than {count} channels at once.',
    'You have too many invitation links (limit: {limit}). Revoke one that you no longer need.',
    'An organization has at most {count} tokens.',
    'The {list} of this organization are too large together (limit: {limit} bytes).',
    'Exceeded rate limit.',
    'Please request a manual export from {email}.',
    'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.',
  ],
  'what is edited is gone, or cannot change': [
    'Linkifier not found.',
    'Field id {id} not found.',
    'Default custom field cannot be updated.',
    "Default channel group with id '{id}' does not exist.",
    'There is no such provider of log-ins.',
    'Invalid message(s)',
    'Saved snippet does not exist.',
    'Scheduled message does not exist',
    'Reminder does not exist',
  ],
  'the place of a message is closed to the reader, or gone': [
    "Channel with ID '{id}' does not exist",
    'You do not have permission to post in this channel.',
    "Not authorized to send to channel '{channel}'",
    'You do not have permission to access some of the recipients.',
    "'{email}' is no longer using Loquat.",
    'Direct messages are disabled in this organization.',
    'This conversation does not include any users who can authorize it.',
    'You do not have permission to initiate direct message conversations.',
    'Moderation request channel must be specified to enable message reporting.',
    "You don't have permission to move this message",
  ],
  'the session has to be confirmed, or begins anew': [
    'The passkey was not accepted. Try again.',
    'Confirm who you are in your browser first.',
    'The set-up has expired. Begin again.',
    'You could not log in any more. Log in once in another way that stays, then try again.',
  ],
}
const wholeForm = Object.values(ABOUT_THE_FORM).flat()

/** Refusals of single calls about what the form does not send, or about nothing that it shows. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  // The dialog moves messages, and does not change their text.
  'PATCH /messages/{message_id}': [
    'Your organization has turned off message editing',
    "You don't have permission to edit this message",
    'The time limit for editing this message has passed',
    'Widgets cannot be edited.',
    "'prev_content_sha256' value does not match the expected value.",
    'Message must not be empty',
    '{parameter} is too long (limit: {limit} characters)',
    "You are not allowed to mention user group '{group}'.",
    'You do not have permission to use channel wildcard mentions in this channel.',
    'You do not have permission to use topic wildcard mentions in this topic.',
    'Nothing to change',
    'Cannot change message content while changing channel',
    'Invalid propagate_mode without topic edit',
    'Direct messages cannot be moved to channels.',
    'Direct messages cannot have topics.',
  ],
  'PATCH /scheduled_messages/{scheduled_message_id}': [
    'Nothing to change',
    'Recipient required when updating type of scheduled message.',
    'Topic required when updating scheduled message type to channel.',
    'Expected exactly one channel',
    'Invalid user ID {id}',
    'Message must have recipients!',
  ],
  'POST /users/me/status': [
    'Client did not pass any new values.',
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
  ],
  'POST /users/{user_id}/status': [
    'Client did not pass any new values.',
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    'No such user',
    'User is deactivated',
  ],
  'POST /bots': [
    'Invalid interface type',
    'Invalid embedded bot name.',
    "Invalid integration '{name}'.",
    'Invalid configuration data!',
    'Cannot store configuration. Request would require {size} characters. The current configuration size limit is {limit} characters.',
    "Channel '{channel}' does not exist",
    'You may only upload one file at a time',
    'Uploaded file is larger than the allowed limit of {size} MiB',
    'Could not decode image; did you upload an image file?',
    'Image size exceeds limit.',
  ],
  // The permissions are in a closed part, and the error does not say which one it is.
  'POST /channels/create': [
    'Invalid parameters',
    'Invalid user group',
    'User group is deactivated.',
    'Invalid user group ID: {id}',
    'Invalid user ID: {id}',
  ],
  'POST /channel_folders/create': ['description is too long (limit: {limit} characters)'],
  'POST /user_groups/create': ["'{setting}' setting cannot be set to '{group}' group."],
  // The channels of a group that is added again.
  'POST /default_stream_groups/create': [
    "Channel '{channel}' does not exist",
    'Private channels cannot be made default.',
    "'{channel}' is a default channel and cannot be added to '{group}'",
  ],
  'PATCH /default_stream_groups/{group_id}': ['You must pass "new_description" or "new_group_name".'],
  'POST /realm/profile_fields': ['{key} key is missing from field_data', 'Unexpected arguments: {names}'],
  'PATCH /realm/profile_fields/{field_id}': [
    '{key} key is missing from field_data',
    'Unexpected arguments: {names}',
  ],
  'POST /realm/log_in_providers': ['The kind of the provider must be one of {kinds}.'],
  'PATCH /settings': [
    'Outside your domain.',
    'Already has an account.',
    'Name too long!',
    'Name too short!',
    'Invalid characters in name!',
    'Invalid format!',
    'Unique names required in this organization.',
  ],
  'POST /fetch_api_key': [
    'Account is deactivated',
    '{provider} does not answer as it should. Try again later, or log in another way.',
    '{provider} does not say that your e-mail address is confirmed. Confirm it there, then log in again.',
    '{provider} does not tell your e-mail address. Add it there, or ask an administrator for help, then log in again.',
    'There is no account for {email} here. Ask an administrator for an account.',
    'The account of {email} belongs to another person at {provider}. Ask an administrator for help.',
    'The account of {email} is not joined to {provider}. Log in another way, or ask an administrator for help.',
    'This organization requires an invitation to join.',
    'Your account has a second factor. Log in with your browser instead.',
    'Password authentication is disabled in this organization. Log in with your browser instead.',
  ],
  'POST /users/me/confirm_identity': ['Give your password or a code.'],
}
const isWhole = (operation: string, message: string) =>
  [...wholeForm, ...(NOT_SHOWN[operation] ?? [])].some((sentence) => patternOf(sentence).test(message))

/** Files with forms that need no table, with the reason. */
const WITHOUT_TABLE: Readonly<Record<string, string>> = {
  'app/top-bar.tsx': 'It logs out.',
  'compose/composer.tsx': 'A message has one text, and its refusal stands below it.',
  'compose/widget-form/widget-dialog.tsx':
    'The page checks each field; the server refuses the message as a whole.',
  'message/row/edit-box.tsx': 'A message has one text.',
  'message/widgets/widget.tsx': 'It has one field.',
  'organization/general/deactivate.tsx': 'It has one field besides the name, which the page compares.',
  'organization/people/unclaimed.tsx': 'It has one switch.',
  'person/erase-dialog.tsx': 'It has one choice.',
  'forms/merge-dialog.tsx': 'It has one choice, and a check says before what would be refused.',
  'settings/alert-words.tsx': 'It has one field.',
  'settings/passkeys.tsx': 'It has one field.',
  'sidebar/new-message.tsx': 'It opens a conversation.',
  'sidebar/views-dialog.tsx': 'It has one field.',
}

describe('every error of the operations of a form', () => {
  test.each(Object.entries(tables))('%s stands beside a field, or is about the whole form', (_, table) => {
    for (const operation of table.operations) {
      const endpoint = endpoints.get(operation)
      expect(endpoint, operation).toBeDefined()
      const homeless = endpoint!.errors
        .map(({ error }) => error)
        .filter(({ message, code, extra }) => {
          const isPlaced = placeOf(table, received(message, code, extra)) !== undefined
          return !isPlaced && !isWhole(operation, message)
        })
      expect([operation, homeless.map(({ message }) => message)]).toEqual([operation, []])
    }
  })

  test.each(Object.entries(tables))('%s names no error that its operations do not have', (_, table) => {
    const messages = table.operations.flatMap((operation) =>
      endpoints.get(operation)!.errors.map(({ error }) => error.message),
    )
    const unknown = Object.values(table.fields)
      .flat()
      .filter((sentence) => !messages.some((message) => patternOf(sentence).test(message)))
    expect(unknown).toEqual([])
  })

  test('that is about the whole form belongs to a form', () => {
    const messages = Object.values(tables).flatMap(({ operations }) =>
      operations.flatMap((operation) => endpoints.get(operation)!.errors.map(({ error }) => error.message)),
    )
    const unknown = wholeForm.filter((one) => !messages.some((message) => patternOf(one).test(message)))
    expect(unknown).toEqual([])
    for (const [operation, sentences] of Object.entries(NOT_SHOWN)) {
      const its = endpoints.get(operation)!.errors.map(({ error }) => error.message)
      const gone = sentences.filter((one) => !its.some((message) => patternOf(one).test(message)))
      expect([operation, gone]).toEqual([operation, []])
    }
  })

  test('that a parameter of a form causes stands beside the field of the parameter', () => {
    for (const [name, table] of Object.entries(tables))
      for (const operation of table.operations)
        for (const parameter of Object.keys(endpoints.get(operation)!.params)) {
          const field = table.parameters?.[parameter] ?? parameter
          if (!Object.hasOwn(table.fields, field)) continue
          for (const msg of [`${parameter} is not a URL`, `Invalid ${parameter}: must be one of 1, 2`])
            expect([name, placeOf(table, received(msg, 'BAD_REQUEST'))]).toEqual([name, field])
          const missing = received(`Missing '${parameter}' argument`, 'REQUEST_VARIABLE_MISSING')
          expect([name, placeOf(table, missing)]).toEqual([name, field])
        }
  })
})

test('every form of the client has a table of places, or says why not', () => {
  const forms = files.filter(
    (name) => /\.tsx$/.test(name) && /<form\b/.test(readFileSync(join(FOLDER, name), 'utf8')),
  )
  const without = forms.filter((name) => !/\busePlaced\(/.test(readFileSync(join(FOLDER, name), 'utf8')))
  expect(without.sort()).toEqual(Object.keys(WITHOUT_TABLE).sort())
})

describe('a refusal that names a parameter', () => {
  test.each([
    ['jitsi_server_url is not an allowed_type', 'jitsi_server_url', 'jitsi_server_url'],
    ['add[0]["color"] is not a valid hex color code', 'add', 'add[0]["color"]'],
    ["Missing 'name' argument", 'name', 'name'],
    ['Invalid topics_policy: must be one of a, b', 'topics_policy', 'topics_policy'],
    ["Bad value for 'message_retention_days': 0", 'message_retention_days', 'message_retention_days'],
    [
      "'can_access_all_users_group' must be a system user group.",
      ...(['can_access_all_users_group', 'can_access_all_users_group'] as const),
    ],
    ['waiting_period_threshold is too small', 'waiting_period_threshold', 'waiting_period_threshold'],
  ])('%s', (message, name, shown) => {
    expect(parameterIn(message)).toEqual({ name, shown })
  })

  test.each(['Insufficient permission', 'No such user', "Channel 'a' already exists", 'Name too long!', ''])(
    'is not %s',
    (message) => {
      expect(parameterIn(message)).toBeUndefined()
    },
  )

  test.each(Object.keys(LANGUAGES))('names the label of the field in %s', async (language) => {
    const catalogue = (await import(
      pathToFileURL(`core/platform/text/errors/${language}.ts`).href
    )) as Readonly<Record<string, Catalogue>>
    const translate = translator(Object.values(catalogue)[0]!)
    for (const message of ['jitsi_server_url is not an allowed_type', 'jitsi_server_url is not a URL']) {
      const { shown } = parameterIn(message)!
      expect(sayingLabel(translate(message), shown, 'My $& label')).toContain('My $& label')
      expect(sayingLabel(translate(message), shown)).toContain('jitsi server url')
      expect(sayingLabel(translate(message), shown, 'Label')).not.toMatch(/jitsi|allowed_type/)
    }
  })
})
