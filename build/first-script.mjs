/**
 * `npm run first-script`: how much script each window reads before it shows its first page, what the large one reads
 * after it, and what weighs most in each. Exits 1 where that is over its bound.
 */
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './machine/machine.mjs'
import config from './vite.config.mjs'

/** Bytes of gzip. */
const WINDOWS = [
  { name: 'window', from: 'renderer/app/app.tsx', bound: 250_000 },
  { name: 'small window at the tray', from: 'renderer/popover/app.tsx', bound: 200_000 },
]
/** What the large window reads when it is idle: what is opened seldom and is large stays out of it. */
const PAGES = { name: 'pages of the window', bound: 330_000 }
const NAMED = 15

const gzip = (text) => gzipSync(text).length
const number = (n) => n.toLocaleString('en')
const shortName = (id) =>
  id.includes('node_modules/') ? id.replace(/^.*node_modules\//, '') : path.relative(root, id)

/** The chunks that one of these starts, with all that they import before they run. */
function closure(chunks, starts) {
  const found = new Map()
  const add = (chunk) => {
    if (chunk === undefined || found.has(chunk.fileName)) return
    found.set(chunk.fileName, chunk)
    for (const name of chunk.imports) add(chunks.find((c) => c.fileName === name))
  }
  starts.forEach(add)
  return [...found.values()]
}

/** Of a package, else of the room that the file is in. */
const groupOf = (name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name
const roomOf = (id) =>
  id.includes('node_modules/') ? groupOf(shortName(id)) : shortName(id).split('/').slice(0, 2).join('/')

/** The sums of what has the same name, largest first. */
function heaviest(chunks, nameOf) {
  const sums = new Map()
  for (const chunk of chunks)
    for (const [id, { code }] of Object.entries(chunk.modules))
      sums.set(nameOf(id), (sums.get(nameOf(id)) ?? 0) + gzip(code ?? ''))
  return [...sums].sort(([, a], [, b]) => b - a).slice(0, NAMED)
}

/** Before a window shows its first page. */
function firstOf(chunks, { from }) {
  const entry = chunks.find((c) => c.isEntry)
  const start = chunks.find((c) => c.facadeModuleId === path.join(root, from))
  if (entry === undefined || start === undefined) throw new Error(`${from} is no script of its own`)
  return closure(chunks, [entry, start])
}

/** Says it; whether it is within its bound. */
function report(chunks, { name, bound }) {
  if (chunks.length === 0) throw new Error(`there is no script of the ${name}`)
  const bytes = chunks.reduce((sum, { code }) => sum + gzip(code), 0)
  const isWithin = bytes <= bound
  console.log(
    `${name}: ${number(bytes)} bytes of gzip in ${chunks.length} ${chunks.length === 1 ? 'file' : 'files'}, ` +
      `${isWithin ? 'of' : 'OVER ITS BOUND OF'} ${number(bound)}.\n` +
      'What weighs most (gzip of each module alone, before it is minified):',
  )
  for (const nameOf of [roomOf, shortName])
    for (const [module, sum] of heaviest(chunks, nameOf))
      console.log(`${number(sum).padStart(10)}  ${module}`)
  return isWithin
}

const isOfPages = ({ fileName }) => /\/pages-[^/]+\.js$/.test(fileName)

const { output } = await build({
  configFile: false,
  ...config,
  build: { ...config.build, write: false, sourcemap: false },
})
const chunks = output.filter((file) => file.type === 'chunk')
const areWithin = [
  ...WINDOWS.map((window) => report(firstOf(chunks, window), window)),
  report(chunks.filter(isOfPages), PAGES),
]
process.exit(areWithin.every(Boolean) ? 0 : 1)
