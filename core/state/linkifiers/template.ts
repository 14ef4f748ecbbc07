const variable = /^([\w%]+(?:\.[\w%]+)*)(?::[1-9]\d{0,3}|\*)?$/

/** The names that an RFC 6570 template takes values for; undefined when it is no such template. */
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

/** What the address begins with must be written, so that no value decides whether it is a script. */
function hasAllowedScheme(template: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/)/i.test(template)
}
