/** Signs that a sentence, brackets, quotation marks or Markdown put behind a link. */
const SIGN = /[\])}>.,;:!?"'*_~`|»›”’…。、，；：！？）】」』،؛؟]$/
/** Parameters that programs add to links in mails. */
const PARAMETERS = /[?&][\w.-]+=.*$/s
/** Most texts that are tried for one link. */
const MOST = 6

/** A part of a link without what may have been written behind the link: the longest one first. */
export function withoutTail(part: string): readonly string[] {
  const found: string[] = []
  let rest = part.replace(PARAMETERS, '')
  if (rest !== part) found.push(rest)
  while (SIGN.test(rest) && found.length < MOST) {
    rest = rest.slice(0, -1)
    found.push(rest)
  }
  return found.filter((each) => each !== '')
}

/** A word of a link, such as `starred`, without what was written behind the link. */
export const wordOf = (part: string): string => withoutTail(part).at(-1) ?? part
