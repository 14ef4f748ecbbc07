import { beforeAll, expect, test } from 'vitest'
import { IMPORTED_PERSON } from '../../../../core/people/unclaimed/mail.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { Client as ApiClient } from '../../../harness/client.ts'
import {
  type Archived,
  type Founded,
  found,
  originOf,
  PASSWORD,
  send,
  setUpHistoryStage,
  smallArchive,
  start,
  work,
} from '../../../harness/history-stage.ts'
import { core, world } from '../stage.ts'

setUpHistoryStage()

let small: Archived
let owner: Client
let one: Founded

beforeAll(async () => {
  small = await smallArchive()
  one = await found()
  await send(one.client, small.bytes)
  await work()
  await one.client.ok(start(one.client))
  await work()
  owner = await logIn(one.owner.deliveryEmail, PASSWORD)
})

async function logIn(username: string, password: string): Promise<Client> {
  const origin = originOf(one.subdomain)
  const { api_key } = await new ApiClient(origin).ok(
    new ApiClient(origin).post('/fetch_api_key', { username, password }),
  )
  return new ApiClient(origin, { email: username, apiKey: api_key })
}

const realm = async () => (await core.realms.byHost(`${one.subdomain}.localhost`))!
const unclaimed = async (client = owner): Promise<Body> => client.ok(client.get('/unclaimed_people'))
const addresses = async (): Promise<string[]> => {
  const { users } = await realm()
  return (await unclaimed()).people.map(({ user_id }: Body) => users.get(user_id)!.deliveryEmail).sort()
}
const mails = () =>
  world.sql<{ id: number; data: Body }>('DELETE FROM job_outbox WHERE name = $1 RETURNING id, data', [
    IMPORTED_PERSON.name,
  ])

test('everybody who was imported has not come yet, except the owner', async () => {
  expect(await addresses()).toEqual([...small.people].sort())
  expect((await unclaimed()).people[0]).toMatchObject({ mails: 0, mailed_at: null, refuses_mail: false })
})

test('each person is mailed once, and again only after a day', async () => {
  const { users } = await realm()
  const mail = (again: boolean) => owner.ok(owner.post('/unclaimed_people/mail', { again }))
  expect(await mail(false)).toMatchObject({ mailed: small.people.length, left: 0 })
  const sent = (await mails()).map(({ data }) => users.get(data.user)!.deliveryEmail)
  expect(sent.sort()).toEqual([...small.people].sort())
  expect(await mail(false)).toMatchObject({ mailed: 0, left: 0 })
  expect(await mail(true)).toMatchObject({ mailed: 0, left: 0 })
  await world.sql("UPDATE unclaimed_person SET mailed_at = mailed_at - interval '25 hours'")
  expect((await unclaimed()).people[0]).toMatchObject({ mails: 1, can_be_mailed_again: true })
  expect(await mail(false)).toMatchObject({ mailed: 0, left: 0 })
  expect(await mail(true)).toMatchObject({ mailed: small.people.length, left: 0 })
  await mails()
  const { entries } = await owner.ok(owner.get('/audit_log', { kind: 'invitation' }))
  const invited = entries.map(({ object_name }: Body) => object_name)
  expect(invited.slice(0, small.people.length).sort()).toEqual([...small.people].sort())
})

test('the limit of invitations leaves people for another day, and then refuses', async () => {
  await world.sql("UPDATE unclaimed_person SET mailed_at = now() - interval '25 hours'")
  await world.sql('UPDATE realm SET max_daily_invitations = $2 WHERE id = $1', [
    (await realm()).id,
    2 * small.people.length + 1,
  ])
  expect((await unclaimed()).mails_left_today).toBe(1)
  const answer = await owner.ok(owner.post('/unclaimed_people/mail', { again: true }))
  expect(answer).toMatchObject({ mailed: 1, left: small.people.length - 1 })
  await mails()
  const refused = await owner.post('/unclaimed_people/mail', { again: true })
  expect(refused.body).toMatchObject({ code: 'INVITATION_FAILED', daily_limit_reached: true })
  expect(await mails()).toEqual([])
})

test('members read and mail nobody', async () => {
  const member = (await realm()).users.byEmail(small.people.at(-2)!)!
  const client = new ApiClient(originOf(one.subdomain), {
    email: member.email,
    apiKey: (await realm()).apiKeyOf(member),
  })
  expect((await client.get('/unclaimed_people')).body.msg).toBe('Must be an organization administrator')
  expect((await client.post('/unclaimed_people/mail', {})).body.msg).toBe(
    'Must be an organization administrator',
  )
})

test('who is deactivated or logs in is no longer listed', async () => {
  const { users, id } = await realm()
  const [first, second] = (await unclaimed()).people.map(({ user_id }: Body) => user_id)
  await owner.ok(owner.delete(`/users/${first}`))
  await world.sql(
    'UPDATE user_account SET password_hash = (SELECT password_hash FROM user_account WHERE realm_id = $1 AND delivery_email = $2) WHERE id = $3',
    [id, one.owner.deliveryEmail, second],
  )
  await logIn(users.get(second)!.deliveryEmail, PASSWORD)
  await expect
    .poll(async () => (await unclaimed()).people.map(({ user_id }: Body) => user_id))
    .not.toContain(second)
  expect((await unclaimed()).people.map(({ user_id }: Body) => user_id)).not.toContain(first)
})
