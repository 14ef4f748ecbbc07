import { createHash } from 'node:crypto'

/** Replaces the sections that have changed, except one that has the focus. */
export const OVERVIEW_SCRIPT = `
const EVERY_MS = 3000
const note = document.getElementById('refreshing')
const figures = document.getElementById('figures')
const pause = document.getElementById('pause')
let isPaused = false

async function refresh() {
  const answer = await fetch(figures.dataset.source || location.href, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(answer.status)
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const section of fresh.querySelectorAll('[data-part]')) {
    const shown = figures.querySelector('[data-part="' + section.dataset.part + '"]')
    if (!shown || shown.contains(document.activeElement)) continue
    for (const { dataset } of shown.querySelectorAll('details[open]'))
      section.querySelector('details[data-fold="' + dataset.fold + '"]')?.setAttribute('open', '')
    if (shown.outerHTML === section.outerHTML) continue
    shown.replaceWith(document.adoptNode(section))
  }
}

async function again() {
  if (!isPaused && document.visibilityState === 'visible') {
    note.textContent = await refresh().then(
      () => '',
      () => note.dataset.failed,
    )
  }
  setTimeout(again, EVERY_MS)
}

pause.hidden = false
pause.addEventListener('click', () => {
  isPaused = !isPaused
  pause.setAttribute('aria-pressed', String(isPaused))
})
setTimeout(again, EVERY_MS)
`

const hash = createHash('sha256').update(OVERVIEW_SCRIPT).digest('base64url').slice(0, 16)

/** The address changes when the script changes. */
export const OVERVIEW_SCRIPT_PATH = `/ops/overview-${hash}.js`
