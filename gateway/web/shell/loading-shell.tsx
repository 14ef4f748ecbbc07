import { t } from '../texts/texts.ts'
import './loading-shell.css'

/** The outline of the shell while the state loads. */
export const LoadingShell = () => (
  <div class="loading-shell" role="status" aria-label={t.loading}>
    <div class="bar" />
    <div class="side">
      {[60, 75, 50, 40, 0, 65, 45, 70, 55, 62].map((width, i) => (
        <span key={i} class={`line wide-${width}`} />
      ))}
    </div>
    <div class="middle" />
  </div>
)
