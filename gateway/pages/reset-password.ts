import {
  lookUpReset,
  type ResetLink,
  requestPasswordReset,
  resetPassword,
} from '../../core/people/credentials/reset-password.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { pastedAddress } from '../../core/state/realm/email.ts'
import type { Services } from '../services.ts'
import { field } from './fields.ts'
import { html } from './html.ts'
import { newPasswordFault, newPasswordField } from './new-password.ts'
import { type Page, page, type ShownPage, show, type Visit } from './page.ts'
import { logInLink, type Say, type Sentence } from './texts/say.ts'

const REQUEST = '/accounts/password/reset'
const RESET = `${REQUEST}/{token}`

const ENDED: Readonly<Record<Ended, readonly [status: number, reason: Sentence]>> = {
  used: [410, 'This link has been used, or your password has changed since we sent it.'],
  expired: [410, 'This link has expired.'],
  unknown: [404, 'This link does not exist. Check that you copied all of it.'],
}

/** Sets a new password, by a link that is mailed. */
export function resetPasswordPages({ core }: Services): Page[] {
  return [
    page({ method: 'GET', path: REQUEST, scope: 'organization', handler: requestPage }),
    page({
      method: 'POST',
      path: REQUEST,
      scope: 'organization',
      handler: async (visit) => {
        const email = pastedAddress(visit.form.get('email') ?? '')
        await visit.countRequestedMail('reset', email)
        await requestPasswordReset(core, visit.realm, email)
        return mailedPage(visit.t, email)
      },
    }),
    page({
      method: 'GET',
      path: RESET,
      scope: 'organization',
      handler: async (visit) => {
        const link = await lookUpReset(core, visit.realm, visit.path.token!)
        return link.state === 'valid'
          ? newPasswordPage(visit, link.user.deliveryEmail)
          : endedPage(visit.t, link.state)
      },
    }),
    page({
      method: 'POST',
      path: RESET,
      scope: 'organization',
      handler: async (visit) => {
        const token = visit.path.token!
        const password = visit.form.get('password') ?? ''
        const link = await lookUpReset(core, visit.realm, token)
        if (link.state !== 'valid') return endedPage(visit.t, link.state)
        const fault = await newPasswordFault(password)
        if (fault !== undefined) return newPasswordPage(visit, link.user.deliveryEmail, fault)
        const changed = await unlessEnded(resetPassword(core, visit.realm, token, password))
        if (typeof changed === 'string') return endedPage(visit.t, changed)
        const { t } = visit
        const content = {
          title: t('Your password has been changed'),
          body: html`<p class="done">${t('All your browsers have been logged out.')}</p>${logInLink(t)}`,
        }
        return show(content, { headers: visit.rememberDevice(changed) })
      },
    }),
  ]
}

type Ended = Exclude<ResetLink['state'], 'valid'>

/**
 * The result of `work`, or why a link became invalid meanwhile, as when it is used twice at the same time.
 */
async function unlessEnded<T>(work: Promise<T>): Promise<T | Ended> {
  try {
    return await work
  } catch (error) {
    const state = error instanceof ApiError && (error.extra.state as Ended | undefined)
    if (state) return state
    throw error
  }
}

const requestPage = ({ csrf, t }: Visit): ShownPage =>
  show({
    title: t('Choose a new password'),
    body: html`<form method="post" action="${REQUEST}">
${csrf}
${field({
  name: 'email',
  label: t('E-mail address'),
  type: 'email',
  hint: t('We will send a link to the email address of your account.'),
  autocomplete: 'username',
  hasFocus: true,
})}
<button>${t('Send link')}</button>
</form>
${logInLink(t)}`,
  })

/** The same for every address, so that visitors cannot find out which addresses have accounts. */
function mailedPage(t: Say, email: string): ShownPage {
  const told = t.html('If {email} has an account here, we have sent a link to it.', {
    email: html`<strong>${email}</strong>`,
  })
  return show({ title: t('Check your email'), body: html`<p>${told}</p>${logInLink(t)}` })
}

function newPasswordPage({ csrf, path, t }: Visit, email: string, fault?: string): ShownPage {
  const body = html`<form method="post" action="${REQUEST}/${encodeURIComponent(path.token!)}">
${csrf}
<p>${t.html('For the account {email}.', { email: html`<strong>${email}</strong>` })}</p>
<input type="hidden" name="username" value="${email}">
${newPasswordField(t, t('New password'), fault)}
<button>${t('Change password')}</button>
</form>`
  return show({ title: t('Choose a new password'), body }, { status: fault === undefined ? 200 : 422 })
}

function endedPage(t: Say, state: Ended): ShownPage {
  const [status, reason] = ENDED[state]
  const body = html`<p>${t(reason)}</p><p><a href="${REQUEST}">${t('Request a new link')}</a></p>`
  return show({ title: t('This link is no longer valid'), body }, { status })
}
