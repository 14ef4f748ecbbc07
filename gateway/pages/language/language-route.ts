import type { RuntimeConfig } from '../../../config/environment.ts'
import { isLanguage } from '../../../core/platform/text/languages.ts'
import { headerOf, type RawRoute, type ReceivedRequest, rawRoute } from '../../http/raw-route.ts'
import { pageMissing } from '../errors.ts'
import { localPath } from '../local-path.ts'
import type { Page } from '../page.ts'
import { errorPage, languageOf, otherMethodsRoute } from '../page-routes.ts'
import { languageCookie } from '../texts/language.ts'

const PATTERN = '/language/:code'

/**
 * The address of the links below pages: keeps the language in a cookie, and leads back to the page that the
 * visitor comes from, which then has this language. `pages`: all pages.
 */
export function languageRoutes(
  { rootUrl }: Pick<RuntimeConfig, 'rootUrl'>,
  pages: readonly Page[],
): RawRoute[] {
  const isSecure = rootUrl.startsWith('https:')
  const formerPage = formerPages(pages)
  return [
    rawRoute({
      method: 'GET',
      pattern: PATTERN,
      access: 'unidentified',
      limit: { counts: 'requests', work: 'A cookie and an address.' },
      headers: ['accept-language', 'referer'],
      renderError: (error, request) => errorPage(error, undefined, languageOf(request)),
      handle: (request) => {
        const [code] = request.path
        if (!isLanguage(code)) throw pageMissing()
        const headers = [['Location', formerPage(request)] as const, ['Cache-Control', 'no-store'] as const]
        return { status: '303 See Other', headers: [...headers, languageCookie(code, isSecure)], body: '' }
      },
    }),
    otherMethodsRoute(['GET'], PATTERN),
  ]
}

/**
 * The path of the page whose link was followed. The log-in page for one of another site, without one, and for
 * a page that a browser cannot open again: it answers only forms, or takes something that works once.
 */
function formerPages(pages: readonly Page[]): (request: ReceivedRequest) => string {
  const opened = new Set(
    pages.filter(({ method, takesOnce }) => method === 'GET' && takesOnce !== true).map(({ path }) => path),
  )
  const answers = pages
    .filter(({ path }) => !opened.has(path))
    .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`))
  return (request) => {
    const referer = headerOf(request, 'referer')
    const { authority } = request.exchange
    if (!URL.canParse(referer)) return '/login'
    const { host, origin, pathname, search } = new URL(referer)
    if (host !== authority || pathname.startsWith('/language/')) return '/login'
    if (answers.some((pattern) => pattern.test(pathname))) return '/login'
    return localPath(pathname + search, origin)
  }
}
