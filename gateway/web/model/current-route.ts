import { signal } from '@preact/signals'
import { type AddressedDialog, parseRoute, type Route } from './route.ts'

/** The route of the address. Only links change it, so that the browser's back button works. */
export const route = signal<Route>({ view: 'start' })

/** The dialog that the address asked for, until it is open. */
export const askedDialog = signal<AddressedDialog | undefined>(undefined)

let hash = ''

/** The address of a dialog gives way to the one of the view below, which stays. */
function readAddress(): void {
  const read = parseRoute(location.hash)
  if (read.view === 'dialog') {
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`)
    askedDialog.value = read.dialog
  } else {
    hash = location.hash
    route.value = read
  }
}

/** Puts another address in the place of the shown one. The next event of the page already finds its view. */
export function replaceAddress(hash: string): void {
  history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`)
  readAddress()
}

readAddress()
addEventListener('hashchange', readAddress)
