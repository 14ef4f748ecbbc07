import { keepZoomTokens } from '../../../core/people/zoom/tokens.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { invalidZoomState, zoomRefused } from '../../calls/errors.ts'
import { authorizeAddress, RefusedByZoom, tokensForCode, zoomOf } from '../../calls/zoom.ts'
import { isZoomState, zoomState } from '../../calls/zoom-state.ts'
import type { Services } from '../../services.ts'
import { html } from '../html.ts'
import { type Page, page, seeOther, show, type Visit } from '../page.ts'

const REGISTER_PATH = '/calls/zoom/register'
const COMPLETE_PATH = '/calls/zoom/complete'
const MAX_CODE_LENGTH = 4096

/** The pages that connect a person with a Zoom account: one leads to Zoom, which leads back to the other. */
export function zoomPages({ core, config }: Services): Page[] {
  type OrganizationVisit = Visit<'organization'>
  const redirectUri = ({ realm }: OrganizationVisit) =>
    `${realmUrl(realm.record, core.options.rootUrl)}${COMPLETE_PATH}`
  const logIn = () => seeOther(`/login?next=${encodeURIComponent(REGISTER_PATH)}`)

  async function connect(visit: OrganizationVisit, user: UserRecord): Promise<void> {
    const app = zoomOf(config)
    const { realm, query } = visit
    if (!isZoomState(config.secretKey, realm.id, user.id, query.get('state') ?? '')) throw invalidZoomState()
    // The person refused at Zoom, or the app has been changed there.
    const code = query.get('code')
    if (code === undefined || code === '' || code.length > MAX_CODE_LENGTH) throw zoomRefused()
    try {
      await keepZoomTokens({ core, realm, user }, await tokensForCode(app, code, redirectUri(visit)))
    } catch (error) {
      throw error instanceof RefusedByZoom ? zoomRefused() : error
    }
  }

  return [
    page({
      method: 'GET',
      path: REGISTER_PATH,
      scope: 'organization',
      handler: (visit) => {
        const app = zoomOf(config)
        const { realm, user, t } = visit
        if (user === undefined) return logIn()
        const to = authorizeAddress(app, redirectUri(visit), zoomState(config.secretKey, realm.id, user.id))
        // Not a redirect, because after the log-in form browsers refuse a redirect to another site
        // (form-action).
        const body = html`<p><a href="${to}">${t('Continue to {name}', { name: 'Zoom' })}</a></p>`
        return show({ title: t('Video call'), body, forwardTo: to })
      },
    }),
    page({
      method: 'GET',
      path: COMPLETE_PATH,
      scope: 'organization',
      handler: async (visit) => {
        if (visit.user === undefined) return logIn()
        const { t } = visit
        await connect(visit, visit.user)
        return show({
          title: t('Your Zoom account is connected'),
          body: html`<p>${t('You can close this window and start the call again.')}</p>`,
        })
      },
    }),
  ]
}
