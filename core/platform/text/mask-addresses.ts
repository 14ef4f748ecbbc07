const ADDRESS = /[^\s@<>"'()]+@[^\s@<>"'()]+/g

/**
 * Replaces the names in mail addresses: `someone@example.com` becomes `…@example.com`. Takes time by the
 * square of the longest word, so callers cut the text before.
 */
export const maskAddresses = (text: string): string =>
  text.replace(ADDRESS, (address) => `…${address.slice(address.indexOf('@'))}`)
