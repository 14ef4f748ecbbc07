import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Floor, Floors } from '../../floors.ts'
import { type Import, importsOf } from './imports.ts'

const isInside = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`)
const isInsideAny = (file: string, places: readonly string[]): boolean =>
  places.some((place) => isInside(file, place))

interface Tree {
  readonly files: readonly string[]
  /** Number of files directly in each folder. */
  readonly folders: ReadonlyMap<string, number>
}

const readTree = (root: string, roots: readonly string[]): Tree => {
  const files: string[] = []
  const folders = new Map<string, number>()
  const visit = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    folders.set(folder, entries.filter((entry) => entry.isFile()).length)
    for (const entry of entries) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (/\.tsx?$/.test(entry.name)) files.push(path)
    }
  }
  for (const folder of roots) visit(folder)
  return { files, folders }
}

/** The folders that hold code, directly or below, by the folder that they are in. */
const childrenWithCode = (files: readonly string[]): Map<string, Set<string>> => {
  const children = new Map<string, Set<string>>()
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
      const parent = posix.dirname(folder)
      if (!children.has(parent)) children.set(parent, new Set())
      children.get(parent)!.add(posix.basename(folder))
    }
  return children
}

/** The deepest folder that holds both paths. */
const commonFolder = (one: string, other: string): string => {
  let folder = posix.dirname(one)
  while (folder !== '.' && !other.startsWith(`${folder}/`)) folder = posix.dirname(folder)
  return folder
}

/** Stands for the files of a folder that have no floor of their own. */
const OTHER_FILES = '*'

/** The folder or file directly in `folder` that holds `path`. */
const roomOf = (folder: string, order: readonly Floor[], path: string): string => {
  const [room = '', ...below] = posix.relative(folder === '.' ? '' : folder, path).split('/')
  return below.length === 0 && !order.flat().includes(room) ? OTHER_FILES : room
}

/** Number of the floor, 1 at the top. 0 for a room without a floor: it stands above all. */
const floorOf = (order: readonly Floor[], room: string): number =>
  order.findIndex((floor) => [floor].flat().includes(room)) + 1

const inFolder = (folder: string, room: string): string => posix.join(folder, room)

/** The shortest way from one room to another along imports, or undefined. */
const wayBetween = (
  importsByRoom: ReadonlyMap<string, ReadonlyMap<string, Import>>,
  from: string,
  to: string,
): Import[] | undefined => {
  const ways = new Map<string, Import[]>([[from, []]])
  for (const [room, way] of ways)
    for (const [next, found] of importsByRoom.get(room) ?? []) {
      if (next === to) return [...way, found]
      if (!ways.has(next)) ways.set(next, [...way, found])
    }
  return undefined
}

const checkOrder = (floors: Floors, { files, folders }: Tree): string[] => {
  const children = childrenWithCode(files)
  const faults: string[] = []
  for (const [folder, rooms] of children) {
    const order = floors.order[folder]?.flat()
    if (order === undefined)
      faults.push(`floors.ts: ${folder} has folders (${[...rooms].join(', ')}) but no order.`)
    else
      for (const room of rooms)
        if (!order.includes(room)) faults.push(`floors.ts: ${inFolder(folder, room)} has no floor.`)
  }
  for (const [folder, order] of Object.entries(floors.order))
    for (const room of order.flat())
      if (
        room !== OTHER_FILES &&
        !folders.has(inFolder(folder, room)) &&
        !files.includes(inFolder(folder, room))
      )
        faults.push(`floors.ts: ${inFolder(folder, room)} does not exist.`)
  return faults
}

const checkFolderSizes = (floors: Floors, folders: Tree['folders']): string[] =>
  [...folders]
    .filter(([, count]) => count > floors.maxFiles)
    .map(([folder, count]) => `${folder}: ${count} files. A folder holds at most ${floors.maxFiles}.`)

/** Imports that point up or sideways, and the circles of folders that they close. */
const checkDirections = (floors: Floors, imports: readonly Import[]): string[] => {
  const faults: string[] = []
  const importsByFolder = new Map<string, Map<string, Map<string, Import>>>()
  const upward: { found: Import; folder: string; from: string; to: string; isBeside: boolean }[] = []
  for (const found of imports) {
    const folder = commonFolder(found.file, found.target)
    const order = floors.order[folder]
    if (order === undefined) continue
    const [from, to] = [roomOf(folder, order, found.file), roomOf(folder, order, found.target)]
    const [above, below] = [floorOf(order, from), floorOf(order, to)]
    if (from === to) continue
    if (!importsByFolder.has(folder)) importsByFolder.set(folder, new Map())
    const byRoom = importsByFolder.get(folder)!
    if (!byRoom.has(from)) byRoom.set(from, new Map())
    if (!byRoom.get(from)!.has(to)) byRoom.get(from)!.set(to, found)
    if (above >= below) upward.push({ found, folder, from, to, isBeside: above === below })
  }
  for (const { found, folder, from, to, isBeside } of upward) {
    const [importer, imported] = [
      from === OTHER_FILES ? found.file : inFolder(folder, from),
      to === OTHER_FILES ? found.target : inFolder(folder, to),
    ]
    const back = wayBetween(importsByFolder.get(folder)!, to, from)
    const circle = back?.map(({ file, line, target }) => `${file}:${line} imports ${target}`).join(', ')
    faults.push(
      `${found.file}:${found.line}: imports ${found.target}, but ${imported} stands ` +
        `${isBeside ? 'beside' : 'above'} ${importer}. Imports point down only, types included.` +
        (circle === undefined ? '' : ` This closes a circle of folders: ${circle}.`),
    )
  }
  return faults
}

const checkPackages = (floors: Floors, imports: readonly Import[]): string[] =>
  imports
    .filter(({ target }) => floors.packages[target] !== undefined)
    .filter(({ file, target }) => !isInsideAny(file, floors.packages[target]!))
    .map(
      ({ file, line, target }) =>
        `${file}:${line}: only ${floors.packages[target]!.join(' and ')} may import ${target}.`,
    )

const checkClosed = (floors: Floors, imports: readonly Import[]): string[] =>
  Object.entries(floors.closed).flatMap(([folder, { imports: allowed, doors }]) =>
    imports
      .filter(({ file }) => isInside(file, folder) && !isInsideAny(file, doors))
      .filter(({ target }) => !isInside(target, folder) && !isInsideAny(target, allowed))
      .map(
        ({ file, line, target }) =>
          `${file}:${line}: imports ${target}. ${folder} imports itself, ${allowed.join(', ')} and packages. ` +
          `Other imports stand in ${doors.join(', ')}.`,
      ),
  )

/** The faults of the folders below `root`: sentences that begin with a file and a line, or with a folder. */
export const checkFloors = (root: string, floors: Floors): string[] => {
  const tree = readTree(root, floors.roots)
  const imports = tree.files.flatMap((file) => importsOf(root, file))
  const ofFiles = imports.filter(({ isPackage }) => !isPackage)
  return [
    ...checkOrder(floors, tree),
    ...checkFolderSizes(floors, tree.folders),
    ...checkDirections(floors, ofFiles),
    ...checkPackages(
      floors,
      imports.filter(({ isPackage }) => isPackage),
    ),
    ...checkClosed(floors, ofFiles),
  ]
}
