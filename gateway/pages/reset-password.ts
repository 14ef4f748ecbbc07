import {
  lookUpReset,
  type ResetLink,
  requestPasswordReset,
  resetPassword,
} from '../../core/people/users/reset-password.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Services } from '../services.ts'
import { field } from './fields.ts'
import { html } from './html.ts'
import { toLogIn } from './log-in-link.ts'
import { newPasswordFault, newPasswordField } from './new-password.ts'
import { type Page, page, type Shown, show, type Visit } from './page.ts'

const ASK = '/accounts/password/reset'
const RESET = `${ASK}/{token}`

const ENDED: Readonly<Record<Ended, readonly [status: number, reason: string]>> = {
  used: [410, 'This link has been used, or the password was changed since it was sent.'],
  expired: [410, 'This link has expired.'],
  unknown: [404, 'There is no such link. Check that all of it was copied.'],
}

/** Choosing another password, by a link that is mailed. */
export function resetPasswordPages({ core }: Services): Page[] {
  return [
    page({ method: 'GET', path: ASK, of: 'organization', handler: askPage }),
    page({
      method: 'POST',
      path: ASK,
      of: 'organization',
      handler: async (visit) => {
        const email = (visit.form.get('email') ?? '').trim()
        await visit.countMailAskedFor(email)
        await requestPasswordReset(core, visit.realm, email)
        return mailedPage(email)
      },
    }),
    page({
      method: 'GET',
      path: RESET,
      of: 'organization',
      handler: async (visit) => {
        const link = await lookUpReset(core, visit.realm, visit.path.token!)
        return link.state === 'valid' ? choosePage(visit, link.user.deliveryEmail) : endedPage(link.state)
      },
    }),
    page({
      method: 'POST',
      path: RESET,
      of: 'organization',
      handler: async (visit) => {
        const token = visit.path.token!
        const password = visit.form.get('password') ?? ''
        const link = await lookUpReset(core, visit.realm, token)
        if (link.state !== 'valid') return endedPage(link.state)
        const fault = await newPasswordFault(password)
        if (fault !== undefined) return choosePage(visit, link.user.deliveryEmail, fault)
        const ended = await endedMeanwhile(resetPassword(core, visit.realm, token, password))
        if (ended !== undefined) return endedPage(ended)
        return show({
          title: 'Your password has been changed',
          body: html`<p class="done">Wherever you were logged in with a browser, you are logged out.</p>${toLogIn}`,
        })
      },
    }),
  ]
}

type Ended = Exclude<ResetLink['state'], 'valid'>

/** Of two at once, why the second cannot; undefined when it was done. */
async function endedMeanwhile(work: Promise<unknown>): Promise<Ended | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    const state = error instanceof ApiError && (error.extra.state as Ended | undefined)
    if (state) return state
    throw error
  }
}

const askPage = (visit: Visit): Shown =>
  show({
    title: 'Choose a new password',
    body: html`<form method="post" action="${ASK}">
${visit.csrf}
${field({ name: 'email', label: 'E-mail address', type: 'email', hint: 'Of your account. We send a link to it.', autocomplete: 'username', hasFocus: true })}
<button>Send the link</button>
</form>
${toLogIn}`,
  })

/** Says the same of every address. */
const mailedPage = (email: string): Shown =>
  show({
    title: 'Look into your mailbox',
    body: html`<p>If <strong>${email}</strong> has an account here, a link is on its way to it.</p>${toLogIn}`,
  })

function choosePage(visit: Visit, email: string, fault?: string): Shown {
  const body = html`<form method="post" action="${ASK}/${encodeURIComponent(visit.path.token!)}">
${visit.csrf}
<p>Of the account <strong>${email}</strong>.</p>
<input type="hidden" name="username" value="${email}">
${newPasswordField('New password', fault)}
<button>Change the password</button>
</form>`
  return show({ title: 'Choose a new password', body }, { status: fault === undefined ? 200 : 422 })
}

function endedPage(state: Ended): Shown {
  const [status, reason] = ENDED[state]
  const body = html`<p>${reason}</p><p><a href="${ASK}">Ask for another one</a></p>`
  return show({ title: 'This link cannot be followed', body }, { status })
}
