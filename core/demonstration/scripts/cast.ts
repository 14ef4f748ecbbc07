import type { Role } from '../../state/users/record.ts'

/** The people of the demonstration organization, by the local part of their addresses. */
export const PEOPLE = {
  desdemona: { fullName: 'Desdemona', role: 'owner' },
  iago: { fullName: 'Iago', role: 'administrator' },
  shiva: { fullName: 'Shiva', role: 'moderator' },
  hamlet: { fullName: 'King Hamlet', role: 'member' },
  cordelia: { fullName: "Cordelia, Lear's daughter", role: 'member' },
  othello: { fullName: 'Othello, the Moor of Venice', role: 'member' },
  prospero: { fullName: 'Prospero from The Tempest', role: 'member' },
  zoe: { fullName: 'Zoe', role: 'member' },
  aaron: { fullName: 'Aaron', role: 'member' },
  polonius: { fullName: 'Polonius', role: 'guest' },
} as const satisfies Record<string, { fullName: string; role: keyof typeof Role }>

export type Person = keyof typeof PEOPLE

/** A generic bot that Iago owns. */
export const BOT = { name: 'greeter-bot', fullName: 'Greeter Bot', owner: 'iago' } as const

/** Senders of messages in the demonstration organization. */
export type Speaker = Person | typeof BOT.name

export const PERSON_NAMES = Object.keys(PEOPLE) as Person[]
export const SPEAKERS: readonly Speaker[] = [...PERSON_NAMES, BOT.name]
