import type { Mark } from './moments.ts'
import { isGerman, say } from './texts.ts'

const WORDS = { critical: 'Critical', warning: 'Warning', notice: 'Notice' } as const
const DAY_MS = 86_400_000

/** A deployment or an incident with its time, severity, and how long it lasted. */
export function markItem({ at, kind, text, severity, until, lasts }: Mark): HTMLElement {
  const item = document.createElement('li')
  item.className = `mark-${kind}`
  item.append(timeOf(at), ' ')
  if (severity !== undefined) {
    const word = document.createElement('strong')
    word.className = `severity ${severity}`
    word.textContent = say(WORDS[severity])
    item.append(word, ' ')
  }
  item.append(kind === 'deployment' ? say('Version {text} started').replace('{text}', text) : text)
  if (lasts) item.append(note(say('goes on')))
  else if (until !== undefined) {
    const end = say('until {time} ({age})').replace('{age}', age((until - at) / 1000))
    const [before = '', after = ''] = end.split('{time}')
    item.append(note(before, timeOf(until, at), after))
  }
  return item
}

function note(...parts: (string | Node)[]): HTMLElement {
  const small = document.createElement('small')
  small.append(...parts)
  const all = document.createElement('span')
  all.append(' ', small)
  return all
}

/** A time as on the cards: 24 hours, UTC; with its day, unless that of `near` or the last day is meant. */
function timeOf(at: number, near = Date.now()): HTMLElement {
  const time = document.createElement('time')
  const iso = new Date(at).toISOString()
  time.dateTime = iso
  const isNear =
    Math.abs(near - at) < DAY_MS && iso.slice(0, 10) === new Date(near).toISOString().slice(0, 10)
  time.textContent = `${isNear ? '' : `${iso.slice(0, 10)} `}${iso.slice(11, 19)} UTC`
  return time
}

function age(seconds: number): string {
  const count = (unit: number, name: string) => `${Math.max(0, Math.round(seconds / unit))} ${name}`
  if (seconds < 120) return count(1, 's')
  if (seconds < 7_200) return count(60, isGerman() ? 'Min.' : 'min')
  return count(3_600, isGerman() ? 'Std.' : 'h')
}
