import type { Header } from '../http/reply/headers.ts'
import type { Reply } from '../http/reply/reply.ts'
import { html } from '../pages/html.ts'
import { boardAssets } from './board-assets.ts'
import type { Fleet } from './fleet.ts'
import type { Incidents } from './incidents/incidents.ts'
import { operatorPage, refreshing } from './operator-document.ts'
import type { OperatorPage } from './operator-pages.ts'
import { figuresAsHtml } from './overview-figures.ts'
import { OVERVIEW_SCRIPT, OVERVIEW_SCRIPT_PATH } from './overview-script.ts'
import type { OperatorSay } from './texts/say.ts'

const HTML: Header = ['Content-Type', 'text/html; charset=utf-8']

const page = (body: string): Reply => ({ status: '200 OK', headers: [HTML], body, compressible: true })

/** `/ops`: the state of all gateways and workers, on one page that refreshes itself. */
export function overview(fleet: Fleet, incidents: Incidents): OperatorPage[] {
  const figures = async (t: OperatorSay) => {
    const [known, current, marks] = await Promise.all([
      fleet.figures(),
      incidents.current(),
      incidents.marks(),
    ])
    return figuresAsHtml(known, current, marks, t)
  }
  return [
    {
      method: 'GET',
      pattern: '/ops',
      handle: async ({ t }) => {
        const body = html`${refreshing(await figures(t), t, '/ops/figures')}
<section aria-labelledby="h-plots"><h2 id="h-plots">${t('Plots')}</h2><div id="plots"><p class="hint">${t('The plots need a browser with scripts.')}</p></div></section>
${boardAssets()}`
        return operatorPage('/ops', t('Operations'), body, t)
      },
    },
    { method: 'GET', pattern: '/ops/figures', handle: async ({ t }) => page((await figures(t)).text) },
    {
      method: 'GET',
      pattern: OVERVIEW_SCRIPT_PATH,
      handle: () => ({
        status: '200 OK',
        headers: [
          ['Content-Type', 'text/javascript; charset=utf-8'],
          ['Cache-Control', 'private, max-age=31536000, immutable'],
        ],
        body: OVERVIEW_SCRIPT,
      }),
    },
  ]
}
