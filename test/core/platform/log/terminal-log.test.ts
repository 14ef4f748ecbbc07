import { expect, test } from 'vitest'
import { openLog } from '../../../../core/platform/log/log.ts'
import { terminalStream, terminalText } from '../../../../core/platform/log/terminal-log.ts'

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  let text = ''
  write(
    openLog(
      'gateway',
      'info',
      terminalStream((line) => {
        text += line
      }),
    ),
  )
  return text
}

test('a line has time, level, process, message and the other fields', () => {
  expect(
    logged((log) => log.info({ address: 'http://localhost:9991', n: 2 }, 'the gateway is ready')),
  ).toMatch(/^\d\d:\d\d:\d\d info {2}gateway the gateway is ready address=http:\/\/localhost:9991 n=2\n$/)
})

test('the stack of an error follows, indented', () => {
  const text = logged((log) => log.error({ err: new Error('no room') }, 'the mail was not sent'))
  expect(text).toMatch(/^\d\d:\d\d:\d\d ERROR gateway the mail was not sent\n {4}Error: no room\n {4} +at /)
})

test('a line that is not JSON is unchanged', () => {
  expect(terminalText('plain text\n')).toBe('plain text\n')
})
