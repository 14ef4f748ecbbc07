import { headerOf, type RawRoute } from './http/raw-route.ts'
import { errorPage, languageOf } from './pages/page-routes.ts'

/**
 * The route with errors as pages for browsers that open its address. Other callers, such as pictures in a
 * page, get what the route answers.
 */
export const withErrorPages = (route: RawRoute): RawRoute => ({
  ...route,
  headers: route.headers === 'all' ? 'all' : [...(route.headers ?? []), 'accept', 'accept-language'],
  renderError: (error, request, identity) =>
    headerOf(request, 'accept').includes('text/html')
      ? errorPage(error, identity?.realm, languageOf(request, identity))
      : route.renderError(error, request, identity),
})
