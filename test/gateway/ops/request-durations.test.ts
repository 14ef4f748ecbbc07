import { expect, test } from 'vitest'
import { RequestDurations } from '../../../gateway/ops/request-durations.ts'

test('requests are counted in the first bucket that holds them, and buckets are cumulative', () => {
  const durations = new RequestDurations()
  for (const seconds of [0.0005, 0.0007, 2, 100]) durations.observe('GET', '/events', 200, seconds)
  const text = durations.text({ process: 'gateway' })
  const series = 'method="GET",route="/events",status="200",process="gateway"'
  expect(text).toContain(`loquat_http_request_duration_seconds_bucket{le="0.0005",${series}} 1\n`)
  expect(text).toContain(`loquat_http_request_duration_seconds_bucket{le="0.001",${series}} 2\n`)
  expect(text).toContain(`loquat_http_request_duration_seconds_bucket{le="1",${series}} 2\n`)
  expect(text).toContain(`loquat_http_request_duration_seconds_bucket{le="5",${series}} 3\n`)
  expect(text).toContain(`loquat_http_request_duration_seconds_bucket{le="+Inf",${series}} 4\n`)
  expect(text).toContain(`loquat_http_request_duration_seconds_count{${series}} 4\n`)
  expect(text).toContain(`loquat_http_request_duration_seconds_sum{${series}} 102.0012\n`)
})

test('each method, route and status has its own series', () => {
  const durations = new RequestDurations()
  durations.observe('GET', '/events', 200, 0)
  durations.observe('GET', '/events', 404, 0)
  durations.observe('POST', '/events', 200, 0)
  durations.observe('GET', '/messages', 200, 0)
  const counts = durations.text({}).match(/_count\{.*\} 1$/gm)
  expect(counts).toHaveLength(4)
})

test('a method that a client makes up cannot add labels or lines', () => {
  const durations = new RequestDurations()
  durations.observe('G"ET\\\n', '/', 404, 0)
  expect(durations.text({})).toContain('method="G\\"ET\\\\\\n",route="/"')
})
