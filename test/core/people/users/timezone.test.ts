import { describe, expect, it } from 'vitest'
import { isTimezone, timezoneNamed } from '../../../../core/people/users/timezone.ts'

const inEveryCase = (name: string): string[] => [name, name.toLowerCase(), name.toUpperCase()]

describe('a time zone', () => {
  it('is known by its name in any case', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(timezoneNamed(zone)).toBe(zone)
      expect(timezoneNamed(zone.toLowerCase())).toBe(zone)
    }
    for (const name of inEveryCase('America/Argentina/Buenos_Aires')) expect(isTimezone(name)).toBe(true)
    for (const name of inEveryCase('Etc/GMT+5')) expect(timezoneNamed(name)).toBe('Etc/GMT+5')
    for (const name of inEveryCase('UTC')) expect(timezoneNamed(name)).toBe('UTC')
  })

  it('keeps an older name in its own case', () => {
    expect(timezoneNamed('US/Pacific')).toBe('US/Pacific')
    expect(timezoneNamed('us/pacific')).toBe('America/Los_Angeles')
  })

  it.each([
    '',
    ' ',
    'Europe',
    'Europe/Elsinore',
    '+05:00',
    '-0500',
    'Europe/Rome ',
    '../etc',
    'a'.repeat(99),
  ])('%j is none', (name) => expect(timezoneNamed(name)).toBeUndefined())
})
