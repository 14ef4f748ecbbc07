import { signal } from '@preact/signals'
import { parseRoute, type Route } from './route.ts'

/** The route of the address. Only links change it, so that the browser's back button works. */
export const route = signal<Route>(parseRoute(location.hash))

addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash)
})
