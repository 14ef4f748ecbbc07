import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

const account = { realm: idSchema<RealmId>(), user: idSchema<UserId>() }

/**
 * Notifies a person that an administrator has deactivated the account. Its own queue keeps other mails from
 * delaying it.
 */
export const ACCOUNT_DEACTIVATED = declareJob({
  queue: 'deactivation',
  name: 'account-deactivated',
  data: z.object({
    ...account,
    by: idSchema<UserId>(),
    /** The comment of the administrator; empty for none. */
    comment: z.string(),
  }),
})

/** Mails the new address of a person a confirmation link with the token. */
export const CONFIRM_EMAIL_CHANGE = declareJob({
  queue: 'email',
  name: 'confirm-email-change',
  data: z.object({ ...account, newEmail: z.string(), token: z.string(), validHours: z.number() }),
})

/** Notifies the former address of a person that the address was changed, in case somebody else changed it. */
export const EMAIL_CHANGED = declareJob({
  queue: 'email',
  name: 'email-changed',
  data: z.object({ ...account, formerEmail: z.string(), newEmail: z.string() }),
})

/** Sends an address the link to choose a new password; sends nothing when no account has the address. */
export const PASSWORD_RESET = declareJob({
  queue: 'email',
  name: 'password-reset',
  data: z.object({
    realm: account.realm,
    email: z.string(),
    /** When the link expires, in Unix seconds. */
    until: z.number(),
    validHours: z.number(),
  }),
})

/**
 * Notifies a person that the password was changed, in case somebody else changed it. `at` is in Unix seconds.
 */
export const PASSWORD_CHANGED = declareJob({
  queue: 'email',
  name: 'password-changed',
  data: z.object({ ...account, at: z.number() }),
})

/** Notifies a person by mail about a new log-in. */
export const NEW_LOGIN = declareJob({
  queue: 'email',
  name: 'new-login',
  data: z.object({
    ...account,
    /** Unix seconds. */
    at: z.number(),
    /** The English name of the device, which workers of former builds show. */
    device: z.string(),
    /** As in `Device`. Jobs of former builds lack both. */
    program: z.string().nullish(),
    system: z.string().nullish(),
    /** The network address. */
    address: z.string(),
  }),
})
