import { LOQUAT_VERSION } from '../../../config/version.ts'
import type { JobChange } from '../../../core/platform/jobs/change-jobs.ts'
import { type Html, html } from '../../pages/html.ts'
import type { OperatorSay } from '../texts/say.ts'

/** The reason of a job that cannot be read, with the version that tried it. */
const INVALID = /is invalid, as version (\S+) reads it/

/** Whether another attempt with this version fails in the same way as the last one. */
export const failsAgain = (reason: string): boolean => INVALID.exec(reason)?.[1] === LOQUAT_VERSION

/** The changes that help a job whose last attempt had this reason. */
export const helpful = (changes: readonly JobChange[], reason: string): JobChange[] =>
  changes.filter((change) => change !== 'retry' || !failsAgain(reason))

/** Says why a job has no button to try it again. */
export const noRetryHint = (reason: string, t: OperatorSay): Html | false =>
  failsAgain(reason) &&
  html`<span class="hint">${t('Another attempt with version {version} fails in the same way.', { version: LOQUAT_VERSION })}</span>`
