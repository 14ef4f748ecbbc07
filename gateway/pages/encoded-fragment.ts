/**
 * The address that a sender meant whose program has encoded the `#`, as in `/%23narrow/channel/2`; undefined
 * for other addresses. Each program on the way may have encoded the address once more.
 */
export function withFragment(address: string): string | undefined {
  const [, again = '', rest] = /^\/%((?:25)*)23(.*)$/s.exec(address) ?? []
  if (rest === undefined) return undefined
  let fragment = rest
  for (let times = again.length / 2; times > 0; times--) fragment = fragment.replaceAll('%25', '%')
  return `/#${fragment}`
}
