import type { Finding } from '../../../core/people/authentication/external/account.ts'
import { bareIssuer } from '../../../core/people/authentication/external/issuer-here.ts'
import type { Fault } from '../../../core/people/authentication/external/refresh.ts'
import type { AuthenticationMethod, Step, StepInput } from '../../../core/people/authentication/method.ts'
import { type Trial, type TriedAccount, tryStep } from '../../../core/people/authentication/trial.ts'
import type { Role } from '../../../core/state/users/record.ts'
import { type Html, html } from '../html.ts'
import { ROLE_NAMES } from '../log-in.ts'
import { forwardPage } from '../log-in-flow.ts'
import { type ShownPage, show, type Visit } from '../page.ts'
import type { Say, Sentence } from '../texts/say.ts'

/** Runs a step of a trial. Leads to the provider, or shows what would have happened. Throws as `tryStep`. */
export async function triedPage(
  visit: Visit<'organization'>,
  method: AuthenticationMethod,
  step: Step,
  input: StepInput,
): Promise<ShownPage> {
  const trial = await tryStep(method, step, input, visit.user?.id)
  if ('kind' in trial) return forwardPage(visit, trial.to)
  const { t } = visit
  const { refusal, reason, person, account } = trial
  const body = html`${
    refusal === undefined
      ? html`<p class="done" role="status">${t('This person would have been logged in.')}</p>`
      : html`<p class="wrong" role="alert">${t('This person would not have been logged in:')} ${t.of(refusal.message)}</p>`
  }
${reason !== undefined && html`<p>${t('The server has found:')} <code dir="ltr">${reason}</code></p>`}
${person !== undefined && html`<h2>${t('What {name} says', { name: method.displayName })}</h2>${rowsOf(t, personRows(t, person))}`}
${account !== undefined && html`<h2>${t('What would have happened here')}</h2>${rowsOf(t, accountRows(t, account))}`}
${account !== undefined && faultsOf(t, account.changes.faults)}
<p>${t('Nothing has been changed.')} <a href="/login/with/${method.name}/try">${t('Try again')}</a></p>`
  return show({
    title: t('Trial of {name}', { name: method.displayName }),
    body,
    width: 'medium',
  })
}

type Row = readonly [label: Sentence, value: string | Html | undefined]

/** A list of terms and their values, without those that have none. */
const rowsOf = (t: Say, rows: readonly Row[]): Html =>
  html`<dl>${rows.map(
    ([label, value]) => value !== undefined && html`<dt>${t(label)}</dt><dd>${value}</dd>`,
  )}</dl>`

const personRows = (t: Say, { fullName, email, subject, issuer }: NonNullable<Trial['person']>): Row[] => [
  ['Name', isolated(fullName || t('none'))],
  ['E-mail address', isolated(email ?? t('none that is confirmed'))],
  ['Identifier', html`<code dir="ltr">${subject}</code>`],
  ['Provider', html`<code dir="ltr">${bareIssuer(issuer)}</code>`],
]

const HOW: Readonly<Record<Finding, Sentence>> = {
  known: 'the account of {name} ({email}), which belongs to this person since an earlier log-in',
  joined: 'the account of {name} ({email}), which has the confirmed address',
  made: 'a new account for {name} ({email})',
}

function accountRows(t: Say, { how, user, changes, hasSecondStep }: TriedAccount): Row[] {
  const names = (joins: boolean) => {
    const groups = changes.moves.filter((move) => move.joins === joins).map(({ group }) => group.name)
    return groups.length === 0 ? undefined : isolated(groups.join(', '))
  }
  return [
    ['Account', t.html(HOW[how], { name: isolated(user.fullName), email: isolated(user.deliveryEmail) })],
    ['Role', changed(roleName(t, user.role), roleName(t, changes.role))],
    ['New name', changes.fullName === user.fullName ? undefined : isolated(changes.fullName)],
    ['Joins the groups', names(true)],
    ['Leaves the groups', names(false)],
    [
      'Profile fields',
      changes.fields.length === 0
        ? undefined
        : html`<ul>${changes.fields.map(
            ({ name, before, after }) =>
              html`<li>${isolated(name)}: ${changed(before || t('empty'), after || t('empty'))}</li>`,
          )}</ul>`,
    ],
    ['Next step', hasSecondStep ? t('the second factor of this account') : undefined],
  ]
}

const roleName = (t: Say, role: Role): string => t(ROLE_NAMES[role])

/** A value, or both when they differ. The arrow points where the text goes. */
const changed = (before: string, after: string): Html =>
  before === after ? isolated(before) : html`${isolated(before)} → ${isolated(after)}`

const isolated = (text: string): Html => html`<bdi>${text}</bdi>`

const FAULTS: Readonly<Record<Fault['kind'], Sentence>> = {
  'only-owner': 'The provider gives the only owner another role. The owner stays owner.',
  'no-groups': 'The provider does not say which groups the person has. Roles and groups stay as they are.',
  'no-group': 'There is no group {name} here.',
  'no-field': 'There is no profile field {name} here, or it does not take this value.',
}

function faultsOf(t: Say, faults: readonly Fault[]): Html {
  const distinct = new Map(faults.map((fault) => [`${fault.kind} ${fault.name}`, fault]))
  return html`${[...distinct.values()].map(
    ({ kind, name = '' }) =>
      html`<p>${t.html(FAULTS[kind], { name: html`<strong>${isolated(name)}</strong>` })}</p>`,
  )}`
}
