/**
 * Whether a name has characters that cannot be seen: controls, marks of direction, joiners, surrogates and what stands
 * for no character.
 */
export const hasUnseen = (name: string): boolean => /\p{C}/u.test(name)
