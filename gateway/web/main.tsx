import { render } from 'preact'
import './parts/base.css'
import { App } from './app/app.tsx'
import { sendBy } from './store/send.ts'
import { startSession } from './store/session.ts'

render(<App />, document.getElementById('app')!)
sendBy(startSession())
