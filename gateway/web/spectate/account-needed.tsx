import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import { logInAddress } from '../model/log-in-address.ts'
import { Blank } from '../parts/blank.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { t } from '../texts/texts.ts'

const { spectating: texts } = t

/** In place of a view that only people with an account can see. */
export const AccountNeeded = () => (
  <>
    <ViewBar>
      <h1>{texts.accountNeeded}</h1>
    </ViewBar>
    <Blank icon={KeyRound} title={texts.notForVisitors} hint={texts.notForVisitorsHint}>
      <a class="button main" href={logInAddress()}>
        {t.logIn}
      </a>
    </Blank>
  </>
)
