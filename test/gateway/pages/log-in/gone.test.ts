import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LDAP_SETTINGS, type LdapProvider } from '../../../../config/ldap-settings.ts'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { synchronize } from '../../../../core/people/authentication/ldap/synchronize.ts'
import { addProvider } from '../../../../core/people/authentication/providers/change.ts'
import { makeTokenAsOperator } from '../../../../core/people/provisioning/tokens.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Gateway } from '../../../../gateway/gateway.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { Client } from '../../../harness/client.ts'
import { pagedDirectory } from '../../../harness/hostile-directory.ts'
import { Queue } from '../../../harness/queue.ts'
import { Socket } from '../../../harness/socket.ts'
import { World } from '../../../harness/world.ts'
import { demonstration, newcomer } from '../../routes/changes.ts'

/** People of the directory who stay. */
const STAYING = Array.from({ length: 12 }, (_, n) => `stays${n}`)
const PASSWORD = 'a long enough password of somebody'

let world: World
let gateway: Gateway
let realm: RealmState
let url: string
let otherUrl: string
let token: string

beforeAll(async () => {
  world = await World.create({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  ;({ gateway, url } = await world.gateway())
  otherUrl = (await world.gateway()).url
  realm = await demonstration(world, gateway.core)
  token = await makeTokenAsOperator(gateway.core, realm, 'Entra')
  for (const name of STAYING) {
    const { id } = await createUser(gateway.core, realm, { email: `${name}@demo.test`, fullName: name })
    await joined(name, id)
  }
})
afterAll(() => world.close())

/** Joins an account to the person of the directory. */
const joined = (name: string, id: number) =>
  world.sql(
    "INSERT INTO external_identity (realm_id, user_id, issuer, subject) VALUES ($1, $2, 'ldap:organization:corp', $3)",
    [realm.id, id, `id-${name}`],
  )

async function scim(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

/** Ways in which a directory says that a person is gone. */
const WAYS: Readonly<Record<string, (id: number, name: string) => Promise<void>>> = {
  'a PATCH of SCIM': (id) =>
    scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }),
  'a PUT of SCIM': (id, name) =>
    scim('PUT', `/Users/${id}`, { userName: `${name}@demo.test`, displayName: name, active: false }),
  'a DELETE of SCIM': (id) => scim('DELETE', `/Users/${id}`),
  'a bulk request of SCIM': (id) =>
    scim('POST', '/Bulk', { Operations: [{ method: 'DELETE', path: `/Users/${id}` }] }),
  'the hourly comparison with a directory': async () => {
    const directory = await pagedDirectory([STAYING.slice(0, 5), [], STAYING.slice(5)])
    const provider: LdapProvider = {
      ...LDAP_SETTINGS.parse({ url: directory.url, base_dn: 'dc=corp,dc=test', deactivates_gone: true }),
      ...{ name: 'corp', display_name: 'Corp', is_of_organization: true },
    }
    const { deactivated } = await synchronize(gateway.core, realm, provider, undefined, async () => undefined)
    expect(deactivated).toHaveLength(1)
    await directory.close()
  },
  'an owner who looks who is gone': async (id) => {
    const directory = await pagedDirectory([[], STAYING])
    const provider = await addProvider(
      { core: gateway.core, realm },
      {
        ...{ kind: 'ldap', name: 'corp', displayName: 'Corp', isEnabled: true },
        settings: { url: directory.url, base_dn: 'dc=corp,dc=test' },
      },
    )
    const owner = new Browsing(url)
    await owner.logIn('desdemona', DEMONSTRATION_PASSWORD)
    const path = `/realm/log_in_providers/${provider}/gone`
    const { gone } = await owner.json.ok(owner.json.get(path))
    expect(gone).toEqual([expect.objectContaining({ user_id: id })])
    await owner.json.ok(owner.json.post(path, { user_ids: [id] }))
    await owner.json.ok(owner.json.delete(`/realm/log_in_providers/${provider}`))
    await directory.close()
  },
}

describe('whoever is gone by', () => {
  test.each(Object.keys(WAYS))('%s loses keys, sessions, devices and open queues at once', async (way) => {
    const name = `gone${randomBytes(4).toString('hex')}`
    const email = `${name}@demo.test`
    const { record, client } = await newcomer(gateway.core, realm, url, { email, password: PASSWORD })
    await joined(name, record.id)
    const bot = await newcomer(gateway.core, realm, url, {
      ...{ email: `${name}-bot@demo.test`, botType: 1, botOwnerId: record.id },
    })
    const browsing = new Browsing(url)
    await browsing.submit('/login', { email, password: PASSWORD })
    await browsing.json.ok(browsing.json.get('/users/me'))
    await client.ok(client.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' }))
    const queue = await Queue.register(client)
    const waiting = queue.poll()
    const elsewhere = new Client(otherUrl, { email: record.email, apiKey: realm.apiKeyOf(record) })
    const { queue_id: queueId, last_event_id: lastEventId } = await elsewhere.ok(elsewhere.post('/register'))
    const socket = await Socket.open(elsewhere, { queueId, lastEventId })
    const terminal = new Client(url)
    const { device_code, user_code } = await terminal.ok(terminal.post('/device_authorization'))
    const question = await browsing.submit('/accounts/device', { user_code })
    await browsing.submitForm(question.text, { user_code, decision: 'allow' }, '/accounts/device')

    await WAYS[way]!(record.id, name)

    expect(await socket.closed).toEqual({ code: 4003, reason: 'account is deactivated' })
    expect((await waiting).body).toMatchObject({ events: [] })
    const deactivated = { status: 401, body: { code: 'USER_DEACTIVATED' } }
    for (const each of [client, elsewhere, bot.client]) {
      expect(await each.get('/users/me')).toMatchObject(deactivated)
      expect(await each.post('/messages', { type: 'direct', to: [record.id], content: 'x' })).toMatchObject(
        deactivated,
      )
    }
    // A terminal that the person has let in, and that has not taken its key yet.
    expect(await terminal.post('/device_token', { device_code })).toMatchObject({
      body: { code: 'EXPIRED_TOKEN' },
    })
    expect(await queue.poll()).toMatchObject(deactivated)
    expect((await browsing.json.get('/users/me')).status).toBe(401)
    expect(await world.sql('SELECT * FROM push_device WHERE user_id = $1', [record.id])).toEqual([])
    const again = await new Browsing(url).submit('/login', { email, password: PASSWORD })
    expect(again.status).toBe(401)
    expect(
      await new Client(url).post('/fetch_api_key', { username: email, password: PASSWORD }),
    ).toMatchObject({
      status: 401,
    })
    for (const stays of STAYING) expect(realm.users.byEmail(`${stays}@demo.test`)!.isActive).toBe(true)
  })
})
