import bash from 'refractor/bash'
import batch from 'refractor/batch'
import c from 'refractor/c'
import clojure from 'refractor/clojure'
import { refractor } from 'refractor/core'
import cpp from 'refractor/cpp'
import csharp from 'refractor/csharp'
import css from 'refractor/css'
import dart from 'refractor/dart'
import diff from 'refractor/diff'
import docker from 'refractor/docker'
import elixir from 'refractor/elixir'
import erlang from 'refractor/erlang'
import go from 'refractor/go'
import graphql from 'refractor/graphql'
import groovy from 'refractor/groovy'
import haskell from 'refractor/haskell'
import hcl from 'refractor/hcl'
import ini from 'refractor/ini'
import java from 'refractor/java'
import javascript from 'refractor/javascript'
import json from 'refractor/json'
import jsx from 'refractor/jsx'
import julia from 'refractor/julia'
import kotlin from 'refractor/kotlin'
import latex from 'refractor/latex'
import less from 'refractor/less'
import lisp from 'refractor/lisp'
import lua from 'refractor/lua'
import makefile from 'refractor/makefile'
import markdown from 'refractor/markdown'
import markup from 'refractor/markup'
import nginx from 'refractor/nginx'
import objectivec from 'refractor/objectivec'
import perl from 'refractor/perl'
import php from 'refractor/php'
import powershell from 'refractor/powershell'
import protobuf from 'refractor/protobuf'
import python from 'refractor/python'
import r from 'refractor/r'
import ruby from 'refractor/ruby'
import rust from 'refractor/rust'
import sass from 'refractor/sass'
import scala from 'refractor/scala'
import scss from 'refractor/scss'
import sql from 'refractor/sql'
import swift from 'refractor/swift'
import toml from 'refractor/toml'
import tsx from 'refractor/tsx'
import typescript from 'refractor/typescript'
import vim from 'refractor/vim'
import yaml from 'refractor/yaml'

/** The highlighter, with all grammars that `languages.ts` names. */
export { refractor }

for (const grammar of [
  bash,
  batch,
  c,
  clojure,
  cpp,
  csharp,
  css,
  dart,
  diff,
  docker,
  elixir,
  erlang,
  go,
  graphql,
  groovy,
  haskell,
  hcl,
  ini,
  java,
  javascript,
  json,
  jsx,
  julia,
  kotlin,
  latex,
  less,
  lisp,
  lua,
  makefile,
  markdown,
  markup,
  nginx,
  objectivec,
  perl,
  php,
  powershell,
  protobuf,
  python,
  r,
  ruby,
  rust,
  sass,
  scala,
  scss,
  sql,
  swift,
  toml,
  tsx,
  typescript,
  vim,
  yaml,
]) {
  refractor.register(grammar)
}
