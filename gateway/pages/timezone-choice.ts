import { choice } from './fields.ts'
import type { Html } from './html.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

/** The time zones of the world, by their names; none is chosen for who does not say. */
export const timezoneChoice = (value = ''): Html =>
  choice({
    name: 'timezone',
    label: 'Time zone',
    value,
    choices: [['', 'Not given'], ...ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)],
  })
