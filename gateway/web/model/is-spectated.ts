import type { Route } from './route.ts'

/** The conditions of a search that do not depend on an account. */
const IMPERSONAL: readonly string[] = ['channel', 'channels', 'topic', 'sender', 'has', 'search']

/** Whether people without an account can open the place, as far as its address tells. */
export function isSpectated(route: Route): boolean {
  if (route.view !== 'messages') return ['start', 'inbox', 'message'].includes(route.view)
  const { narrow } = route
  switch (narrow.kind) {
    case 'channel':
    case 'topic':
    case 'feed':
      return true
    case 'search':
      return narrow.terms.every(({ operator, operand }) => IMPERSONAL.includes(operator) && operand !== 'me')
    default:
      return false
  }
}
