import type { Stored } from '../../state/events/catalogue.ts'

export type TypingOp = 'start' | 'stop'

/** A user starts or stops typing a message. */
export type TypingEvent = Stored<'typing/start' | 'typing/stop'>

/** A user starts or stops editing a message. */
export type TypingEditEvent = Stored<'typing_edit_message/start' | 'typing_edit_message/stop'>
