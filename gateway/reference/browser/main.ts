import './style.css'
import { nameSite, rememberLanguage, showCopyButtons } from './code.ts'
import { startSearch } from './search.ts'
import { showThemeButton } from './theme-button.ts'
import { showTryForm } from './try-it.ts'

nameSite()
showThemeButton()
showCopyButtons()
rememberLanguage()
startSearch()
showTryForm()
document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' })
