/**
 * The address with `rel="help"` in the Link header of an answer (RFC 8288): the place of the reference that
 * explains an error.
 */
export function helpLink(headers: Headers): string | undefined {
  return /<([^>]*)>\s*;\s*rel="?help"?/.exec(headers.get('link') ?? '')?.[1]
}
