const tabWidth = 4
const loneSurrogate = /\p{Surrogate}/gu

/**
 * Prepares content for the block rules: drops a byte order mark, ends lines with `\n`, expands tabs, and
 * replaces NUL and lone surrogates.
 */
export function normalize(content: string): string {
  return content
    .replace(/^\ufeff+/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0000', '\ufffd')
    .replace(loneSurrogate, '\ufffd')
    .replace(/^.*\t.*$/gm, expandTabs)
}

function expandTabs(line: string): string {
  let expanded = ''
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) expanded += ' '.repeat(tabWidth - (expanded.length % tabWidth))
    expanded += part
  }
  return expanded
}
