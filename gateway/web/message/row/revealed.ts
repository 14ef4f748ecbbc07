import { signal } from '@preact/signals'

/** Messages of muted people that are shown at once. */
const MOST = 1_000

/** The messages of muted people that the reader asked to see, until the page closes. */
export const revealed = signal<ReadonlySet<number>>(new Set())

/** Shows a message of a muted person. Past the limit the one that was shown first is hidden again. */
export function reveal(id: number): void {
  revealed.value = new Set([...revealed.peek(), id].slice(-MOST))
}
