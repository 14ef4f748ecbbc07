/** The widget that clients show in place of the text: people use it by adding submessages. */
export type Widget =
  | { readonly widget_type: 'poll'; readonly extra_data: Poll }
  | { readonly widget_type: 'todo'; readonly extra_data: TodoList }

interface Poll {
  readonly question: string
  readonly options: readonly string[]
}

interface TodoList {
  readonly task_list_title: string
  readonly tasks: readonly { readonly task: string; readonly desc: string }[]
}

/** The command at the start of the text, up to white space. */
const COMMAND = /^\/(poll|todo)(?=\s|$)/

/**
 * The widget that a message's text describes: `/poll` with the question and one option on each following
 * line, or `/todo` with the title and one `task: description` on each following line. Undefined for other
 * messages.
 */
export function widgetOf(content: string): Widget | undefined {
  const command = COMMAND.exec(content)
  if (command === null) return undefined
  const [title = '', ...rest] = content
    .slice(command[0].length)
    .trim()
    .split(/\r\n|[\n\r\v\f\u2028\u2029]/)
  const lines = rest.map(withoutMarker).filter((line) => line !== '')
  return command[1] === 'poll'
    ? { widget_type: 'poll', extra_data: { question: title.trim(), options: lines } }
    : { widget_type: 'todo', extra_data: { task_list_title: title.trim(), tasks: lines.map(taskOf) } }
}

/** People often write options as a Markdown list. */
const withoutMarker = (line: string): string => line.trim().replace(/^[-*]?\s*/, '')

function taskOf(line: string): { task: string; desc: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { task: line, desc: '' }
  return { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() }
}
