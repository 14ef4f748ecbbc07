import { choice } from './fields.ts'
import type { Html } from './html.ts'
import type { Say } from './texts/say.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

/** A select box of all time zones. Without a value it selects "Not specified". */
export const timezoneChoice = (t: Say, value = ''): Html =>
  choice({
    name: 'timezone',
    label: t('Time zone'),
    value,
    choices: [['', t('Not specified')], ...ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)],
  })
