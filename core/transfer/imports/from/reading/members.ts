import type { Viewed } from './viewed-until.ts'

/** Bits of a membership. */
const MUTED = 1
const PINNED = 2

/** A membership, as a subscription has it. */
export interface Member extends Viewed {
  readonly isMuted: boolean
  readonly isPinned: boolean
}

/** The members of one channel, each once: about 50 bytes each. */
export class Members {
  readonly #known = new Set<number>()
  readonly #users: number[] = []
  readonly #until: number[] = []
  readonly #marks: number[] = []

  /** Adds a membership, unless the person is a member already. */
  add({ user, until, isMuted, isPinned }: Member): void {
    if (this.#known.has(user)) return
    this.#known.add(user)
    this.#users.push(user)
    this.#until.push(until)
    this.#marks.push((isMuted ? MUTED : 0) | (isPinned ? PINNED : 0))
  }

  *[Symbol.iterator](): Generator<Member> {
    for (const [index, user] of this.#users.entries()) {
      const mark = this.#marks[index]!
      const [isMuted, isPinned] = [(mark & MUTED) !== 0, (mark & PINNED) !== 0]
      yield { user, until: this.#until[index]!, isMuted, isPinned }
    }
  }
}
