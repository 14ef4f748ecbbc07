const variable = /^([\w%]+(?:\.[\w%]+)*)(?::[1-9]\d{0,3}|\*)?$/

/** The variables of an RFC 6570 template; undefined when the template is invalid. */
export function templateVariables(template: string): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  const literals = template.replace(/\{([^{}]*)\}/g, (_, expression: string) => {
    for (const specifier of expression.replace(/^[+#./;?&]/, '').split(',')) {
      names.add(variable.exec(specifier)?.[1] ?? '')
    }
    return ''
  })
  const isValid = !names.has('') && !/[{}\s<>"\\^`|]/.test(literals) && hasAllowedScheme(template)
  return isValid ? names : undefined
}

/**
 * Whether the template itself contains an allowed scheme, so that no value can turn the address into a
 * script.
 */
function hasAllowedScheme(template: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/)/i.test(template)
}
