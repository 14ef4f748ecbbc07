import { expect, test } from 'vitest'
import { CATALOGUE, type EventName } from '../../../core/state/events/catalogue.ts'
import { WIRE_SCHEMAS } from '../../../core/state/events/wire-schema.ts'
import { declaredEndpoints } from '../../../gateway/reference/declared-endpoints.ts'
import { readRecordedExamples } from '../../../gateway/reference/openapi/recorded-examples.ts'
import { isResponseOf } from '../../reference-examples/choose.ts'

const { responses, events } = readRecordedExamples()
const endpoints = new Map(declaredEndpoints().map((each) => [`${each.method} ${each.path}`, each]))

/** Operations and events without an example, each with the reason. */
const WITHOUT = new Map([
  ['GET /events/ws', 'It answers with a WebSocket.'],
  ['GET /events/stream', 'It answers with a stream.'],
  ['POST /mobile_push/register', 'This server always refuses it.'],
  ['POST /mobile_push/e2ee/test_notification', 'This server always refuses it.'],
])

test('every operation and event has a recorded example, or a reason why it has none', () => {
  const missing = [
    ...[...endpoints.keys()].filter((name) => responses[name] === undefined),
    ...Object.keys(CATALOGUE).filter((name) => events[name] === undefined),
  ]
  expect(missing.sort()).toEqual([...WITHOUT.keys()].sort())
})

test('every example of a response is what its operation declares', () => {
  const wrong = Object.entries(responses).filter(([name, body]) => {
    const endpoint = endpoints.get(name)
    return endpoint === undefined || !isResponseOf(endpoint, body)
  })
  expect(wrong.map(([name]) => `${name}: run the tests and npm run examples`)).toEqual([])
})

test('every example of an event is what the catalogue declares', () => {
  const wrong = Object.entries(events).filter(
    ([name, event]) => !WIRE_SCHEMAS[name as EventName]?.safeParse(event).success,
  )
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('no example has an address of the machine, or a key, of the run that recorded it', () => {
  const text = JSON.stringify({ responses, events })
  expect(text).not.toMatch(/localhost|127\.0\.0\.1|demo\.test/)
  const keys = [...text.matchAll(/"api_key":"([^"]+)"/g)].map(([, key]) => key)
  expect(new Set(keys).size).toBe(1)
})
