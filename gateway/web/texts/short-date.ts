import { locale } from './texts.ts'

const formatOf = (hourCycle: 'h23' | 'h12') =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: hourCycle === 'h23' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle,
  })
const formats = { 24: formatOf('h23'), 12: formatOf('h12') }

/** A day and a time in the near future or past: Mon 23 Nov, 09:00. In Unix seconds. */
export const shortDateOf = (seconds: number, uses24Hours: boolean): string =>
  formats[uses24Hours ? 24 : 12].format(new Date(seconds * 1000))
