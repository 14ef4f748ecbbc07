import { DeviceLogIns } from '../../core/people/authentication/device-codes.ts'
import type { LoginOrigin } from '../../core/people/credentials/audit-login.ts'
import { deviceOf } from '../../core/people/credentials/device.ts'
import { deviceName } from '../../core/people/credentials/device-name.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Services } from '../services.ts'
import { field, formError } from './fields.ts'
import { html } from './html.ts'
import { type Page, page, type Redirect, type ShownPage, seeOther, show, type Visit } from './page.ts'

const PATH = '/accounts/device'
type OrganizationVisit = Visit<'organization'>

/** Lets programs without a browser in: the person enters the code that the program shows (RFC 8628). */
export function devicePages({ core }: Services): Page[] {
  const logIns = new DeviceLogIns(core.redis)

  /**
   * Leads to the log-in page unless the person has logged in lately: the program gets more than a session.
   */
  async function toLogIn(visit: OrganizationVisit, code: string): Promise<Redirect | undefined> {
    if (visit.user !== undefined && (await visit.hasFreshLogIn())) return undefined
    const next = code === '' ? PATH : `${PATH}?${new URLSearchParams({ user_code: code })}`
    return seeOther(`/login?${new URLSearchParams({ again: '1', next })}`)
  }

  return [
    page({
      method: 'GET',
      path: PATH,
      scope: 'organization',
      handler: async (visit) => {
        const code = (visit.query.get('user_code') ?? '').slice(0, 40)
        return (await toLogIn(visit, code)) ?? codePage(visit, code)
      },
    }),
    page({
      method: 'POST',
      path: PATH,
      scope: 'organization',
      handler: async (visit) => {
        const { form, realm } = visit
        const code = (form.get('user_code') ?? '').slice(0, 40)
        const elsewhere = await toLogIn(visit, code)
        if (elsewhere !== undefined) return elsewhere
        const user = visit.user!
        await visit.countAuthenticationAttempt(user.deliveryEmail, 'device')
        const from = await logIns.find(realm.id, code)
        if (from === undefined) return codePage(visit, code, true)
        await visit.forgiveAuthenticationAttempts(user.deliveryEmail, 'device')
        const decision = form.get('decision')
        if (decision !== 'allow' && decision !== 'deny') return questionPage(visit, user, code, from)
        const isDecided = await logIns.decide(realm.id, code, decision === 'allow' ? user : 'denied')
        return isDecided ? donePage(visit, decision === 'allow') : codePage(visit, code, true)
      },
    }),
  ]
}

function codePage({ t, csrf }: OrganizationVisit, code: string, isWrong = false): ShownPage {
  const body = html`${formError(isWrong ? t('There is no such code. It is valid for ten minutes, and once.') : undefined)}
<form method="post" action="${PATH}">
${csrf}
${field({
  name: 'user_code',
  label: t('Code'),
  value: code,
  hint: t('The eight letters that the program shows.'),
  maxLength: 40,
  hasFocus: true,
})}
<button>${t('Continue')}</button>
</form>`
  return show({ title: t('Log in to a program'), body }, { status: isWrong ? 400 : 200 })
}

function questionPage(
  { t, csrf }: OrganizationVisit,
  { fullName, deliveryEmail }: UserRecord,
  code: string,
  { userAgent, address }: LoginOrigin,
): ShownPage {
  const device = deviceName(t.language, deviceOf(userAgent))
  const about = { name: fullName, email: deliveryEmail, device, address }
  const body = html`<p>${t('A program ({device}, from the address {address}) wants to log in as {name} ({email}). It can then do everything that you can do.', about)}</p>
<p><strong>${t('Continue only if you have just started it yourself.')}</strong></p>
<form method="post" action="${PATH}">
${csrf}<input type="hidden" name="user_code" value="${code}">
<button name="decision" value="allow">${t('Log in to the program')}</button>
<button class="quiet" name="decision" value="deny">${t('Deny')}</button>
</form>`
  return show({ title: t('Log in to a program'), body })
}

const donePage = ({ t }: OrganizationVisit, isAllowed: boolean): ShownPage =>
  show({
    title: t(isAllowed ? 'The program is logged in' : 'The program is not logged in'),
    body: html`<p class="done">${t('You can close this page.')}</p>`,
  })
