import type { PendingLogIn } from '../../core/people/authentication/pending-log-ins.ts'
import { auditLogIn } from '../../core/people/credentials/audit-login.ts'
import { passkeyOptions, passkeysOf, usePasskey } from '../../core/people/second-factors/passkeys.ts'
import { useCode } from '../../core/people/second-factors/use-code.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Services } from '../services.ts'
import { field, formError } from './fields.ts'
import { html } from './html.ts'
import { LogInFlow, SECOND_STEP_PATH } from './log-in-flow.ts'
import { type Page, page, type Redirect, type ShownPage, seeOther, show, type Visit } from './page.ts'
import { passkeyAttributes, passkeyControls } from './passkey-form.ts'

/** Asks for the second factor, after the first step of a log-in. */
export function secondStepPages({ core }: Services): Page[] {
  const flow = new LogInFlow(core)

  /** The log-in that waits in this browser, with its token. */
  async function pendingOf({ realm, pendingLogIn: token }: Visit<'organization'>) {
    const found = token === undefined ? undefined : await flow.pending.find(realm, token)
    return found && { ...found, token: token! }
  }

  async function shown(visit: Visit<'organization'>, pending: PendingLogIn, error?: ApiError) {
    const { id } = pending.user
    const passkeys = await passkeysOf(core, id)
    const options =
      passkeys.length > 0 &&
      passkeyOptions(core, visit.realm, 'second-step', visit.passkeyPage, { id, passkeys })
    return secondStepPage(visit, pending, options, error)
  }

  return [
    page({
      method: 'GET',
      path: SECOND_STEP_PATH,
      scope: 'organization',
      handler: async (visit) => {
        const pending = await pendingOf(visit)
        return pending === undefined ? seeOther('/login') : shown(visit, pending)
      },
    }),
    page({
      method: 'POST',
      path: SECOND_STEP_PATH,
      scope: 'organization',
      handler: async (visit): Promise<ShownPage | Redirect> => {
        const pending = await pendingOf(visit)
        if (pending === undefined) return seeOther('/login', [visit.keepPendingLogIn()])
        const { user, token, method, atProvider, sessionHours, ...destination } = pending
        await visit.countAuthenticationAttempt(user.deliveryEmail, 'code')
        const { realm, form, passkeyPage } = visit
        const response = form.get('response')
        try {
          if (response === undefined) await useCode(core, realm, user, form.get('code') ?? '')
          else await usePasskey(core, realm, 'second-step', passkeyPage, response, user)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const attempt = { method: 'second_factor', user: user.id, refusal: error.code }
          auditLogIn(core, realm, flow.siteOf(visit).from, attempt)
          return shown(visit, pending, error)
        }
        if (!(await flow.pending.end(visit.realm.id, token))) return seeOther('/login')
        await visit.forgiveAuthenticationAttempts(user.deliveryEmail, 'code')
        const completed = await flow.complete(visit, user, destination, {
          ...{ method, atProvider, sessionHours },
        })
        return { ...completed, headers: [...completed.headers, visit.keepPendingLogIn()] }
      },
    }),
  ]
}

function secondStepPage(
  visit: Visit,
  { user, otp }: PendingLogIn,
  options: object | false,
  error?: ApiError,
): ShownPage {
  const passkeyForm =
    options &&
    html`<form method="post"${passkeyAttributes(options)}>
${visit.csrf}
${passkeyControls(visit.t, visit.t('Use a passkey'))}
</form>`
  const { t } = visit
  const body = html`${formError(error && t.of(error.message))}
<p>${t.html('Logging in as {email}.', { email: html`<strong>${user.deliveryEmail}</strong>` })}</p>
<form method="post">
${visit.csrf}
${field({
  name: 'code',
  label: t('Code'),
  hint: user.hasAuthenticator
    ? t('The six digits that your authenticator app shows, or one of your recovery codes.')
    : t('One of your recovery codes, if you do not have your passkey.'),
  autocomplete: 'one-time-code',
  maxLength: 40,
  hasFocus: user.hasAuthenticator,
})}
<button>${t('Log in')}</button>
</form>
${passkeyForm}
<p><a href="/login">${t('Begin again')}</a></p>`
  return show(
    { title: t('Second step'), body },
    {
      status: error?.status ?? 200,
      formTarget: otp === undefined ? undefined : 'zulip:',
      scripts: options === false ? [] : ['passkeys'],
    },
  )
}
