import { signal } from '@preact/signals'
import { eachPage, type OnPage } from '../../store/state/page.ts'

/** Messages of muted people that are shown at once. */
const MOST = 1_000

/** The messages of muted people that the reader asked to see, until the page closes. */
export const revealed = eachPage(() => signal<ReadonlySet<number>>(new Set()))

/** Shows a message of a muted person. Past the limit the one that was shown first is hidden again. */
export function reveal(page: OnPage, id: number): void {
  const known = revealed(page)
  known.value = new Set([...known.peek(), id].slice(-MOST))
}
