import '../../harness/product.ts'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../core/demonstration/people.ts'
import { Browsing } from '../../harness/browsing.ts'
import { programOf } from '../../harness/programs.ts'
import { World } from '../../harness/world.ts'

// Every command starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

let world: World
let url: string
beforeAll(async () => {
  world = await World.create()
  url = (await world.gateway()).url
})
afterAll(() => world.close())

const loquat = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...world.env } }
    execFile(process.execPath, [programOf('cli/loquat.ts'), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })

async function succeeds(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await loquat(...args)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return stdout
}

/** The entries of the audit log about an object. The first one of a user is the creation. */
const audited = (kind: string, name: string) =>
  world.sql(
    `SELECT acting_user_id AS actor, action, property, old_value AS before, new_value AS after FROM audit_entry
     WHERE kind = $1 AND object_name = $2 ORDER BY id`,
    [kind, name],
  )

test('sessions of one person or of everybody end', async () => {
  const loggedIn = async (name: string) => {
    const browsing = new Browsing(url)
    await browsing.logIn(name, DEMONSTRATION_PASSWORD)
    return browsing
  }
  const isIn = async (browsing: Browsing) => (await browsing.json.get('/users/me')).status === 200
  const [hamlet, iago] = [await loggedIn('hamlet'), await loggedIn('iago')]
  await succeeds('end-sessions', 'hamlet@demo.test')
  expect([await isIn(hamlet), await isIn(iago)]).toEqual([false, true])
  const [ended] = (await audited('user', 'King Hamlet')).slice(-1)
  expect(ended).toMatchObject({ actor: null, property: 'sessions' })
  await succeeds('end-sessions', '--everybody')
  expect(await isIn(iago)).toBe(false)
  for (const wrong of [[], ['hamlet@demo.test', '--everybody'], ['nobody@demo.test']])
    expect((await loquat('end-sessions', ...wrong)).code).not.toBe(0)
})

test('people are invited in the name of the first owner; addresses that cannot be invited are named', async () => {
  const invited = await succeeds('invite', 'ophelia@demo.test', 'laertes@demo.test', '--role', 'moderator')
  expect(invited).toBe('Invited 2 addresses in the name of Desdemona\n')
  const rows = await world.sql(
    'SELECT email, role, inviter_id AS inviter, with_default_channels AS defaults FROM invitation ORDER BY email',
  )
  const offer = { role: 300, inviter: world.userId('desdemona'), defaults: true }
  expect(rows).toEqual([
    { email: 'laertes@demo.test', ...offer },
    { email: 'ophelia@demo.test', ...offer },
  ])
  const mails = await world.sql("SELECT FROM job_outbox WHERE queue = 'invitations' AND name = 'invitation'")
  expect(mails).toHaveLength(2)
  expect(await audited('invitation', 'ophelia@demo.test')).toMatchObject([{ action: 'created' }])

  const again = await loquat('invite', 'ophelia@demo.test', 'hamlet@demo.test', 'no address')
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 1, stdout: '' })
  expect(again.stderr).toMatch(
    /^We weren't able to invite anyone\. .*ophelia@demo\.test: Already invited\..*\n$/,
  )
  expect(again.stderr).toContain('hamlet@demo.test: Already has an account.')
})

test('a deactivated person is refused at once, and is let in again', async () => {
  const zoe = world.client(url, 'zoe')
  await zoe.ok(zoe.get('/users/me'))
  expect(await succeeds('deactivate-user', 'zoe@demo.test')).toMatch(/^Zoe is deactivated in Loquat demo/)
  expect((await zoe.get('/users/me')).body.code).toBe('USER_DEACTIVATED')
  expect(await succeeds('reactivate-user', 'zoe@demo.test')).toBe('Zoe is active again\n')
  expect(await succeeds('reactivate-user', 'zoe@demo.test')).toBe('Zoe was active already\n')
  await zoe.ok(zoe.get('/users/me'))
  expect((await audited('user', 'Zoe')).slice(1)).toMatchObject([
    { actor: null, action: 'changed', property: 'is_active', before: 'true', after: 'false' },
    { actor: null, action: 'changed', property: 'is_active', before: 'false', after: 'true' },
  ])
})

test('a link for another password works once, also without a mail server', async () => {
  const { code, stdout, stderr } = await loquat('reset-password', 'othello@demo.test')
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Until .*Z\. Whoever has the link has the account\.\n$/)
  const link = stdout.trim().replace(new URL(stdout).origin, url)
  expect((await fetch(link)).status).toBe(200)
  const changed = await new Browsing(url).submit(new URL(link).pathname, { password: 'a moor of venice' })
  expect(changed.status).toBe(200)
  const client = world.client(url)
  const login = { username: 'othello@demo.test', password: 'a moor of venice' }
  expect((await client.post('/fetch_api_key', login)).body.result).toBe('success')
  expect((await audited('user', 'Othello, the Moor of Venice')).slice(1)).toMatchObject([
    { actor: null, action: 'changed', property: 'password_reset_link' },
  ])
})

test('settings are shown and changed; clients learn of a change', async () => {
  expect(await succeeds('show-settings', 'invite_required')).toBe('true\n')
  const hamlet = world.client(url, 'hamlet')
  const { queue_id, last_event_id } = await hamlet.ok(
    hamlet.post('/register', { event_types: JSON.stringify(['realm']) }),
  )
  expect(await succeeds('change-setting', 'invite_required', 'false')).toBe(
    'invite_required of Loquat demonstration is now false\n',
  )
  expect(await succeeds('change-setting', 'invite_required', 'false')).toMatch(/has this value already\n$/)
  const { events } = await hamlet.ok(hamlet.get('/events', { queue_id, last_event_id, dont_block: true }))
  expect(events).toMatchObject([{ type: 'realm', op: 'update', property: 'invite_required', value: false }])
  await succeeds('change-setting', 'description', '12')
  const all = JSON.parse(await succeeds('show-settings', '--json'))
  expect(all).toMatchObject({ invite_required: false, description: '12', name: 'Loquat demonstration' })
  expect(await succeeds('show-settings')).toMatch(/^SETTING +VALUE\nname +"Loquat demonstration"\n/)
  const changes = await audited('organization', 'Loquat demonstration')
  expect(changes.filter(({ property }) => property !== 'sessions_ended_at')).toMatchObject([
    { actor: null, action: 'changed', property: 'invite_required', before: 'true', after: 'false' },
    { actor: null, action: 'changed', property: 'description' },
  ])
})

describe('an organization is deleted for good', () => {
  const create = (subdomain: string, name: string) =>
    succeeds('create-realm', '--subdomain', subdomain, '--name', name)
  const left = async () =>
    (await world.sql<{ name: string }>('SELECT name FROM realm')).map(({ name }) => name)

  test('after --yes, with its rows; others keep theirs', async () => {
    await create('rose', 'The Rose')
    const refused = await loquat('delete-realm', '--realm', 'rose')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^The Rose has 0 people, .* Nothing was done: without a terminal, say --yes\n$/,
    )
    expect(await left()).toContain('The Rose')
    expect(await succeeds('delete-realm', '--realm', 'rose', '--yes')).toMatch(
      /^Deleted The Rose: 0 people, \d+ messages? and 0 files\. A worker removes the files/,
    )
    expect(await left()).toEqual(['Loquat demonstration'])
    expect((await fetch(`${url}/api/v1/server_settings`)).status).toBe(200)
    const again = await loquat('delete-realm', '--realm', 'rose', '--yes')
    expect(again.code).toBe(1)
  })

  test.each([
    ['another name', 'rose', 1],
    ['its name', 'The Globe', 0],
  ])('on a terminal, it is asked for; the answer is %s', async (_, answer, code) => {
    if (!(await left()).includes('The Globe')) await create('globe', 'The Globe')
    const child = spawn(
      'script',
      ['-qfec', `${process.execPath} ${programOf('cli/loquat.ts')} delete-realm --realm globe`, '/dev/null'],
      { env: { PATH: process.env.PATH, SHELL: '/bin/sh', ...world.env } },
    )
    let shown = ''
    child.stdout.on('data', (chunk) => {
      const isAsked = shown.includes('to go on: ')
      shown += chunk
      if (!isAsked && shown.includes('to go on: ')) child.stdin.write(`${answer}\n`)
    })
    const [ended] = await once(child, 'close')
    expect({ ended, shown }).toEqual({
      ended: code,
      shown: expect.stringContaining('Type "The Globe" to go on'),
    })
    expect((await left()).includes('The Globe')).toBe(code === 1)
  })
})

test.each([
  [['delete-realm'], "error: required option '--realm <name>' not specified"],
  [['delete-realm', '--realm', 'nowhere', '--yes'], /nowhere/],
  [['invite', 'a@b.test', '--days', '0'], '--days must be a number from 1 to 3650'],
  [['invite'], "error: missing required argument 'emails'"],
  [['deactivate-user', 'nobody@demo.test'], /^No user of Loquat demonstration has the address/],
  [['deactivate-user', 'desdemona@demo.test'], 'Cannot deactivate the only organization owner'],
  [['reset-password', 'greeter-bot@demo.test'], 'Greeter Bot is a bot: this is for people only'],
  [['reset-two-factor', 'greeter-bot@demo.test'], 'Greeter Bot is a bot: this is for people only'],
  [['end-sessions', 'greeter-bot@demo.test'], 'Greeter Bot is a bot: this is for people only'],
  [['invite', 'a@b.test', '--from', 'greeter-bot@demo.test'], /is a bot/],
  [
    ['invite', 'a@b.test', '--from', 'hamlet@demo.test', '--role', 'owner'],
    'King Hamlet may not invite anybody with the role owner: name somebody else with --from',
  ],
  [['show-settings', 'colour'], 'There is no setting "colour": show-settings prints all of them'],
  [
    ['change-setting', 'invite_required', 'perhaps'],
    /^invite_required cannot be "perhaps", only true or false\. Whether people/,
  ],
  [['change-setting', 'plan_type', '1'], 'plan_type cannot be changed'],
  [['change-setting', 'name', ' '], /^name cannot be blank/],
  [['change-setting', 'digest_weekday', '9'], /digest_weekday/],
  [['change-setting', 'can_create_groups', '12'], /^can_create_groups cannot be "12", only \{"new": 12\}/],
  [['change-setting', 'can_create_groups', '{"new": 99999999}'], /./],
  [['change-setting', '__proto__', '1'], /^There is no setting/],
])('a mistake is one line and changes nothing: %j', async (args, line) => {
  const before = await world.sql('SELECT count(*)::int AS entries FROM audit_entry')
  const { code, stdout, stderr } = await loquat(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr.trimEnd()).toMatch(line)
  expect(await world.sql('SELECT count(*)::int AS entries FROM audit_entry')).toEqual(before)
})
