import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { ContractChecker } from './checker.ts'

const SUCCESS = { result: 'success', msg: '' }
const MESSAGE = {
  id: 7,
  sender_id: 8,
  content: 'Hello',
  content_type: 'text/x-markdown',
  recipient_id: 9,
  timestamp: 1_700_000_000,
  client: 'website',
  subject: '',
  topic_links: [],
  is_me_message: false,
  reactions: [],
  submessages: [],
  sender_full_name: 'Hamlet',
  sender_email: 'hamlet@example.com',
  sender_realm_str: 'acme',
  display_recipient: [],
  type: 'private',
  avatar_url: null,
}
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'loquat-contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

function violations(method: string, path: string, body: unknown, status = 200): readonly string[] {
  return new ContractChecker().check({ method, path, status, body })
}

/** The output of `npm run contract` for these exchanges. */
function run(name: string, exchanges: readonly object[]): { status: number | null; output: string } {
  const file = join(folder, `${name}.ndjson`)
  writeFileSync(file, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''))
  const { status, stdout } = spawnSync('npx', ['tsx', MAIN, file], { encoding: 'utf8' })
  return { status, output: stdout }
}

describe('the contract’s checker', () => {
  it('accepts exchanges of the contract, with either prefix', () => {
    for (const prefix of ['/api/v1', '/json']) {
      expect(violations('POST', `${prefix}/messages`, { ...SUCCESS, id: 7 })).toEqual([])
      expect(violations('GET', `${prefix}/drafts?x=1`, { ...SUCCESS, count: 0, drafts: [] })).toEqual([])
    }
  })

  it('ignores requests outside of the contract', () => {
    expect(violations('GET', '/health/ready', {})).toEqual([])
  })

  it('names a wrong type, an unlisted value, a missing property and an unknown one', () => {
    expect(violations('POST', '/api/v1/messages', { ...SUCCESS, id: '7' })).toEqual([
      'POST /messages.id: string, expected integer',
    ])
    expect(violations('POST', '/api/v1/messages', { ...SUCCESS, id: null })).toEqual([
      'POST /messages.id: null, expected integer',
    ])
    expect(violations('POST', '/api/v1/messages', { ...SUCCESS, result: 'done', id: 7 })).toEqual([
      'POST /messages.result: "done" not in ["success"]',
    ])
    expect(violations('POST', '/api/v1/messages', { ...SUCCESS, id: 7, identity: 7 })).toEqual([
      'POST /messages.identity: not in the contract',
    ])
    expect(violations('GET', '/api/v1/drafts', { ...SUCCESS, count: 1, drafts: [{ id: 1 }] })).toContain(
      'GET /drafts.drafts[].content: missing',
    )
  })

  it('names an error without its envelope, and one with a field that clients do not know', () => {
    const envelope = { result: 'error', msg: 'No', code: 'BAD_REQUEST' }
    expect(violations('POST', '/api/v1/messages', envelope, 400)).toEqual([])
    expect(violations('POST', '/api/v1/messages', { ...envelope, code: undefined }, 400)).toEqual([
      'POST /messages: status 400 without the error envelope',
    ])
    expect(violations('POST', '/api/v1/messages', { ...envelope, docs_url: '/api/' }, 400)).toEqual([
      'POST /messages: status 400 with the field docs_url, which no error has',
    ])
  })

  it('checks each event by its type and op', () => {
    const poll = (event: object) => violations('GET', '/api/v1/events', { ...SUCCESS, events: [event] })
    expect(poll({ id: 1, type: 'heartbeat' })).toEqual([])
    expect(poll({ id: '1', type: 'heartbeat' })).toContain('event heartbeat.id: string, expected integer')
    expect(poll({ id: 1, type: 'made_up', op: 'add' })).toEqual(['event made_up/add: not in the contract'])
  })

  it('compares each event with the catalogue, at any depth', () => {
    const poll = (event: object) => violations('GET', '/api/v1/events', { ...SUCCESS, events: [event] })
    const draft = { id: 1, type: '', to: [], topic: '', content: '', timestamp: 1 }
    const added = (draft: object) => ({ id: 1, type: 'drafts', op: 'add', drafts: [draft] })
    expect(poll(added(draft))).toEqual([])
    expect(poll(added({ ...draft, mood: 'good' }))).toContain(
      'event drafts/add.drafts.*.mood: not in the catalogue',
    )
    expect(poll(added({ ...draft, timestamp: undefined }))).toContain(
      'event drafts/add.drafts.*.timestamp: Invalid input: expected number, received undefined (catalogue)',
    )
    expect(poll({ id: 1, type: 'realm_filters', realm_filters: [] })).toContain(
      'event realm_filters: not in the catalogue',
    )
  })

  it('counts exchanges and lists what was not reached', () => {
    const checker = new ContractChecker()
    checker.check({ method: 'POST', path: '/api/v1/messages', status: 200, body: { ...SUCCESS, id: 7 } })
    checker.check({ method: 'POST', path: '/api/v1/messages', status: 200, body: { ...SUCCESS, id: '7' } })
    expect([checker.passed, checker.failed]).toEqual([1, 1])
    expect(checker.coverage()).toBe('operations reached: 1/135, events reached: 0/86')
    expect(checker.unseen()).not.toContain('unseen operation: POST /messages')
    expect(checker.unseen()).toContain('unseen operation: GET /messages')
    expect(checker.unseen()).toContain('unseen field: POST /messages.automatic_new_visibility_policy')
  })
})

describe('npm run contract', () => {
  const send = { method: 'POST', path: '/api/v1/messages', status: 200 }

  it('passes correct exchanges, and differences that the specification requires', () => {
    const sent = { ...send, body: { ...SUCCESS, id: 7 } }
    const event = { id: 1, type: 'message', message: MESSAGE, flags: [], local_message_id: '1.5' }
    const poll = { method: 'GET', path: '/api/v1/events', status: 200, body: { ...SUCCESS, events: [event] } }
    const { status, output } = run('kept', [sent, poll])
    expect(output).toContain('event message.local_message_id: not in the contract   as specified')
    expect(output).toContain('contract: 1 passed, 0 failed')
    expect(status).toBe(0)
  })

  it('fails on any other violation', () => {
    const { status, output } = run('broken', [{ ...send, body: { ...SUCCESS, id: '7' } }])
    expect(output).toContain('POST /messages.id: string, expected integer\n')
    expect(output).toContain('contract: 0 passed, 1 failed')
    expect(status).toBe(1)
  })

  it('fails when nothing was recorded', () => {
    expect(run('empty', []).status).toBe(1)
  })
})
