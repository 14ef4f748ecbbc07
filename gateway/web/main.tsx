import { render } from 'preact'
import './parts/base.css'
import { directionOf } from '../../core/platform/text/languages.ts'
import { App } from './app/app.tsx'
import { awaitInstallOffer } from './app/install.ts'
import { reloadAfterRestarts } from './app/reload.ts'
import { keepKeysOfInputMethods } from './parts/input-method.ts'
import { followLostFocus } from './parts/lost-focus.ts'
import { startSession } from './store/session.ts'
import { language } from './texts/language.ts'

document.documentElement.lang = language
document.documentElement.dir = directionOf(language)
keepKeysOfInputMethods()
followLostFocus()
const session = startSession()
awaitInstallOffer(session.page)
render(<App session={session} />, document.getElementById('app')!)
// Only the build of `npm run dev` has it.
if (import.meta.env.MODE === 'development') void reloadAfterRestarts()
