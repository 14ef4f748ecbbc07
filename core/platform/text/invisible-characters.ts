/**
 * Whether a name contains invisible characters: control characters, directional marks, joiners, surrogates
 * and unassigned code points.
 */
export const hasInvisibleCharacters = (name: string): boolean => /\p{C}/u.test(name)
