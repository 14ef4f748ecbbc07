import { expect, test } from 'vitest'
import { BOUNDS, quantile } from '../../../../core/platform/series/histogram.ts'
import { joined } from '../../../../core/platform/series/names.ts'
import { type Part, valuesOf } from '../../../../core/platform/series/part.ts'

const nothing: Part = { counts: {}, levels: {}, largest: {}, routes: {} }
const buckets = (over: Record<number, number>) => BOUNDS.map((bound) => over[bound] ?? 0)

test('counts become rates, levels are added up, the largest delay counts, and times are means', () => {
  const one: Part = {
    ...nothing,
    counts: { 'traffic.sends': 30, 'storage.operations': 4, 'storage.seconds': 2 },
    levels: { 'connections.polls': 5 },
    largest: { 'gateway.loopSeconds': 0.2 },
  }
  const other: Part = {
    ...nothing,
    counts: { 'traffic.sends': 20 },
    levels: { 'connections.polls': 7 },
    largest: { 'gateway.loopSeconds': 0.1 },
  }
  expect(valuesOf([one, other], 10)).toEqual({
    'traffic.sends': 5,
    'storage.operations': 0.4,
    'storage.seconds': 0.5,
    'connections.polls': 12,
    'gateway.loopSeconds': 0.2,
  })
})

test('quantiles of a route join all processes, and polls do not count in those of all requests', () => {
  const route = 'GET /api/v1/messages'
  const part = (over: Record<number, number>, count: number, failed = 0): Part => ({
    ...nothing,
    routes: {
      [route]: { count, failed, buckets: buckets(over) },
      'GET /api/v1/events': { count: 50, failed: 0, buckets: buckets({ 90: 50 }) },
    },
  })
  const values = valuesOf([part({ 0.001: 98 }, 98), part({ 1: 2 }, 2, 1)], 10)
  expect(values[`route.${route}.p50`]).toBeLessThanOrEqual(0.001)
  expect(values[`route.${route}.p99`]).toBeGreaterThan(0.25)
  expect(values[`route.${route}.errors`]).toBe(0.01)
  expect(values['traffic.p99']).toBeLessThanOrEqual(1)
  expect(values['traffic.requests']).toBe(20)
  expect(values['traffic.errors']).toBe(0.005)
})

test('only the routes with most requests are kept', () => {
  const routes = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `GET /${n}`,
      { count: n + 1, failed: 0, buckets: buckets({ 0.01: n + 1 }) },
    ]),
  )
  const values = valuesOf([{ ...nothing, routes }], 10)
  const kept = Object.keys(values).filter((name) => name.endsWith('.requests') && name.startsWith('route.'))
  expect(kept.length).toBe(24)
  expect(values['route.GET /299.requests']).toBe(30)
  expect(values['route.GET /0.requests']).toBeUndefined()
})

test('longer times have means, maxima of what is a maximum, and nothing where nothing was measured', () => {
  const values = joined([
    { 'traffic.sends': 4, 'queue.email.oldestWaiting': 3, 'postgres.seconds': 0.002 },
    { 'queue.email.oldestWaiting': 9, 'traffic.p99': 0.5 },
  ])
  expect(values).toEqual({
    'traffic.sends': 2,
    'queue.email.oldestWaiting': 9,
    'postgres.seconds': 0.002,
    'traffic.p99': 0.5,
  })
})

test('a quantile without requests is unknown, and beyond the last bound it is that bound', () => {
  expect(quantile(0.5, [], 0)).toBeUndefined()
  expect(quantile(0.99, buckets({}), 3)).toBe(90)
})
