import { choice } from './fields.ts'
import type { Html } from './html.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

/** A select box of all time zones. Without a value it selects "Not specified". */
export const timezoneChoice = (value = ''): Html =>
  choice({
    name: 'timezone',
    label: 'Time zone',
    value,
    choices: [['', 'Not specified'], ...ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)],
  })
