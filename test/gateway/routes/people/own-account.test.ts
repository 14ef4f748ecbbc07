import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { confirmEmailChange } from '../../../../core/people/credentials/request-email-change.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { Client } from '../../../harness/client.ts'
import { newcomer } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const set = (name: string, parameters: object) => as(name).patch('/settings', { ...parameters })
const organization = (parameters: object) => ok(as('iago').patch('/realm', { ...parameters }))

describe('full_name', () => {
  const nameOf = async (name: string) => (await ok(as(name).get('/users/me'))).full_name

  test('is sent to everyone', async () => {
    const events = await eventsDuring(['realm_user'], ['hamlet', 'polonius'], async () => {
      await ok(set('hamlet', { full_name: '  Prince Hamlet ' }))
      await ok(set('hamlet', { full_name: 'Prince Hamlet' }))
    })
    const person = { user_id: world.userId('hamlet'), full_name: 'Prince Hamlet' }
    const event = { type: 'realm_user', op: 'update', person }
    expect(events).toEqual({ hamlet: [event], polonius: [event] })
    expect(await nameOf('hamlet')).toBe('Prince Hamlet')
  })

  test.each([
    ['x', 'Name too short!'],
    ['x'.repeat(101), 'Name too long!'],
    ['Ham*let', 'Invalid characters in name!'],
    ['Ham>let', 'Invalid characters in name!'],
    ['Ham\nlet', 'Invalid characters in name!'],
    ['Hamlet|12', 'Invalid format!'],
  ])('%j is refused', async (full_name, msg) => {
    expect(await refusal(set('hamlet', { full_name, color_scheme: 3 }))).toEqual(bad(msg))
    const { user_settings } = await ok(as('hamlet').post('/register', { event_types: ['user_settings'] }))
    expect(user_settings.color_scheme).toBe(1)
  })

  test('is unchanged when it is empty', async () => {
    for (const full_name of ['', '   ']) await ok(set('hamlet', { full_name }))
    expect(await nameOf('hamlet')).toBe('Prince Hamlet')
  })

  test('must be unique, ignoring case and Unicode variants, where the organization requires that', async () => {
    await ok(set('cordelia', { full_name: 'Cordélia' }))
    await ok(set('othello', { full_name: 'Cordélia' }))
    await ok(set('othello', { full_name: 'Othello' }))
    await organization({ require_unique_names: true })
    for (const full_name of ['Cordélia', 'CORDÉLIA', 'Cordélia'.normalize('NFD'), 'Ｃordélia']) {
      expect(await refusal(set('othello', { full_name }))).toEqual(
        bad('Unique names required in this organization.'),
      )
    }
    await ok(set('cordelia', { full_name: 'CORDÉLIA' }))
    // Letters that lower case leaves apart, and one that only its capital resembles.
    await ok(set('cordelia', { full_name: 'Straße ὈΔΥΣΣΕΎΣ' }))
    for (const full_name of ['STRASSE Ὀδυσσεύς', 'Strasse ὀδυσσεύσ', 'STRAẞE Ὀδυσσεύς']) {
      expect(await refusal(set('othello', { full_name }))).toEqual(
        bad('Unique names required in this organization.'),
      )
    }
    await ok(set('cordelia', { full_name: 'Isolde' }))
    await ok(set('othello', { full_name: 'ısolde' }))
    await organization({ require_unique_names: false })
  })

  test('is silently unchanged where users may not change it; administrators can', async () => {
    await organization({ name_changes_disabled: true })
    await ok(set('hamlet', { full_name: 'Yorick', enter_sends: true }))
    expect(await nameOf('hamlet')).toBe('Prince Hamlet')
    await ok(set('iago', { full_name: 'Honest Iago' }))
    expect(await nameOf('iago')).toBe('Honest Iago')
    await organization({ name_changes_disabled: false })
    await ok(set('hamlet', { enter_sends: false }))
  })
})

describe('new_password', () => {
  const [OLD, NEW] = ['undiscovered country 1', 'arrows of outrageous fortune 2']
  const person = async (email: string) => newcomer(core, realm, url, { email, password: OLD })
  const logIn = (username: string, password: string) =>
    world.client(url).post('/fetch_api_key', { username, password })
  const WRONG = bad('Wrong password!')

  test('replaces the old password, which the request must contain', async () => {
    const { client } = await person('laertes@demo.test')
    const change = (parameters: object) => client.patch('/settings', { ...parameters })
    for (const old_password of [undefined, '', NEW, `${OLD} `]) {
      expect(await refusal(change({ old_password, new_password: NEW, enter_sends: true }))).toEqual(WRONG)
    }
    const { user_settings } = await ok(client.post('/register', { event_types: ['user_settings'] }))
    expect(user_settings.enter_sends).toBe(false)
    await ok(change({ old_password: 'ignored' }))
    await ok(change({ new_password: '' }))
    await ok(change({ old_password: OLD, new_password: NEW }))
    expect((await logIn('laertes@demo.test', OLD)).status).toBe(401)
    expect((await logIn('laertes@demo.test', NEW)).status).toBe(200)
  })

  test.each(['abc', 'aB3!x', 'password1', 'aaaaaaaaaaaaaaaaaaa', 'qwertyuiop'])(
    'is stronger than %s',
    async (new_password) => {
      const { client } = await person(`p${createHash('md5').update(new_password).digest('hex')}@demo.test`)
      expect(await refusal(client.patch('/settings', { old_password: OLD, new_password }))).toEqual(
        bad('New password is too weak!'),
      )
    },
  )

  test('is at most 100 characters', async () => {
    const { client } = await person('osric@demo.test')
    const long = `${'the readiness is all, '.repeat(5)}`
    expect(await refusal(client.patch('/settings', { old_password: OLD, new_password: long }))).toEqual(
      bad('New password is too long (limit: 100 characters)'),
    )
    await ok(client.patch('/settings', { old_password: OLD, new_password: long.slice(0, 100) }))
  })

  test('succeeds for one of two concurrent requests', async () => {
    const { client } = await person('marcellus@demo.test')
    const passwords = [NEW, `${NEW} too`]
    const answers = await Promise.all(
      passwords.map((new_password) => client.patch('/settings', { old_password: OLD, new_password })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
    const winner = passwords[answers.findIndex((answer) => answer.status === 200)]!
    expect((await logIn('marcellus@demo.test', winner)).status).toBe(200)
  })

  test('is refused for users without a password', async () => {
    const { client } = await newcomer(core, realm, url, { email: 'reynaldo@demo.test' })
    expect(await refusal(client.patch('/settings', { old_password: '', new_password: NEW }))).toEqual(WRONG)
  })

  test('limits wrong old passwords', async () => {
    const { client } = await person('barnardo@demo.test')
    const { url: strict } = await world.gateway({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '3' })
    const guesser = new Client(strict, client.credentials)
    const guess = async () =>
      (await guesser.patch('/settings', { old_password: 'x', new_password: NEW })).body.code
    for (let n = 0; n < 3; n++) expect(await guess()).toBe('BAD_REQUEST')
    expect(await guess()).toBe('RATE_LIMIT_HIT')
  })
})

describe('email', () => {
  const waiting = (client: { id: number }) =>
    world.sql('SELECT email, token_hash FROM confirmation WHERE user_id = $1 AND used_at IS NULL', [
      client.id,
    ])
  const mails = async () =>
    (await world.sql("SELECT data FROM job_outbox WHERE name = 'confirm-email-change' ORDER BY id")).map(
      (row) => row.data,
    )
  const person = async (email: string) => {
    const { client, record } = await newcomer(core, realm, url, { email })
    return { client, id: record.id }
  }
  const confirm = (token: string) =>
    core.changeAsSystem(realm, async (tx) => {
      return confirmEmailChange(tx, realm, token, core.options.rootUrl)
    })
  const own = async (client: Client) => (await ok(client.get('/users/me'))).delivery_email

  test('changes after the new address is confirmed, once', async () => {
    const gertrude = await person('gertrude@demo.test')
    await ok(gertrude.client.patch('/settings', { email: 'rosencrantz@demo.test' }))
    await ok(gertrude.client.patch('/settings', { email: ' queen@demo.test ' }))
    expect(await own(gertrude.client)).toBe('gertrude@demo.test')
    const [first, second] = (await mails()).slice(-2)
    expect(second).toMatchObject({ user: gertrude.id, newEmail: 'queen@demo.test', validHours: 24 })
    // The database has nothing that opens the link, and the former link is invalid.
    const rows = await waiting(gertrude)
    expect(rows.map((row) => row.email)).toEqual(['queen@demo.test'])
    expect(rows[0].token_hash.toString('base64url')).not.toContain(second.token)
    await expect(confirm(first.token)).rejects.toThrow('Invalid confirmation link')
    await expect(confirm('')).rejects.toThrow('Invalid confirmation link')

    await confirm(second.token)
    await realm.sync()
    const renamed = realm.users.get(gertrude.id)!
    expect(renamed).toMatchObject({ email: 'queen@demo.test', deliveryEmail: 'queen@demo.test' })
    await expect(confirm(second.token)).rejects.toThrow('Invalid confirmation link')
    expect(await waiting(gertrude)).toEqual([])
  })

  test('cannot be confirmed after a day, or when another user has the address by then', async () => {
    const claudius = await person('claudius@demo.test')
    await ok(claudius.client.patch('/settings', { email: 'king@demo.test' }))
    const { token } = (await mails()).at(-1)
    await person('king@demo.test')
    await expect(confirm(token)).rejects.toThrow('Already has an account.')
    await ok(claudius.client.patch('/settings', { email: 'majesty@demo.test' }))
    const late = (await mails()).at(-1).token
    const LATE = statement('test.late', "UPDATE confirmation SET expires_at = now() - interval '1 second'")
    await core.db.run(LATE)
    await expect(confirm(late)).rejects.toThrow('Invalid confirmation link')
    expect(await own(claudius.client)).toBe('claudius@demo.test')
  })

  test.each([
    ['nonsense', 'Invalid address.'],
    ['a@b@c', 'Invalid address.'],
    ['hamlet@demo.test\n', undefined],
    [`${'x'.repeat(300)}@demo.test`, 'Invalid address.'],
    ['cordelia@demo.test', 'Already has an account.'],
    ['CORDELIA@demo.test', 'Already has an account.'],
    ['aaron@demo.test', 'Already has an account.'],
  ])('cannot be %j', async (email, msg) => {
    const answer = set('hamlet', { email, color_scheme: 3 })
    if (msg === undefined) return expect((await answer).status).toBe(200)
    expect(await refusal(answer)).toEqual(bad(msg))
    expect(await waiting({ id: world.userId('hamlet') })).toEqual([])
  })

  test('can be one that is used in another organization', async () => {
    const { delivery_email: email } = await ok(foreign.client.get('/users/me'))
    await ok(set('hamlet', { email }))
    expect((await waiting({ id: world.userId('hamlet') })).map((row) => row.email)).toEqual([email])
  })

  test('is unchanged when it is the current one or empty', async () => {
    const count = (await mails()).length
    for (const email of ['', '  ', 'othello@demo.test']) await ok(set('othello', { email }))
    expect((await mails()).length).toBe(count)
  })

  test('must be in the organization’s domains, where these are required', async () => {
    await ok(as('desdemona').post('/realm/domains', { domain: 'demo.test', allow_subdomains: false }))
    await ok(as('desdemona').patch('/realm', { emails_restricted_to_domains: true }))
    for (const [email, msg] of [
      ['moor@venice.test', 'Outside your domain.'],
      ['moor@sub.demo.test', 'Outside your domain.'],
      ['moor+two@demo.test', 'Email addresses containing + are not allowed.'],
    ] as const) {
      expect(await refusal(set('othello', { email }))).toEqual(bad(msg))
    }
    await ok(set('othello', { email: 'moor@demo.test' }))
    await ok(as('desdemona').patch('/realm', { emails_restricted_to_domains: false }))
    expect(await refusal(set('othello', { email: 'moor@mailinator.com' }))).toEqual(
      bad('Please use your real email address.'),
    )
  })

  test('is not changed where the organization forbids it; administrators can change theirs', async () => {
    await organization({ email_changes_disabled: true })
    expect(await refusal(set('hamlet', { email: 'prince@demo.test' }))).toEqual(
      bad('Email address changes are disabled in this organization.'),
    )
    await ok(set('iago', { email: 'ancient@demo.test' }))
    await organization({ email_changes_disabled: false })
  })
})
