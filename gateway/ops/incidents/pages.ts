import { operatorPage } from '../operator-document.ts'
import type { OperatorPage } from '../operator-pages.ts'
import { MANUAL_PATH } from './incidents.ts'
import { manualAsHtml } from './incidents-html.ts'

/** The manual of incidents. */
export const incidentPages: readonly OperatorPage[] = [
  {
    method: 'GET',
    pattern: MANUAL_PATH,
    handle: ({ t }) => operatorPage('/ops', t('Incidents'), manualAsHtml(t), t),
  },
]
