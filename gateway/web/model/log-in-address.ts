/** The log-in page, from which the reader comes back to this place. */
export const logInAddress = (hash = location.hash): string =>
  hash === '' ? '/login' : `/login?next=${encodeURIComponent(`/${hash}`)}`
