import { signal } from '@preact/signals'
import { eachPage, type OnPage } from '../store/state/page.ts'

/** The message under the pointer or with the focus, which shows its toolbar. */
export const active = eachPage(() => signal<number | undefined>(undefined))

/** The message from which the reader went to write. */
export const leftFor = eachPage(() => signal<number | undefined>(undefined))

export function activate(page: OnPage, id: number | undefined): void {
  active(page).value = id
}
