import './style.css'
import { say } from './texts.ts'

const place = document.getElementById('plots')

/** The plots and their library are loaded when the page shows their place. */
if (place !== null) {
  const show = async () => {
    const { showPlots } = await import('./plots.ts')
    await showPlots(place)
  }
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    seen.disconnect()
    show().catch(() => {
      place.textContent = say('The plots cannot be loaded. Reload the page to try again.')
    })
  })
  seen.observe(place)
}
