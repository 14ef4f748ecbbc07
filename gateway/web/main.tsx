import { render } from 'preact'
import './parts/base.css'
import { App } from './app/app.tsx'
import { awaitInstallOffer } from './app/install.ts'
import { startSession } from './store/session.ts'
import { sendBy } from './store/verbs/send.ts'
import { language } from './texts/language.ts'

document.documentElement.lang = language
awaitInstallOffer()
render(<App />, document.getElementById('app')!)
sendBy(startSession())
