import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptInvitation } from '../../../../core/people/accounts/accept-invitation.ts'
import { askToJoin } from '../../../../core/people/invites/ask-to-join.ts'
import { lookUpLink } from '../../../../core/people/invites/look-up.ts'
import { joinUrl } from '../../../../core/people/invites/token.ts'
import type { InvitationId, JoinRequestId } from '../../../../core/platform/ids.ts'
import { as, core, realm, setUpStage, world } from '../../../gateway/routes/stage.ts'
import type { Body } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'

setUpStage()

/** Users invite, revoke, resend and join, and invitations expire, in any order. */
type Step =
  | { readonly do: 'invite'; readonly by: number; readonly whom: number }
  | { readonly do: 'link'; readonly by: number }
  | { readonly do: 'ask'; readonly link: number; readonly whom: number }
  | { readonly do: 'revoke' | 'resend' | 'accept' | 'expire'; readonly which: number }
  | { readonly do: 'accept-twice'; readonly which: number }
  | { readonly do: 'confirm'; readonly which: number }

const INVITERS = ['hamlet', 'iago', 'desdemona'] as const
const ADDRESSES = 3
const some = fc.nat(11)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('invite' as const), by: fc.nat(2), whom: fc.nat(ADDRESSES - 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('link' as const), by: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('ask' as const), link: some, whom: fc.nat(ADDRESSES - 1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('revoke' as const, 'resend' as const, 'accept' as const, 'expire' as const),
      which: some,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('accept-twice' as const), which: some }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), which: some }) },
)

type State = 'valid' | 'used' | 'revoked' | 'expired'
interface Invitation {
  readonly id: number
  readonly by: (typeof INVITERS)[number]
  /** Undefined for a reusable link. */
  readonly whom: string | undefined
  state: State
}
interface Request {
  readonly id: number
  readonly link: Invitation
  readonly whom: string
  used: boolean
}

/** Checks all rules in the slow and obvious way. */
class Model {
  readonly invitations: Invitation[] = []
  readonly requests: Request[] = []
  readonly accounts = new Set<string>()

  mayInvite(whom: string): boolean {
    const invited = this.invitations.some(
      (invitation) => invitation.whom === whom && invitation.state === 'valid',
    )
    return !this.accounts.has(whom) && !invited
  }

  join(whom: string): void {
    this.accounts.add(whom)
    // An expired invitation is listed with its last status: an invitation ends when its user joins.
    for (const invitation of this.invitations) {
      if (invitation.whom === whom && (invitation.state === 'valid' || invitation.state === 'expired'))
        invitation.state = 'revoked'
    }
  }

  stateOf(request: Request): State {
    return request.used ? 'used' : request.link.state
  }

  seenBy(name: string): number[] {
    const all = name !== 'hamlet'
    return this.invitations
      .filter((invitation) => invitation.state === 'valid' && (all || invitation.by === name))
      .map((invitation) => invitation.id)
  }
}

let runs = 0
const tokenOf = (kind: 'invitation' | 'request', id: number) =>
  joinUrl(core, realm, { kind, id: id as InvitationId & JoinRequestId })
    .split('/')
    .at(-2)!
const listed = async (name: string): Promise<number[]> =>
  (await as(name).get('/invites')).body.invites.map((invite: Body) => invite.id)
const succeeded = async (promise: Promise<{ body: Body } | unknown>): Promise<boolean> =>
  promise.then(
    (answer) => ((answer as { body?: Body } | undefined)?.body?.result ?? 'success') === 'success',
    () => false,
  )
const accept = (token: string) =>
  acceptInvitation(core, realm, token, { fullName: 'Somebody New', password: 'correct horse battery staple' })

test('invitations equal those of a naive model after any operations', async () => {
  await checkProperty(fc.array(step, { minLength: 15, maxLength: 35 }), 6, async (steps) => {
    await world.sql('DELETE FROM join_request')
    await world.sql('DELETE FROM invitation')
    await world.sql('DELETE FROM invitation_day')
    const run = ++runs
    const addresses = Array.from({ length: ADDRESSES }, (_, n) => `p${run}.${n}@elsewhere.test`)
    const model = new Model()
    for (const step of steps) await take(model, step, addresses)
    await compare(model, addresses)
  })
}, 600_000)

async function take(model: Model, step: Step, addresses: readonly string[]): Promise<void> {
  const newest = async (name: string) => (await listed(name)).at(-1)!
  switch (step.do) {
    case 'invite': {
      const [by, whom] = [INVITERS[step.by]!, addresses[step.whom]!]
      const allowed = model.mayInvite(whom)
      const answer = as(by).post('/invites', { invitee_emails: whom, stream_ids: [] })
      expect(await succeeded(answer), `${by} invites ${whom}`).toBe(allowed)
      if (allowed) model.invitations.push({ id: await newest(by), by, whom, state: 'valid' })
      return
    }
    case 'link': {
      const by = INVITERS[step.by]!
      expect(await succeeded(as(by).post('/invites/multiuse'))).toBe(true)
      model.invitations.push({ id: await newest(by), by, whom: undefined, state: 'valid' })
      return
    }
    case 'ask': {
      const links = model.invitations.filter((invitation) => invitation.whom === undefined)
      const link = links[step.link % links.length]
      if (link === undefined) return
      const whom = addresses[step.whom]!
      const before = model.requests.filter((request) => request.whom === whom && request.link === link).length
      const allowed = link.state === 'valid' && before < 3
      expect(await succeeded(askToJoin(core, realm, whom, tokenOf('invitation', link.id)))).toBe(allowed)
      if (!allowed) return
      const [row] = await world.sql<{ id: number }>('SELECT max(id) AS id FROM join_request')
      model.requests.push({ id: row!.id, link, whom, used: false })
      return
    }
    case 'confirm': {
      const request = model.requests[step.which % model.requests.length]
      if (request === undefined) return
      const allowed = model.stateOf(request) === 'valid' && !model.accounts.has(request.whom)
      expect(await succeeded(accept(tokenOf('request', request.id)))).toBe(allowed)
      if (!allowed) return
      request.used = true
      model.join(request.whom)
      return
    }
    default:
      return takeOne(model, step.do, model.invitations[step.which % model.invitations.length])
  }
}

async function takeOne(
  model: Model,
  what: 'revoke' | 'resend' | 'accept' | 'accept-twice' | 'expire',
  one: Invitation | undefined,
): Promise<void> {
  if (one === undefined) return
  const { id, whom } = one
  const isValid = one.state === 'valid'
  if (what === 'expire') {
    await world.sql('UPDATE invitation SET expires_at = now() WHERE id = $1', [id])
    if (isValid) one.state = 'expired'
  } else if (what === 'revoke') {
    const path = whom === undefined ? `/invites/multiuse/${id}` : `/invites/${id}`
    // An expired link can still be revoked.
    const allowed = isValid || (whom === undefined && one.state === 'expired')
    expect(await succeeded(as('desdemona').delete(path))).toBe(allowed)
    if (allowed) one.state = 'revoked'
  } else if (what === 'resend') {
    await world.sql('UPDATE invitation SET mailed_on = mailed_on - 1 WHERE id = $1', [id])
    expect(await succeeded(as('desdemona').post(`/invites/${id}/resend`))).toBe(isValid && whom !== undefined)
  } else {
    const times = what === 'accept' ? 1 : 3
    const token = tokenOf('invitation', id)
    const answers = await Promise.all(Array.from({ length: times }, () => succeeded(accept(token))))
    const allowed = isValid && whom !== undefined
    expect(answers.filter(Boolean)).toHaveLength(allowed ? 1 : 0)
    if (!allowed) return
    one.state = 'used'
    model.join(whom)
  }
}

async function compare(model: Model, addresses: readonly string[]): Promise<void> {
  for (const name of ['hamlet', 'desdemona']) expect(await listed(name)).toEqual(model.seenBy(name))
  for (const invitation of model.invitations) {
    const { state } = await lookUpLink(core, realm, tokenOf('invitation', invitation.id))
    expect(state, `of ${JSON.stringify(invitation)}`).toBe(invitation.state)
  }
  for (const request of model.requests) {
    expect((await lookUpLink(core, realm, tokenOf('request', request.id))).state).toBe(model.stateOf(request))
  }
  await realm.sync()
  const accounts = addresses.filter((address) => realm.users.byEmail(address) !== undefined)
  expect(new Set(accounts)).toEqual(model.accounts)
  // Each waiting email belongs to an invitation, and each invitation was emailed as often as its row says.
  const rows = await world.sql<{ mails: number; jobs: number }>(
    `SELECT i.mails, (SELECT count(*)::int FROM job_outbox j WHERE j.name = 'invitation' AND (j.data->>'id')::int = i.id) AS jobs
     FROM invitation i WHERE email IS NOT NULL`,
  )
  for (const { mails, jobs } of rows) expect(jobs).toBe(mails)
}
