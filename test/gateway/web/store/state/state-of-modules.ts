import ts from 'typescript-5'

/** Makers of signals: at the top of a file, all clients of a page would share the signal. */
const SIGNALS = new Set(['signal', 'computed', 'effect'])
/** Methods that change what they are called on. */
const CHANGES = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '),
)

/**
 * State that the module of a file holds outside of every function, each as `line: what it is`: variables that
 * change, signals, and objects and collections that the file's functions change. What is kept in a WeakMap or
 * a WeakSet belongs to its key, so it is no state of the module.
 */
export function stateOfModule(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const report = (node: ts.Node, what: string) =>
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`)

  const constants = new Set<string>()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
    for (const declaration of statement.declarationList.declarations) {
      if (!isConstant) report(declaration, `let ${declaration.name.getText()}`)
      else if (ts.isIdentifier(declaration.name) && !isWeak(declaration.initializer))
        constants.add(declaration.name.text)
    }
  }

  const inModule = (node: ts.Node) => {
    if (ts.isFunctionLike(node) || isOfAnInstance(node)) return
    if (ts.isCallExpression(node) && SIGNALS.has(node.expression.getText()))
      report(node, node.expression.getText())
    ts.forEachChild(node, inModule)
  }
  for (const statement of file.statements) inModule(statement)

  /** `hidden`: names that are not the module's; undefined outside of functions, where a module is set up. */
  const anywhere = (node: ts.Node, hidden: ReadonlySet<string> | undefined) => {
    const isScope = ts.isFunctionLike(node) || (hidden !== undefined && ts.isBlock(node))
    const names = isScope ? new Set([...(hidden ?? []), ...namesOf(node)]) : hidden
    const changed = changedBy(node)
    if (changed !== undefined && names !== undefined && constants.has(changed) && !names.has(changed))
      report(node, `changes ${changed}`)
    ts.forEachChild(node, (child) => anywhere(child, names))
  }
  anywhere(file, undefined)
  return found
}

/** The first value of a field that each instance of a class has. */
const isOfAnInstance = (node: ts.Node): boolean =>
  ts.isPropertyDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)

const isWeak = (value: ts.Expression | undefined): boolean =>
  value !== undefined && ts.isNewExpression(value) && /^Weak(Map|Set)$/.test(value.expression.getText())

/** The name at the start of `name.field[0].other`. */
function rootOf(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return rootOf(node.expression)
  if (ts.isNonNullExpression(node)) return rootOf(node.expression)
  return ts.isIdentifier(node) ? node.text : undefined
}

/** The name of the object that an expression changes itself. */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
    return isAssignment ? rootOf(node.left) : undefined
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node
    const isStep = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken
    return isStep ? rootOf(node.operand) : undefined
  }
  if (ts.isDeleteExpression(node)) return rootOf(node.expression)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  return CHANGES.has(node.expression.name.text) ? rootOf(node.expression.expression) : undefined
}

/** The names that a function or block declares: they hide the module's. */
function namesOf(node: ts.SignatureDeclaration | ts.Block): string[] {
  const names: string[] = []
  const collect = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text)
    else for (const element of name.elements) if (ts.isBindingElement(element)) collect(element.name)
  }
  if (ts.isBlock(node)) {
    for (const statement of node.statements)
      if (ts.isVariableStatement(statement))
        for (const { name } of statement.declarationList.declarations) collect(name)
  } else for (const { name } of node.parameters) collect(name as ts.BindingName)
  return names
}
