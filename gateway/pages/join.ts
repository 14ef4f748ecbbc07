import { choosableDefaultGroups } from '../../core/channels/defaults/default-groups.ts'
import { acceptInvitation } from '../../core/people/accounts/accept-invitation.ts'
import { methodsFor } from '../../core/people/authentication/allowed.ts'
import { PASSWORD } from '../../core/people/authentication/password/method.ts'
import { auditLogIn } from '../../core/people/credentials/audit-login.ts'
import { askToJoin } from '../../core/people/invites/ask-to-join.ts'
import { invitationRequired } from '../../core/people/invites/errors.ts'
import { type LinkState, lookUpLink, type ValidLink } from '../../core/people/invites/look-up.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { pastedAddress } from '../../core/state/realm/email.ts'
import type { Services } from '../services.ts'
import { chosenGroups, groupChoices } from './default-group-choices.ts'
import { notInvited } from './errors.ts'
import { field, formError } from './fields.ts'
import { type Html, html } from './html.ts'
import { LogInFlow } from './log-in-flow.ts'
import { offeredMethods } from './offered-methods.ts'
import { type Page, page, type ShownPage, seeOther, show, type Visit } from './page.ts'
import { hasFaults, type PersonFaults, personFaults, personFields } from './person-form.ts'
import { chosenLanguage } from './texts/language.ts'
import type { Say, Sentence } from './texts/say.ts'

const REGISTER = '/register'
const JOIN = '/join/{token}'

/** The page for an invalid link. It names the cause and the next step. */
interface Ended {
  readonly status: number
  readonly title: Sentence
  readonly reason: Sentence
}

const ENDED: Readonly<Record<Exclude<LinkState, 'valid'>, Ended>> = {
  used: {
    status: 410,
    title: 'This link has been used',
    reason:
      'A link like this creates one account. If the account is yours, log in. If not, ask for a new invitation.',
  },
  revoked: {
    status: 410,
    title: 'This invitation has been revoked',
    reason: 'Somebody has taken it back. Ask the person who sent it to you for a new one.',
  },
  expired: {
    status: 410,
    title: 'This link has expired',
    reason: 'Links to join are valid for a limited time. Ask the person who sent it to you for a new one.',
  },
  unknown: {
    status: 404,
    title: 'This link does not exist',
    reason: 'Check that you copied all of it, or ask for a new one.',
  },
  elsewhere: {
    status: 404,
    title: 'This link belongs to another organization',
    reason: 'Open it at the address that the invitation names.',
  },
  closed: {
    status: 403,
    title: 'You need an invitation',
    reason: 'This organization now requires an invitation. Ask one of its members for one.',
  },
}

/**
 * Joins an organization: by an invitation, by a reusable link or, where the organization allows it,
 * uninvited.
 */
export function joinPages({ core }: Services): Page[] {
  const flow = new LogInFlow(core)

  /** The page for a person who may not use a password here: the first log-in uses the invitation. */
  function externalPage(visit: Visit<'organization'>, { email, role }: ValidLink): ShownPage | undefined {
    if (email === null) return undefined
    const methods = methodsFor(core, visit.realm, { deliveryEmail: email, role, isBot: false })
    if (methods.some(({ name }) => name === PASSWORD.name)) return undefined
    const external = methods.filter(({ isExternal }) => isExternal)
    const { t } = visit
    const { name } = visit.realm.record.settings
    const body = html`<p>${t.html('You are joining {name} as {email}.', { name, email: html`<strong>${email}</strong>` })}</p>
<p>${t('Log in with your account at the company. No password is needed here.')}</p>
${offeredMethods(visit, flow.siteOf(visit), html``, external)}`
    return show({ title: t('Join'), body })
  }

  return [
    page({
      method: 'GET',
      path: JOIN,
      scope: 'organization',
      handler: async (visit) => {
        const link = await lookUpLink(core, visit.realm, visit.path.token!)
        if (link.state !== 'valid') return endedPage(visit.t, link.state)
        return externalPage(visit, link) ?? formPage(visit, link, {})
      },
    }),
    page({
      method: 'POST',
      path: JOIN,
      scope: 'organization',
      handler: async (visit) => {
        const { realm, form } = visit
        const token = visit.path.token!
        const link = await lookUpLink(core, realm, token)
        if (link.state !== 'valid') return endedPage(visit.t, link.state)
        try {
          if (link.email === null) {
            const email = await countedAddress(visit, token)
            await askToJoin(core, realm, email, token)
            return mailedPage(visit.t, email)
          }
          const external = externalPage(visit, link)
          if (external !== undefined) return external
          const faults = await personFaults(form, realm)
          if (hasFaults(faults)) return formPage(visit, link, { faults })
          const user = await acceptInvitation(core, realm, token, {
            fullName: form.get('full_name') ?? '',
            password: form.get('password') ?? '',
            timezone: form.get('timezone'),
            language: chosenLanguage(visit.browser.cookie),
            defaultGroups: chosenGroups(form, choosableDefaultGroups(realm, link.role)),
          })
          auditLogIn(core, realm, flow.siteOf(visit).from, { method: 'invitation', user: user.id })
          return seeOther('/', await visit.startSession(user))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const state = error.extra.state as Exclude<LinkState, 'valid'> | undefined
          return state === undefined ? formPage(visit, link, { error }) : endedPage(visit.t, state)
        }
      },
    }),
    page({
      method: 'GET',
      path: REGISTER,
      scope: 'organization',
      handler: async (visit) => {
        if (visit.realm.record.settings.invite_required) await visit.realm.sync()
        if (visit.realm.record.settings.invite_required) throw notInvited()
        return addressPage(visit, REGISTER, {})
      },
    }),
    page({
      method: 'POST',
      path: REGISTER,
      scope: 'organization',
      handler: async (visit) => {
        const email = await countedAddress(visit)
        try {
          await askToJoin(core, visit.realm, email)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          if (error.code === invitationRequired().code) throw notInvited()
          return addressPage(visit, REGISTER, { error })
        }
        return mailedPage(visit.t, email)
      },
    }),
  ]
}

/** The address of the form. Throws RATE_LIMIT_HIT when the visitor has asked for too many mails. */
async function countedAddress(visit: Visit, token?: string): Promise<string> {
  const email = pastedAddress(visit.form.get('email') ?? '')
  await visit.countRequestedMail('join', email, token)
  return email
}

interface Refused {
  readonly error?: ApiError
  readonly faults?: PersonFaults
}

function formPage(visit: Visit<'organization'>, link: ValidLink, refused: Refused): ShownPage {
  const action = `/join/${encodeURIComponent(visit.path.token!)}`
  if (link.email === null) return addressPage(visit, action, refused, link)
  const { csrf, realm, t } = visit
  const { name } = realm.record.settings
  const email = html`<strong>${link.email}</strong>`
  const body = html`${invitedBy(t, link)}${formError(refused.error && t.of(refused.error.message))}
<form method="post" action="${action}">
${csrf}
<p>${t.html('You are joining {name} as {email}.', { name, email })}</p>
${personFields(visit, link.email, refused.faults ?? {})}
${groupChoices(visit, choosableDefaultGroups(realm, link.role))}
<button>${t('Join')}</button>
</form>`
  return shownWith(refused, t('Join'), body)
}

function addressPage(visit: Visit, action: string, refused: Refused, link?: ValidLink): ShownPage {
  const { t } = visit
  const body = html`${link && invitedBy(t, link)}
<form method="post" action="${action}">
${visit.csrf}
${field({
  name: 'email',
  label: t('E-mail address'),
  type: 'email',
  value: visit.form.get('email'),
  hint: t('We will send you a link to join.'),
  error: refused.error && t.of(refused.error.message),
  autocomplete: 'email',
  hasFocus: true,
})}
<button>${t('Send link')}</button>
</form>
${alreadyHere(t)}`
  return shownWith(refused, t('Join'), body)
}

const invitedBy = (t: Say, { inviter }: ValidLink) =>
  inviter !== undefined && html`<p>${t('{name} invited you.', { name: inviter.fullName })}</p>`

const logIn = (t: Say): Html => html`<a href="/login">${t('Log in')}</a>`

const alreadyHere = (t: Say): Html =>
  html`<p>${t.html('Already have an account? {log_in}.', { log_in: logIn(t) })}</p>`

/** The same with and without an account of the address, so that visitors cannot find out who is a member. */
function mailedPage(t: Say, email: string): ShownPage {
  const sent = t.html('We have sent a link to {email}. Open it to join.', {
    email: html`<strong>${email}</strong>`,
  })
  const otherwise = t.html(
    'If the address has an account here, no link is sent: {log_in}, or {choose_a_new_password}.',
    {
      log_in: html`<a href="/login">${t('log in')}</a>`,
      choose_a_new_password: html`<a href="/accounts/password/reset">${t('choose a new password')}</a>`,
    },
  )
  return show({ title: t('Check your email'), body: html`<p>${sent}</p>\n<p>${otherwise}</p>` })
}

function endedPage(t: Say, state: Exclude<LinkState, 'valid'>): ShownPage {
  const { status, title, reason } = ENDED[state]
  return show({ title: t(title), body: html`<p>${t(reason)}</p>${alreadyHere(t)}` }, { status })
}

function shownWith({ error, faults }: Refused, title: string, body: Html): ShownPage {
  if (error?.status === 429) throw error
  return show({ title, body }, { status: error === undefined && faults === undefined ? 200 : 422 })
}
