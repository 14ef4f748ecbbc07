/** A language of code blocks. */
export interface Language {
  /** Display name, as Pygments spells it. */
  readonly name: string
  /** Name of the highlighting grammar; undefined shows the code plain. */
  readonly grammar: string | undefined
}

/** Each line: display name, grammar or `-`, names that people write after a fence. */
const known = `
Python|python|python py python3 py3 sage
Python console session|python|pycon python-console
JavaScript|javascript|javascript js mjs cjs node nodejs
TypeScript|typescript|typescript ts mts cts
JSX|jsx|jsx react
TSX|tsx|tsx
JSON|json|json json-object jsonl
JSON5|-|json5 jsonc
Bash|bash|bash sh ksh zsh shell openrc
Bash Session|bash|console shell-session
Fish|bash|fish fishshell
PowerShell|powershell|powershell pwsh posh ps1 psm1
Batchfile|batch|batch bat dosbatch winbatch
HTML|markup|html xhtml htm
XML|markup|xml svg xsd rss
HTML+Jinja|markup|html+jinja html+django jinja2 htmldjango
Vue|markup|vue
CSS|css|css
SCSS|scss|scss
Sass|sass|sass
LessCss|less|less
C|c|c h
C++|cpp|cpp c++ cxx hpp cc
C#|csharp|csharp c# cs
Objective-C|objectivec|objective-c objectivec obj-c objc
Java|java|java
Kotlin|kotlin|kotlin kt kts
Scala|scala|scala
Groovy|groovy|groovy gradle
Go|go|go golang
Rust|rust|rust rs
Zig|-|zig
Swift|swift|swift
Dart|dart|dart
Ruby|ruby|ruby rb duby
Perl|perl|perl pl
PHP|php|php php3 php4 php5
HTML+PHP|php|html+php
XML+PHP|php|xml+php
CSS+PHP|php|css+php
JavaScript+PHP|php|javascript+php js+php
Lua|lua|lua
S|r|r s splus
Julia|julia|julia jl
Matlab|-|matlab octave
Haskell|haskell|haskell hs
OCaml|-|ocaml ml
F#|-|fsharp f#
Elixir|elixir|elixir ex exs
Erlang|erlang|erlang erl
Clojure|clojure|clojure clj
Common Lisp|lisp|common-lisp cl lisp elisp emacs-lisp
Scheme|-|scheme scm
Prolog|-|prolog
SQL|sql|sql sqlite
PostgreSQL SQL dialect|sql|postgresql postgres psql
MySQL|sql|mysql mariadb
GraphQL|graphql|graphql
Diff|diff|diff udiff patch
YAML|yaml|yaml yml
TOML|toml|toml
INI|ini|ini cfg dosini conf
Properties|-|properties jproperties
Docker|docker|docker dockerfile
Makefile|makefile|make makefile mf bsdmake
CMake|-|cmake
Nginx configuration file|nginx|nginx
ApacheConf|-|apacheconf aconf apache
Terraform|hcl|terraform tf hcl
Nix|-|nix nixos
Protocol Buffer|protobuf|protobuf proto
TeX|latex|tex latex
Markdown|markdown|markdown md
reStructuredText|-|restructuredtext rst rest
HTTP|-|http
VimL|vim|vim viml
NASM|-|nasm asm
GAS|-|gas
LLVM|-|llvm
VHDL|-|vhdl
verilog|-|verilog v
Fortran|-|fortran f90
Delphi|-|delphi pascal pas objectpascal
D|-|d
Nim|-|nimrod nim
Solidity|-|solidity
WebAssembly|-|wast wat wasm
Text only|-|text txt plain plaintext
`

const byAlias = new Map<string, Language>()
for (const line of known.trim().split('\n')) {
  const [name = '', grammar = '', aliases = ''] = line.split('|')
  const language = { name, grammar: grammar === '-' ? undefined : grammar }
  for (const alias of aliases.split(' ')) byAlias.set(alias, language)
}

export const LANGUAGES: ReadonlySet<Language> = new Set(byAlias.values())

/** Finds a language by the name written after a fence. */
export const findLanguage = (written: string): Language | undefined => byAlias.get(written.toLowerCase())

/**
 * Reads a first line such as `:::python`: returns the language and the code after that line. Returns
 * undefined when there is no such line or the language is unknown.
 */
export function languageOfColons(code: string): { language: Language; code: string } | undefined {
  const match = /^::+([\w#.+-]+)[^\S\n]*(?:hl_lines=(?:"[^"\n]*"|'[^'\n]*'))?[^\S\n]*(?:\n|$)/.exec(code)
  const language = match === null ? undefined : findLanguage(match[1]!)
  return language && { language, code: code.slice(match![0].length) }
}

/** Finds the language of code that begins with `#!`, by the path or name of the interpreter. */
export function languageOfShebang(code: string): Language | undefined {
  const interpreter = /^#! *(?:\/[\w./-]*\/)?(?:env +(?:-\S+ +)*)?([\w+#-]+)/.exec(code)?.[1]
  return interpreter === undefined ? undefined : findLanguage(interpreter)
}
