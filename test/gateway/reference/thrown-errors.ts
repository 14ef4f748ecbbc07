import { fileURLToPath } from 'node:url'
import ts from 'typescript-5'

/** The names of error functions that an endpoint declares, and those that its handler can reach. */
export interface EndpointErrors {
  /** `POST /messages`; a part that the declaration does not write as text is the name of a constant. */
  readonly name: string
  readonly access: string
  readonly declared: ReadonlySet<string>
  /** Each with the functions through which the handler reaches it. */
  readonly thrown: ReadonlyMap<string, readonly string[]>
}

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Follows the names in the handlers of all endpoints through the code, without regard to conditions. Errors
 * of `gateway/http` and the database layer belong to every operation and are left out, and so are errors that
 * a function gets as a parameter. Declarations that are built from another object are left out too.
 */
export function errorsOfEndpoints(): EndpointErrors[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(fileNames, options)
  const checker = program.getTypeChecker()
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${root}gateway/routes/`))
    .flatMap((file) => declarationsIn(file))
    .filter(({ properties }) => !properties.some(ts.isSpreadAssignment))
    .map((declaration) => {
      const text = (name: string) => partOf(declaration, name)?.getText().replace(/^'|'$/g, '') ?? ''
      return {
        name: `${text('method')} ${text('path')}`,
        access: text('access'),
        declared: new Set(reachable(checker, partOf(declaration, 'errors')).keys()),
        thrown: reachable(checker, partOf(declaration, 'handler')),
      }
    })
}

/** The objects that are given to `endpoint(…)`. */
function declarationsIn(node: ts.Node): ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = []
  const visit = (each: ts.Node): void => {
    if (ts.isCallExpression(each) && each.expression.getText() === 'endpoint') {
      const [declaration] = each.arguments
      if (declaration !== undefined && ts.isObjectLiteralExpression(declaration)) found.push(declaration)
    }
    ts.forEachChild(each, visit)
  }
  visit(node)
  return found
}

/** The value of a property; of a shorthand property, its name. */
function partOf({ properties }: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  const property = properties.find((each) => each.name?.getText() === name)
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : property
}

const ELSEWHERE = [/node_modules/, /\/gateway\/http\//, /\/core\/platform\/(?:db|events)\//]

function reachable(checker: ts.TypeChecker, start: ts.Node | undefined): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const seen = new Set<ts.Node>()
  const visit = (node: ts.Node, path: string[]): void => {
    if (ts.isTypeNode(node)) return
    if (ts.isIdentifier(node)) follow(declarationOf(checker, node), path)
    ts.forEachChild(node, (child) => visit(child, path))
  }
  const follow = (declaration: ts.Declaration | undefined, path: string[]): void => {
    if (declaration === undefined || seen.has(declaration)) return
    const file = declaration.getSourceFile().fileName
    if (ELSEWHERE.some((pattern) => pattern.test(file))) return
    const body = bodyOf(declaration)
    if (body === undefined) return
    seen.add(declaration)
    const name = (declaration as ts.NamedDeclaration).name?.getText() ?? ''
    const isError = ts.isArrowFunction(body) || ts.isFunctionDeclaration(declaration)
    if (file.endsWith('errors.ts') && isError) found.set(name, path)
    else visit(body, [...path, name])
  }
  if (start !== undefined) visit(start, [])
  return found
}

function declarationOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Declaration | undefined {
  const { parent } = name
  if (ts.isPropertyAssignment(parent) && parent.name === name) return undefined
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name)
  if (symbol === undefined) return undefined
  const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return original.valueDeclaration
}

function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer
  const isFunction =
    ts.isFunctionDeclaration(declaration) ||
    ts.isMethodDeclaration(declaration) ||
    ts.isGetAccessor(declaration)
  return isFunction ? declaration.body : undefined
}
