import { expect, test } from 'vitest'
import { widgetOf } from '../../../../core/messaging/submessages/widget.ts'
import { widgetText } from '../../../../gateway/web/compose/widget-form/widget-text.ts'

const line = (name: string, description = '') => ({ name, description })

test('the server reads a poll as the form had it, without empty lines', () => {
  const text = widgetText('poll', ' Where\nto? ', [line('Elsinore'), line('  '), line('a  b'), line('')])
  expect(widgetOf(text)).toEqual({
    widget_type: 'poll',
    extra_data: { question: 'Where to?', options: ['Elsinore', 'a b'] },
  })
})

test('the server reads a to-do list as the form had it', () => {
  const text = widgetText('todo', 'Today', [line('Learn', 'all: of it'), line('Sleep'), line('', 'lost')])
  expect(widgetOf(text)).toEqual({
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'Today',
      tasks: [
        { task: 'Learn', desc: 'all: of it' },
        { task: 'Sleep', desc: '' },
      ],
    },
  })
})
