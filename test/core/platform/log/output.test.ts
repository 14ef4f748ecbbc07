import { expect, test } from 'vitest'
import { MAX_WAITING_LOG_BYTES } from '../../../../config/limits.ts'
import { Output } from '../../../../core/platform/log/output.ts'

/** A reader that takes `room` more bytes. */
function reader(room: number) {
  const state = { room, text: '', isClosed: false }
  const output = new Output(
    (bytes) => {
      if (state.isClosed) return 'closed'
      const count = Math.min(state.room, bytes.length)
      if (count === 0) return 'full'
      state.room -= count
      state.text += bytes.subarray(0, count).toString()
      return count
    },
    (count) => `left out ${count}\n`,
  )
  return { state, output }
}

test('lines arrive in order, also when the reader takes parts of them', () => {
  const { state, output } = reader(5)
  output.write('first\n')
  output.write('second\n')
  expect(state.text).toBe('first')
  for (let n = 0; n < 20; n++) {
    state.room = 1
    output.flush()
  }
  expect(state.text).toBe('first\nsecond\n')
  expect(output.dropped).toBe(0)
})

test('what a stalled reader does not take is bounded; one line says how many lines were left out', () => {
  const { state, output } = reader(0)
  const line = `${'x'.repeat(1023)}\n`
  for (let n = 0; n < 5_000; n++) output.write(line)
  const kept = MAX_WAITING_LOG_BYTES / 1024
  expect(output.dropped).toBe(5_000 - kept)
  state.room = Number.POSITIVE_INFINITY
  output.flush()
  expect(state.text).toBe(`${line.repeat(kept)}left out ${5_000 - kept}\n`)
  output.write('again\n')
  expect(state.text.endsWith(`left out ${5_000 - kept}\nagain\n`)).toBe(true)
})

test('a closed output swallows lines and counts them', () => {
  const { state, output } = reader(0)
  output.write('kept for a while\n')
  state.isClosed = true
  output.flush()
  output.write('one\ntwo\n')
  expect(output.dropped).toBe(2)
})
