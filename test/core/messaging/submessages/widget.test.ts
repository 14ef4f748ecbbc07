import { expect, test } from 'vitest'
import { widgetOf } from '../../../../core/messaging/submessages/widget.ts'

const poll = (question: string, options: string[] = []) => ({
  widget_type: 'poll',
  extra_data: { question, options },
})
const todo = (task_list_title: string, tasks: [string, string][] = []) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
})

test.each([
  ['/poll', poll('')],
  ['/poll Lunch?', poll('Lunch?')],
  ['/poll Lunch?\nSoup\n\n  - Bread \n* Cake\n-', poll('Lunch?', ['Soup', 'Bread', 'Cake'])],
  ['/poll\nLunch?\nSoup', poll('Lunch?', ['Soup'])],
  ['/todo', todo('')],
  [
    '/todo Today\nmilk: two bottles\nbread\n* a: b: c',
    todo('Today', [
      ['milk', 'two bottles'],
      ['bread', ''],
      ['a', 'b: c'],
    ]),
  ],
])('%j creates a widget', (content, widget) => {
  expect(widgetOf(content)).toEqual(widget)
})

test.each(['/polls', '/pollLunch', ' /poll Lunch?', '/me polls', 'poll', '/', '> /todo', '/POLL x'])(
  '%j creates no widget',
  (content) => {
    expect(widgetOf(content)).toBeUndefined()
  },
)
