import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOldLinks } from '../../core/people/invites/forget.ts'
import type { Core } from '../../core/state/core.ts'
import { World } from '../harness/world.ts'

let world: World
let core: Core

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
})
afterAll(async () => {
  await core.close()
  await world.close()
})

test('links that ended long ago are deleted, all others are not', async () => {
  const invitation = (email: string, expires: string, ended: string, ended_at: string) =>
    world.sql(
      `INSERT INTO invitation (realm_id, inviter_id, email, role, channel_ids, group_ids, with_default_channels,
         notify_inviter, expires_at, ended, ended_at)
       VALUES (1, $1, '${email}', 400, '{}', '{}', true, true, ${expires}, ${ended}, ${ended_at})`,
      [world.userId('iago')],
    )
  const ago = (days: number) => `now() - interval '${days} days'`
  await invitation('expired', ago(31), 'NULL', 'NULL')
  await invitation('used', 'NULL', `'used'`, ago(31))
  await invitation('lately expired', ago(29), 'NULL', 'NULL')
  await invitation('lately revoked', ago(40), `'revoked'`, ago(29))
  await invitation('for ever', 'NULL', 'NULL', 'NULL')
  for (const days of [31, 29]) {
    await world.sql(
      `INSERT INTO join_request (realm_id, email, expires_at) VALUES (1, '${days}', ${ago(days)})`,
    )
    await world.sql(
      `INSERT INTO confirmation (token_hash, realm_id, kind, email, expires_at)
       VALUES ('${days}', 1, 'change-email', '${days}', ${ago(days)})`,
    )
  }
  expect(await forgetOldLinks(core)).toBe(4)
  const emails = async (table: string) =>
    (await world.sql(`SELECT email FROM ${table} ORDER BY email`)).map((row) => row.email)
  expect(await emails('invitation')).toEqual(['for ever', 'lately expired', 'lately revoked'])
  expect(await emails('join_request')).toEqual(['29'])
  expect(await emails('confirmation')).toEqual(['29'])
  expect(await forgetOldLinks(core)).toBe(0)
})

test('more links than one statement deletes are deleted too', async () => {
  await world.sql(
    `INSERT INTO join_request (realm_id, email, expires_at)
     SELECT 1, n::text, now() - interval '31 days' FROM generate_series(1, 2500) AS n`,
  )
  expect(await forgetOldLinks(core)).toBe(2500)
})
