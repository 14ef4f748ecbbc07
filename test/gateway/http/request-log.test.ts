import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../gateway/http/exchange/exchange.ts'
import { requestLog } from '../../../gateway/http/request-log.ts'

test('health checks are logged when their answer changes, and other requests always', () => {
  const lines: { route: string; status: number }[] = []
  const log = requestLog(pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }))
  const ask = (route: string, status: number, count = 1) => {
    for (let n = 0; n < count; n++) log({ route, status, method: 'GET', startedAt: 0 } as unknown as Exchange)
  }
  ask('/health/ready', 200, 60)
  ask('/health/live', 200, 60)
  ask('/health/ready', 503, 60)
  ask('/health/ready', 200, 60)
  ask('/api/v1/messages', 200, 2)
  expect(lines.map(({ route, status }) => `${route} ${status}`)).toEqual([
    '/health/ready 200',
    '/health/live 200',
    '/health/ready 503',
    '/health/ready 200',
    '/api/v1/messages 200',
    '/api/v1/messages 200',
  ])
})
