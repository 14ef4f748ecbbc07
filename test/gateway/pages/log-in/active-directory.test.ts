import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { BASE, DOMAIN, hasSamba, PASSWORD, TestDomain } from '../../../harness/active-directory.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { loggedGateway } from '../../../harness/logged-gateway.ts'
import { World } from '../../../harness/world.ts'
import { demonstration, setRealm } from '../../routes/changes.ts'

let world: World
let gateway: Gateway
let url: string
let lines: string[]
let domain: TestDomain
let owner: Browsing

describe.skipIf(!hasSamba)('log-in with Active Directory', () => {
  beforeAll(async () => {
    domain = await TestDomain.start()
    world = await World.create({
      ...{ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.0/8', RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '5' },
    })
    const opened = await loggedGateway(world)
    gateway = opened.gateway
    url = opened.url
    lines = opened.lines
    await setRealm(gateway.core, await demonstration(world, gateway.core), { invite_required: false })
    owner = new Browsing(url)
    await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
    await domain.addPerson('hamlet')
    // Another name for log-ins than the short one, and none.
    await domain.addPerson('horatio', { userPrincipalName: 'friend@brand.example' })
    await domain.addPerson('ophelia', { userPrincipalName: undefined })
  })
  afterAll(async () => {
    await gateway?.close()
    await world?.close()
    await domain?.close()
  })
  afterEach(async () => {
    const { providers } = await owner.json.ok(owner.json.get('/realm/log_in_providers'))
    for (const { id } of providers) await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
    await world.sql('DELETE FROM external_identity')
    lines.length = 0
  })

  const add = async (more: Record<string, unknown> = {}): Promise<number> => {
    const about = { kind: 'ldap', name: 'corp', display_name: 'Corp', enabled: true }
    const settings = domain.settings(more)
    return (await owner.json.ok(owner.json.post('/realm/log_in_providers', { ...about, settings }))).id
  }
  /** The address and role of who is logged in after this log-in; undefined after a refusal. */
  async function logIn(login: string, password = PASSWORD) {
    const browsing = new Browsing(url)
    const { text } = await browsing.get('/login')
    const forms = [...text.matchAll(/<form method="post">[\s\S]*?<\/form>/g)].map(([form]) => form)
    const form = forms.find((one) => one.includes('value="ldap-corp"'))!
    const { status } = await browsing.submitForm(form, { login, password }, '/login')
    const { body } = await browsing.json.get('/users/me')
    return { status, email: body.delivery_email as string | undefined, role: body.role as number }
  }

  test('people type their short name, with or without the domain, their log-on name, or their address', async () => {
    await add()
    for (const login of ['hamlet', 'CORP\\Hamlet', `hamlet@${DOMAIN}`, 'hamlet@demo.test'])
      expect(await logIn(login)).toMatchObject({ status: 303, email: 'hamlet@demo.test' })
    expect((await logIn('friend@brand.example')).email).toBe('horatio@demo.test')
  })

  test('names of a domain before the name do not make more guesses', async () => {
    await add()
    const statuses: number[] = []
    for (const prefix of ['A', 'B', 'C', 'D', 'E', 'F'])
      statuses.push((await logIn(`${prefix}\\ophelia`, 'wrong')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test.each([`{login}@${DOMAIN}`, 'CORP\\{login}'])(
    'people log in without a search, as %s',
    async (bind_as) => {
      for (const service of [{}, { bind_dn: undefined, bind_password: undefined }]) {
        const id = await add({ bind_as, ...service })
        for (const login of ['hamlet', 'horatio'])
          expect(await logIn(login)).toMatchObject({ status: 303, email: `${login}@demo.test` })
        await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
      }
    },
  )

  test('tells owners and the log, and nobody else, why an account is refused', async () => {
    await domain.addPerson('fortinbras', { pwdLastSet: '0' })
    await domain.addPerson('yorick', { accountExpires: '116444736000000000' })
    await add()
    for (const [login, reason] of [
      ['fortinbras', 'must change the password'],
      ['yorick', 'has expired'],
    ] as const) {
      expect((await logIn(login)).status).toBe(401)
      expect(lines.join()).toContain(reason)
      const page = await owner.submit('/login/with/ldap-corp/try', { login, password: PASSWORD })
      expect(page.text).toContain(`the account at the directory ${reason}`)
      lines.length = 0
      await logIn(login, 'wrong')
      expect(lines.join()).not.toContain('the directory refuses')
    }
  })

  test('says that a person has no address, and the log which attribute to fill in', async () => {
    await domain.addPerson('osric', { mail: undefined })
    await add()
    const browsing = new Browsing(url)
    const { text } = await browsing.get('/login')
    const forms = [...text.matchAll(/<form method="post">[\s\S]*?<\/form>/g)].map(([form]) => form)
    const form = forms.find((one) => one.includes('value="ldap-corp"'))!
    const refused = await browsing.submitForm(form, { login: 'osric', password: PASSWORD }, '/login')
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('does not tell your e-mail address'),
    ])
    expect(lines.filter((line) => line.includes('fill in mail at the directory'))).toHaveLength(1)
    const page = await owner.submit('/login/with/ldap-corp/try', { login: 'osric', password: PASSWORD })
    expect(page.text).toContain('fill in mail at the directory')
  })

  test('knows a group however its name is escaped', async () => {
    const hamlet = `CN=hamlet,CN=Users,${BASE}`
    await domain.addGroup('Gäste\\, Berlin', [hamlet])
    const names = [
      `CN=Gäste\\, Berlin,CN=Users,${BASE}`,
      `cn=gäste\\2C berlin, cn=users, ${BASE.toLowerCase()}`,
      `cn=G\\C3\\A4ste\\2c Berlin,cn=Users,${BASE}`,
      `cn="Gäste, Berlin",cn=Users,${BASE}`,
    ]
    for (const name of names)
      for (const more of [{}, { group_base_dn: `CN=Users,${BASE}` }]) {
        const id = await add({ roles: [`${name} = moderator`, '* = member'], ...more })
        expect((await logIn('hamlet')).role, name).toBe(300)
        await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
        await world.sql('DELETE FROM external_identity')
      }
  })

  test('says what to correct', async () => {
    const found = async (more: Record<string, unknown>) => {
      const id = await add(more)
      const tested = await owner.json.ok(owner.json.post(`/realm/log_in_providers/${id}/test`))
      await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${id}`))
      return [tested.good, tested.found, tested.advice]
    }
    const host = new URL(domain.url).hostname
    expect(await found({})).toEqual([true, `${host} answers, and people are found`, null])
    expect(await found({ url: `ldap://${host}`, starttls: true })).toEqual([true, expect.anything(), null])
    expect(await found({ bind_dn: undefined, bind_password: undefined })).toEqual([
      ...[false, 'it lets nobody search without an account', 'enter bind_dn and bind_password'],
    ])
    expect(await found({ bind_password: 'wrong' })).toEqual([false, 'it refuses bind_dn', expect.anything()])
    const foreign = await found({ certificate: undefined })
    expect(foreign).toEqual([false, expect.stringContaining('is not trusted'), expect.anything()])
    const elsewhere = await found({ base_dn: `OU=None,${BASE}` })
    expect(elsewhere).toEqual([false, 'it has no base_dn', 'correct base_dn'])
  })
})
