export type WidgetKind = 'poll' | 'todo'

/** An option of a poll, or a task with its description. */
export interface WidgetLine {
  readonly name: string
  readonly description: string
}

/** The text of a message that the server makes a poll or a to-do list of. Empty lines are left out. */
export function widgetText(kind: WidgetKind, title: string, lines: readonly WidgetLine[]): string {
  const written = lines
    .map(({ name, description }) => ({ name: inOneLine(name), description: inOneLine(description) }))
    .filter(({ name }) => name !== '')
    .map(({ name, description }) =>
      kind === 'todo' && description !== '' ? `${name}: ${description}` : name,
    )
  return [`/${kind} ${inOneLine(title)}`, ...written].join('\n')
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
