import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toRealm } from '../../core/platform/events/audience.ts'
import type { Tx } from '../../core/platform/transactions/transact.ts'
import { CATALOGUE, type Stored } from '../../core/state/events/catalogue.ts'

/** Events of the contract that the product does not send, each with the reason. */
const NOT_SENT: Readonly<Record<string, string>> = {
  push_device: 'devices register by the older endpoints, which have no event',
  realm_filters: 'the specification removed it with feature level 176',
  'realm_bot/remove': 'bots are deactivated, which is an update',
  restart: 'a gateway that stops ends its connections, and clients reconnect',
  web_reload_client: 'the server has no web client to reload',
}

const contract = JSON.parse(readFileSync(new URL('wire.json', import.meta.url), 'utf8')) as {
  readonly events: Readonly<Record<string, unknown>>
}
const inContract = Object.keys(contract.events)
const declared = Object.keys(CATALOGUE)

it('declares every event of the contract that the product sends', () => {
  expect([...declared, ...Object.keys(NOT_SENT)].sort()).toEqual([...inContract].sort())
})

it('states in one sentence who receives each event', () => {
  for (const { receivedBy } of Object.values(CATALOGUE)) expect(receivedBy).toMatch(/^[A-Z][^.]+\.$/)
})

it('contains every event that a transaction can emit', () => {
  const emitting = (tx: Tx, typing: Stored<'typing/start'>) => {
    tx.emit({ type: 'drafts', op: 'remove', draft_id: 1 }, toRealm)
    // @ts-expect-error: no such event
    tx.emit({ type: 'drafts', op: 'rename', draft_id: 1 }, toRealm)
    // @ts-expect-error: a field has another type
    tx.emit({ type: 'drafts', op: 'remove', draft_id: '1' }, toRealm)
    // @ts-expect-error: a field is missing
    tx.emit({ type: 'drafts', op: 'remove' }, toRealm)
    // @ts-expect-error: a field is not declared
    tx.emit({ type: 'drafts', op: 'remove', draft_id: 1, author: 2 }, toRealm)
    // @ts-expect-error: the event is in no log
    tx.emit(typing, toRealm)
    // @ts-expect-error: a gateway makes the event
    tx.emit({ type: 'heartbeat' }, toRealm)
  }
  expect(emitting).toBeTypeOf('function')
})
