import { t } from '../texts/texts.ts'

/** A time in the future that people often choose. `at` in Unix seconds. */
export interface LaterTime {
  readonly name: string
  readonly at: number
}

const MORNING = 9
const MONDAY = 1

/** In an hour, tomorrow morning, next Monday morning, in the reader's zone. */
export function laterTimes(now = new Date()): LaterTime[] {
  const inAnHour = Math.ceil((now.getTime() / 1000 + 3600) / 300) * 300
  const morning = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING).getTime() / 1000
  const toMonday = (MONDAY - now.getDay() + 7) % 7 || 7
  const tomorrow = { name: t.tomorrowMorning, at: morning(1) }
  const monday = { name: t.mondayMorning, at: morning(toMonday) }
  return [{ name: t.inAnHour, at: inAnHour }, tomorrow, ...(toMonday === 1 ? [] : [monday])]
}

/** A time as Markdown, which every reader sees in their own time zone. `at` in Unix seconds. */
export const timeMark = (at: number): string =>
  `<time:${new Date(at * 1000).toISOString().replace('.000Z', '+00:00')}>`

/** The value of a `datetime-local` field in Unix seconds; undefined when it is empty. */
export function secondsOf(value: string): number | undefined {
  const time = new Date(value).getTime()
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

/** Unix seconds as the value of a `datetime-local` field. */
export function fieldValueOf(at: number): string {
  const date = new Date(at * 1000)
  return new Date(at * 1000 - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
