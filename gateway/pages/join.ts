import { acceptInvitation } from '../../core/people/invites/accept.ts'
import { askToJoin } from '../../core/people/invites/ask-to-join.ts'
import { invitationRequired } from '../../core/people/invites/errors.ts'
import { type LinkState, lookUpLink, type ValidLink } from '../../core/people/invites/look-up.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { choosableDefaultGroups } from '../../core/state/channels/default-groups.ts'
import type { Services } from '../services.ts'
import { chosenGroups, groupChoices } from './default-group-choices.ts'
import { field, problem } from './fields.ts'
import { type Html, html } from './html.ts'
import { type Page, page, type Shown, seeOther, show, type Visit } from './page.ts'
import { hasFaults, type PersonFaults, personFaults, personFields } from './person-form.ts'

const REGISTER = '/register'
const JOIN = '/join/{token}'

/** Why a link leads nowhere, and with which status that is said. */
const ENDED: Readonly<Record<Exclude<LinkState, 'valid'>, readonly [status: number, reason: string]>> = {
  used: [410, 'This link has been used. If it was you who did, log in.'],
  revoked: [410, 'This invitation has been withdrawn. Ask whoever sent it to you.'],
  expired: [410, 'This link has expired. Ask for another one.'],
  unknown: [404, 'There is no such link. Check that all of it was copied, or ask for another one.'],
  elsewhere: [404, 'This link is to another organization.'],
  closed: [403, 'This organization requires an invitation by now. Ask somebody in it for one.'],
}

/** Joining: by an invitation, by a reusable link, or, where the organization lets people, uninvited. */
export function joinPages({ core }: Services): Page[] {
  return [
    page({
      method: 'GET',
      path: JOIN,
      of: 'organization',
      handler: async (visit) => {
        const link = await lookUpLink(core, visit.realm, visit.path.token!)
        return link.state === 'valid' ? formPage(visit, link, {}) : endedPage(link.state)
      },
    }),
    page({
      method: 'POST',
      path: JOIN,
      of: 'organization',
      handler: async (visit) => {
        const { realm, form } = visit
        const token = visit.path.token!
        const link = await lookUpLink(core, realm, token)
        if (link.state !== 'valid') return endedPage(link.state)
        try {
          if (link.email === null) {
            await askToJoin(core, realm, form.get('email') ?? '', token)
            return mailedPage(form.get('email')!)
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
      of: 'organization',
      handler: async (visit) => {
        if (visit.realm.record.settings.invite_required) await visit.realm.sync()
        if (visit.realm.record.settings.invite_required) throw uninvited()
        return addressPage(visit, REGISTER, {})
      },
    }),
    page({
      method: 'POST',
      path: REGISTER,
      of: 'organization',
      handler: async (visit) => {
        const email = visit.form.get('email') ?? ''
        try {
          await askToJoin(core, visit.realm, email)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          if (error.code === invitationRequired().code) throw uninvited()
          return addressPage(visit, REGISTER, { error })
        }
        return mailedPage(email)
      },
    }),
  ]
}

interface Refused {
  readonly error?: ApiError
  readonly faults?: PersonFaults
}

function formPage(visit: Visit<'organization'>, link: ValidLink, refused: Refused): Shown {
  const action = `/join/${encodeURIComponent(visit.path.token!)}`
  if (link.email === null) return addressPage(visit, action, refused, link)
  const { form, csrf, realm } = visit
  const body = html`${invitedBy(link)}${problem(refused.error?.message)}
<form method="post" action="${action}">
${csrf}
<p>You join ${realm.record.settings.name} as <strong>${link.email}</strong>.</p>
${personFields(form, link.email, refused.faults ?? {})}
${groupChoices(form, choosableDefaultGroups(realm, link.role))}
<button>Join</button>
</form>`
  return shownWith(refused, 'Join', body)
}

function addressPage(visit: Visit, action: string, refused: Refused, link?: ValidLink): Shown {
  const body = html`${link && invitedBy(link)}
<form method="post" action="${action}">
${visit.csrf}
${field({
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  value: visit.form.get('email'),
  hint: 'We send a link to it, by which you join.',
  error: refused.error?.message,
  autocomplete: 'email',
  hasFocus: true,
})}
<button>Send the link</button>
</form>
<p>You have an account? <a href="/login">Log in</a>.</p>`
  return shownWith(refused, 'Join', body)
}

const invitedBy = ({ inviter }: ValidLink) =>
  inviter !== undefined && html`<p>${inviter.fullName} has invited you.</p>`

const mailedPage = (email: string): Shown =>
  show({
    title: 'Look into your mailbox',
    body: html`<p>We have sent a link to <strong>${email.trim()}</strong>. Follow it to join.</p>`,
  })

function endedPage(state: Exclude<LinkState, 'valid'>): Shown {
  const [status, reason] = ENDED[state]
  const body = html`<p>${reason}</p><p><a href="/login">Log in</a></p>`
  return show({ title: 'This link cannot be followed', body }, { status })
}

const uninvited = () => new ApiError(invitationRequired().message, { status: 403 })

function shownWith({ error, faults }: Refused, title: string, body: Html): Shown {
  if (error?.status === 429) throw error
  return show({ title, body }, { status: error === undefined && faults === undefined ? 200 : 422 })
}
