import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import ts from 'typescript-5'

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  sourceMap: true,
}

/**
 * Compiles one source file of the server, without a look at types or at other files.
 * Returns the mistakes of syntax, one a line; then it writes nothing.
 */
export async function compileFile(source: string, target: string): Promise<string[]> {
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(await readFile(source, 'utf8'), {
    fileName: source,
    compilerOptions: OPTIONS,
    reportDiagnostics: true,
  })
  if (diagnostics !== undefined && diagnostics.length > 0) return diagnostics.map(describe)
  const script = target.slice(0, -extname(target).length)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(`${script}.js.map`, sourceMapText ?? '')
  await writeFile(`${script}.js`, outputText)
  return []
}

function describe({ file, start, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ')
  if (file === undefined || start === undefined) return text
  const { line, character } = file.getLineAndCharacterOfPosition(start)
  return `${file.fileName}(${line + 1},${character + 1}): ${text}`
}
