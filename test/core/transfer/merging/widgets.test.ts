import { expect, test } from 'vitest'
import { type Addition, withOneSender } from '../../../../core/transfer/merging/widgets.ts'

const addition = (id: number, senderId: number, data: unknown): Addition => ({
  id,
  messageId: 1,
  senderId,
  content: typeof data === 'string' ? data : JSON.stringify(data),
})
const merged = (...all: Addition[]) =>
  withOneSender(all, 5, 3).map(({ id, senderId, content }) => [id, senderId, content])

test('votes follow the options of the merged account', () => {
  expect(
    merged(
      addition(1, 5, { type: 'new_option', idx: 1, option: 'tea' }),
      addition(2, 9, { type: 'vote', key: '5,1', vote: 1 }),
      addition(3, 9, { type: 'vote', key: 'canned,0', vote: 1 }),
      addition(4, 5, { type: 'vote', key: '5,1', vote: 1 }),
    ),
  ).toEqual([
    [1, 3, '{"type":"new_option","idx":1,"option":"tea"}'],
    [2, 9, '{"type":"vote","key":"3,1","vote":1}'],
    [4, 3, '{"type":"vote","key":"3,1","vote":1}'],
  ])
})

test('options of both accounts keep apart', () => {
  expect(
    merged(
      addition(1, 3, { type: 'new_option', idx: 1, option: 'tea' }),
      addition(2, 3, { type: 'new_option', idx: 2, option: 'milk' }),
      addition(3, 5, { type: 'new_option', idx: 1, option: 'juice' }),
      addition(4, 9, { type: 'vote', key: '5,1', vote: 1 }),
      addition(5, 9, { type: 'vote', key: '3,1', vote: 1 }),
    ),
  ).toEqual([
    [3, 3, '{"type":"new_option","idx":3,"option":"juice"}'],
    [4, 9, '{"type":"vote","key":"3,3","vote":1}'],
  ])
})

test('tasks are numbered in the other order', () => {
  expect(
    merged(
      addition(1, 3, { type: 'new_task', key: 4, task: 'a', desc: '' }),
      addition(2, 5, { type: 'new_task', key: 1, task: 'b', desc: '' }),
      addition(3, 9, { type: 'strike', key: '1,5' }),
    ),
  ).toEqual([
    [2, 3, '{"type":"new_task","key":5,"task":"b","desc":""}'],
    [3, 9, '{"type":"strike","key":"5,3"}'],
  ])
})

test('what is no addition of a widget only gets the other sender', () => {
  for (const odd of [
    '',
    '5',
    '[]',
    'null',
    '{"type":"new_option","idx":"x"}',
    '{"key":"5,1"}',
    '{"type":7}',
  ]) {
    expect(merged(addition(1, 5, odd), addition(2, 9, odd))).toEqual([[1, 3, odd]])
  }
})
