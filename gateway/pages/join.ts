import { choosableDefaultGroups } from '../../core/channels/defaults/default-groups.ts'
import { acceptInvitation } from '../../core/people/accounts/accept-invitation.ts'
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
import { type Page, page, type ShownPage, seeOther, show, type Visit } from './page.ts'
import { hasFaults, type PersonFaults, personFaults, personFields } from './person-form.ts'

const REGISTER = '/register'
const JOIN = '/join/{token}'

/** The page for an invalid link. It names the cause and the next step. */
interface Ended {
  readonly status: number
  readonly title: string
  readonly reason: string
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
  return [
    page({
      method: 'GET',
      path: JOIN,
      scope: 'organization',
      handler: async (visit) => {
        const link = await lookUpLink(core, visit.realm, visit.path.token!)
        return link.state === 'valid' ? formPage(visit, link, {}) : endedPage(link.state)
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
        if (link.state !== 'valid') return endedPage(link.state)
        try {
          if (link.email === null) {
            const email = await countedAddress(visit, token)
            await askToJoin(core, realm, email, token)
            return mailedPage(email)
          }
          const faults = await personFaults(form, realm)
          if (hasFaults(faults)) return formPage(visit, link, { faults })
          const user = await acceptInvitation(core, realm, token, {
            fullName: form.get('full_name') ?? '',
            password: form.get('password') ?? '',
            timezone: form.get('timezone'),
            defaultGroups: chosenGroups(form, choosableDefaultGroups(realm, link.role)),
          })
          return seeOther('/', await visit.startSession(user))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const state = error.extra.state as Exclude<LinkState, 'valid'> | undefined
          return state === undefined ? formPage(visit, link, { error }) : endedPage(state)
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
        return mailedPage(email)
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
  const { form, csrf, realm } = visit
  const body = html`${invitedBy(link)}${formError(refused.error?.message)}
<form method="post" action="${action}">
${csrf}
<p>You are joining ${realm.record.settings.name} as <strong>${link.email}</strong>.</p>
${personFields(form, link.email, refused.faults ?? {})}
${groupChoices(form, choosableDefaultGroups(realm, link.role))}
<button>Join</button>
</form>`
  return shownWith(refused, 'Join', body)
}

function addressPage(visit: Visit, action: string, refused: Refused, link?: ValidLink): ShownPage {
  const body = html`${link && invitedBy(link)}
<form method="post" action="${action}">
${visit.csrf}
${field({
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  value: visit.form.get('email'),
  hint: 'We will send you a link to join.',
  error: refused.error?.message,
  autocomplete: 'email',
  hasFocus: true,
})}
<button>Send link</button>
</form>
<p>Already have an account? <a href="/login">Log in</a>.</p>`
  return shownWith(refused, 'Join', body)
}

const invitedBy = ({ inviter }: ValidLink) =>
  inviter !== undefined && html`<p>${inviter.fullName} invited you.</p>`

/** The same with and without an account of the address, so that visitors cannot find out who is a member. */
const mailedPage = (email: string): ShownPage =>
  show({
    title: 'Check your email',
    body: html`<p>We have sent a link to <strong>${email}</strong>. Open it to join.</p>
<p>If the address has an account here, no link is sent: <a href="/login">log in</a>, or
<a href="/accounts/password/reset">choose a new password</a>.</p>`,
  })

function endedPage(state: Exclude<LinkState, 'valid'>): ShownPage {
  const { status, title, reason } = ENDED[state]
  const body = html`<p>${reason}</p><p>Already have an account? <a href="/login">Log in</a>.</p>`
  return show({ title, body }, { status })
}

function shownWith({ error, faults }: Refused, title: string, body: Html): ShownPage {
  if (error?.status === 429) throw error
  return show({ title, body }, { status: error === undefined && faults === undefined ? 200 : 422 })
}
