import { methodNamed } from '../../../core/people/authentication/methods.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { type RawRoute, rawRoute } from '../../http/raw-route.ts'
import type { Services } from '../../services.ts'
import { pageMissing } from '../errors.ts'
import { errorPage } from '../page-routes.ts'

/** What this server tells a provider about itself, for the form at the provider (SAML Metadata 2.0). */
export const providerMetadataRoute = ({ core }: Services): RawRoute =>
  rawRoute({
    method: 'GET',
    pattern: '/login/with/:method/metadata',
    access: 'anyone',
    renderError: (error, _request, identity) => errorPage(error, identity?.realm),
    handle: async ({ identity: { realm }, path: [name] }) => {
      const method = methodNamed(core, realm, name)
      if (method?.metadata === undefined) throw pageMissing()
      return {
        status: '200 OK',
        headers: [
          ['Content-Type', 'application/samlmetadata+xml; charset=utf-8'],
          ['Content-Disposition', `attachment; filename="${method.name}.xml"`],
          ['Cache-Control', 'no-store'],
          ['X-Content-Type-Options', 'nosniff'],
        ],
        body: await method.metadata(realmUrl(realm.record, core.options.rootUrl)),
      }
    },
  })
