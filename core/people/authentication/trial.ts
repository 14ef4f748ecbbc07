import { ApiError, insufficientPermission } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isOwner, type UserRecord } from '../../state/users/record.ts'
import { checkMethod } from './allowed.ts'
import { type Finding, factorsOf, tryAccount } from './external/account.ts'
import { logInExpired } from './external/errors.ts'
import { reasonOf } from './external/reason.ts'
import type { AccountChanges } from './external/refresh.ts'
import { kindNamed } from './kinds.ts'
import type { AuthenticationMethod, Step, StepInput } from './method.ts'
import type { ExternalPerson } from './person.ts'
import { needsSecondStep } from './proceed.ts'

/*
 * An owner tries a provider: somebody logs in there, and the owner sees what would have happened. The trial
 * runs the steps of a real log-in and then rolls everything back. Its mark is part of the log-in that waits
 * (`Destination.trial`), so the return of a trial is of no use for a log-in, and the other way round.
 */

/** What would have happened. */
export interface Trial {
  /** What the provider says; undefined when it identifies nobody. */
  readonly person: ExternalPerson | undefined
  /** The account; undefined when there is none. */
  readonly account: TriedAccount | undefined
  /** Why the person would not have been logged in; undefined when nothing is in the way. */
  readonly refusal: ApiError | undefined
  /** The reason that the log has too. It may repeat words of the provider. */
  readonly reason: string | undefined
}

/** The account that the person would have been logged in to. */
export interface TriedAccount {
  readonly how: Finding
  /** The account before the log-in. */
  readonly user: UserRecord
  readonly changes: AccountChanges
  /** Whether a second factor would be asked for. */
  readonly hasSecondStep: boolean
}

/**
 * Runs a step of a method for the owner of `input.destination.trial`. Nobody is logged in, and nothing
 * changes but the audit log. `visitor`: who is logged in in this browser. Throws LOG_IN_EXPIRED for a browser
 * of somebody else, and when the owner is none any more.
 */
export async function tryStep(
  method: AuthenticationMethod,
  step: Step,
  input: StepInput,
  visitor: UserId | undefined,
): Promise<Trial | { readonly kind: 'redirect'; readonly to: string }> {
  const { core, realm, destination } = input
  const owner = await tryingOwner(realm, destination.trial, visitor)
  const trial = await outcomeOf(method, step, input)
  if ('kind' in trial) return trial
  // The owner may have lost the role while the provider was asked.
  await tryingOwner(realm, destination.trial, visitor)
  await core.changeAsSystem(realm, async (tx) => {
    const provider = realm.lists.logInProviders.find(
      ({ kind, name }) => `${kindNamed(kind)?.prefix}-${name}` === method.name,
    )
    const row = { kind: 'log_in_provider', action: 'changed', name: method.displayName } as const
    const after = trial.person?.email ?? trial.person?.subject ?? null
    writeAudit(tx, owner, [{ ...row, id: provider?.id ?? null, property: 'trial', after }])
  })
  return trial
}

/** Throws unless the owner of a trial is logged in in this browser, and still is an owner. */
async function tryingOwner(
  realm: RealmState,
  trial: UserId | undefined,
  visitor: UserId | undefined,
): Promise<UserId> {
  await realm.sync()
  const owner = trial === undefined ? undefined : realm.users.get(trial)
  if (owner === undefined || owner.id !== visitor) throw logInExpired()
  if (!owner.isActive || !isOwner(owner)) throw insufficientPermission()
  return owner.id
}

async function outcomeOf(
  method: AuthenticationMethod,
  step: Step,
  input: StepInput,
): Promise<Trial | { readonly kind: 'redirect'; readonly to: string }> {
  const { core, realm } = input
  let person: ExternalPerson | undefined
  let account: TriedAccount | undefined
  try {
    const outcome = await step(input)
    if (outcome.kind === 'redirect') return outcome
    const isTrial =
      outcome.kind === 'identified' && (outcome.destination ?? input.destination).trial !== undefined
    if (!isTrial) throw logInExpired()
    const { rules } = outcome
    person = outcome.person
    const found = await tryAccount(core, realm, rules, person)
    const after = { ...found.user, role: found.changes.role, fullName: found.changes.fullName }
    const hasSecondStep = needsSecondStep({ user: after, factors: factorsOf(rules) })
    account = { ...found, hasSecondStep }
    checkMethod(core, realm, after, method, true)
    return { person, account, refusal: undefined, reason: undefined }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { person, account, refusal: error, reason: reasonOf(error) }
  }
}
