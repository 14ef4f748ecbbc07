import type { Services } from '../services.ts'
import { callPages } from './calls.ts'
import { confirmEmailPages } from './confirm-email.ts'
import { foundPages } from './found.ts'
import { homePages } from './home.ts'
import { joinPages } from './join.ts'
import { logInPages } from './log-in.ts'
import type { Page } from './page.ts'
import { resetPasswordPages } from './reset-password.ts'
import { unsubscribePages } from './unsubscribe.ts'

/** Every page. */
export function pages(services: Services): Page[] {
  return [
    ...callPages(services),
    ...confirmEmailPages(services),
    ...resetPasswordPages(services),
    ...homePages(),
    ...foundPages(services),
    ...logInPages(services),
    ...joinPages(services),
    ...unsubscribePages(services),
  ]
}
