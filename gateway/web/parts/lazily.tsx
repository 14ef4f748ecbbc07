import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts/texts.ts'
import { Blank } from './blank.tsx'

interface LazyOptions {
  /** The placeholder until the script is there. Default: nothing. */
  readonly waiting?: VNode
  /**
   * Draws nothing after a failed fetch, as nobody misses the component. Default: an explanation with a button
   * to try again.
   */
  readonly isOptional?: boolean
}

/** A component whose script is fetched when it is first drawn. */
export function lazily<P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  { waiting, isOptional = false }: LazyOptions = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return (props: P) => {
    const [attempt, setAttempt] = useState(0)
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading')
    useEffect(() => {
      if (loaded !== undefined) return
      let isShown = true
      void fetch().then(
        (component) => {
          loaded = component
          if (isShown) setState('loaded')
        },
        () => isShown && setState('failed'),
      )
      return () => {
        isShown = false
      }
    }, [attempt])
    if (loaded !== undefined) {
      const Component = loaded
      return <Component {...props} />
    }
    if (state !== 'failed') return waiting ?? null
    if (isOptional) return null
    return (
      <Blank icon={CloudOff} title={t.partFailed} hint={t.loadFailedHint} isWholeView>
        <button
          type="button"
          class="button"
          onClick={() => {
            setState('loading')
            setAttempt(attempt + 1)
          }}
        >
          {t.tryAgain}
        </button>
      </Blank>
    )
  }
}
