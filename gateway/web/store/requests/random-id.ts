/** Hexadecimal digits of a `randomId`. */
export const RANDOM_ID_LENGTH = 32

/** An id that no other page makes. `crypto.randomUUID` exists only on pages of HTTPS and localhost. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(RANDOM_ID_LENGTH / 8))]
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('')
