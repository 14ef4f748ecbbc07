import type { Stored } from '../../state/events/catalogue.ts'

export type TypingOp = 'start' | 'stop'

/** Somebody begins or ends to write a message. */
export type TypingEvent = Stored<'typing/start' | 'typing/stop'>

/** Somebody begins or ends to edit a message. */
export type TypingEditEvent = Stored<'typing_edit_message/start' | 'typing_edit_message/stop'>
