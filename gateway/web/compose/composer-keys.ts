import { t } from '../texts/texts.ts'
import type { Format } from './toolbar/formats.ts'

/** The effect of a key in the composer: a format, or a command. */
export type ComposerCommand = Format | 'send' | 'preview' | 'snippets' | 'go' | 'leave'

/** The keys of the composer, in the notation of `keyOf`. */
export const COMPOSER_KEYS: readonly {
  readonly keys: readonly string[]
  readonly name: string
  readonly command: ComposerCommand
}[] = [
  { keys: ['Ctrl+Enter'], name: t.send, command: 'send' },
  { keys: ['Ctrl+B'], name: t.formats.bold, command: 'bold' },
  { keys: ['Ctrl+I'], name: t.formats.italic, command: 'italic' },
  { keys: ['Ctrl+Shift+L'], name: t.formats.link, command: 'link' },
  { keys: ['Ctrl+Shift+C'], name: t.formats.code, command: 'code' },
  { keys: ['Alt+P'], name: t.preview, command: 'preview' },
  { keys: ["Ctrl+'"], name: t.snippets, command: 'snippets' },
  { keys: ['Ctrl+.'], name: t.shortcuts.goToComposed, command: 'go' },
  { keys: ['Escape', 'Ctrl+['], name: t.shortcuts.leaveComposer, command: 'leave' },
]

export const composerCommand = (key: string): ComposerCommand | undefined =>
  COMPOSER_KEYS.find(({ keys }) => keys.includes(key))?.command
