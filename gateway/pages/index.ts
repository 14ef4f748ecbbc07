import type { Services } from '../services.ts'
import { callPages } from './calls/big-blue-button.ts'
import { zoomPages } from './calls/zoom.ts'
import { confirmEmailPages } from './confirm-email.ts'
import { createOrganizationPages } from './create-organization.ts'
import { devicePages } from './device.ts'
import { desktopPages } from './external/desktop-log-in.ts'
import { externalLogInPages } from './external/log-in-with.ts'
import { tryLogInPages } from './external/try-log-in.ts'
import { guidePages } from './guide/pages.ts'
import { helpPages } from './help/help.ts'
import { joinPages } from './join.ts'
import { logInPages } from './log-in.ts'
import type { Page } from './page.ts'
import { resetPasswordPages } from './reset-password.ts'
import { secondStepPages } from './second-step.ts'
import { setUpPages } from './set-up-factor.ts'
import { unsubscribePages } from './unsubscribe.ts'

/** Every page that people see, except the operator's. */
export function pages(services: Services): Page[] {
  return [
    ...callPages(services),
    ...zoomPages(services),
    ...confirmEmailPages(services),
    ...resetPasswordPages(services),
    ...createOrganizationPages(services),
    ...logInPages(services),
    ...externalLogInPages(services),
    ...tryLogInPages(services),
    ...desktopPages(services),
    ...devicePages(services),
    ...secondStepPages(services),
    ...setUpPages(services),
    ...joinPages(services),
    ...helpPages(),
    ...guidePages(),
    ...unsubscribePages(services),
  ]
}
