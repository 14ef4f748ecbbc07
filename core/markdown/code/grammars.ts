import bash from 'refractor/bash'
import batch from 'refractor/batch'
import c from 'refractor/c'
import clojure from 'refractor/clojure'
import cmake from 'refractor/cmake'
import { refractor } from 'refractor/core'
import cpp from 'refractor/cpp'
import csharp from 'refractor/csharp'
import css from 'refractor/css'
import d from 'refractor/d'
import dart from 'refractor/dart'
import diff from 'refractor/diff'
import docker from 'refractor/docker'
import elixir from 'refractor/elixir'
import erlang from 'refractor/erlang'
import fortran from 'refractor/fortran'
import fsharp from 'refractor/fsharp'
import go from 'refractor/go'
import graphql from 'refractor/graphql'
import groovy from 'refractor/groovy'
import haskell from 'refractor/haskell'
import hcl from 'refractor/hcl'
import http from 'refractor/http'
import ini from 'refractor/ini'
import java from 'refractor/java'
import javascript from 'refractor/javascript'
import json from 'refractor/json'
import json5 from 'refractor/json5'
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
import matlab from 'refractor/matlab'
import nasm from 'refractor/nasm'
import nginx from 'refractor/nginx'
import nim from 'refractor/nim'
import nix from 'refractor/nix'
import objectivec from 'refractor/objectivec'
import ocaml from 'refractor/ocaml'
import pascal from 'refractor/pascal'
import perl from 'refractor/perl'
import php from 'refractor/php'
import powershell from 'refractor/powershell'
import prolog from 'refractor/prolog'
import properties from 'refractor/properties'
import protobuf from 'refractor/protobuf'
import python from 'refractor/python'
import r from 'refractor/r'
import ruby from 'refractor/ruby'
import rust from 'refractor/rust'
import sass from 'refractor/sass'
import scala from 'refractor/scala'
import scheme from 'refractor/scheme'
import scss from 'refractor/scss'
import solidity from 'refractor/solidity'
import sql from 'refractor/sql'
import swift from 'refractor/swift'
import toml from 'refractor/toml'
import tsx from 'refractor/tsx'
import typescript from 'refractor/typescript'
import verilog from 'refractor/verilog'
import vhdl from 'refractor/vhdl'
import vim from 'refractor/vim'
import wasm from 'refractor/wasm'
import yaml from 'refractor/yaml'
import zig from 'refractor/zig'

/** Knows the grammars that `languages.ts` names. */
export { refractor }

for (const grammar of [
  bash,
  batch,
  c,
  clojure,
  cmake,
  cpp,
  csharp,
  css,
  d,
  dart,
  diff,
  docker,
  elixir,
  erlang,
  fortran,
  fsharp,
  go,
  graphql,
  groovy,
  haskell,
  hcl,
  http,
  ini,
  java,
  javascript,
  json,
  json5,
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
  matlab,
  nasm,
  nginx,
  nim,
  nix,
  objectivec,
  ocaml,
  pascal,
  perl,
  php,
  powershell,
  prolog,
  properties,
  protobuf,
  python,
  r,
  ruby,
  rust,
  sass,
  scala,
  scheme,
  scss,
  solidity,
  sql,
  swift,
  toml,
  tsx,
  typescript,
  verilog,
  vhdl,
  vim,
  wasm,
  yaml,
  zig,
]) {
  refractor.register(grammar)
}
