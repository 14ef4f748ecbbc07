import { eachPage, type OnPage } from '../../store/state/page.ts'

/** Number of entries of the history that have a place. */
const MOST = 50
const placesLeft = eachPage(() => new Map<string, number>())

/** The entry of the browser's history that is shown; undefined in browsers that do not tell. */
export const historyEntry = (): string | undefined => globalThis.navigation?.currentEntry?.key

/** The message that was at the top of the list when the reader left the entry before the end of the list. */
export const placeOf = (page: OnPage, entry: string | undefined): number | undefined =>
  entry === undefined ? undefined : placesLeft(page).get(entry)

/** Keeps the message at the top of the list for when the reader goes back or forward to the entry. */
export function keepPlace(page: OnPage, entry: string | undefined, id: number | undefined): void {
  if (entry === undefined) return
  const places = placesLeft(page)
  places.delete(entry)
  if (id !== undefined) places.set(entry, id)
  const [oldest] = places.keys()
  if (places.size > MOST) places.delete(oldest!)
}
