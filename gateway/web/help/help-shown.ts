import { signal } from '@preact/signals'
import { eachPage } from '../store/state/page.ts'

/** A section of the help that has a name in addresses. */
export type HelpPart = 'formatting' | 'operators' | 'about'

/** The section at which the help is open; undefined when it is closed. */
export const helpShown = eachPage(() => signal<HelpPart | undefined>(undefined))
