import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { floorsPicture, roomsList } from './architecture-picture.ts'
import { gatesTable } from './gates-table.ts'
import { ROOMS } from '../checks/rooms.ts'
import { commandsPage } from './commands-page.ts'
import { heartbeatJsonPage } from './heartbeat-json-page.ts'
import type { JsonSchema } from './schema-table.ts'
import { settingsPage } from './settings-page.ts'
import { toolsPage } from './tools-page.ts'
import { tracesTable } from './traces-table.ts'
import { webhooksPage } from './webhooks-page.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const PAGES = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

interface Locked {
  optionalDependencies?: Record<string, string>
}

/** Whether a package that stands in `place` finds `name`: beside it, or in a folder above. */
function isLocked(packages: Record<string, Locked>, place: string, name: string): boolean {
  if (`${place}/node_modules/${name}` in packages || `node_modules/${name}` in packages) return true
  const above = place.lastIndexOf('/node_modules/')
  return above > 0 && isLocked(packages, place.slice(0, above), name)
}

describe('the pages that contributors read', () => {
  it.each(PAGES)('%s names only scripts that exist', (page) => {
    const named = [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('are the ones that every project is expected to have', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining([
        'ARCHITECTURE.md',
        'CHANGELOG.md',
        'CODE_OF_CONDUCT.md',
        'CONTRIBUTING.md',
        'README.md',
        'SECURITY.md',
      ]),
    )
  })

  it.each([
    ['the floors', 'ARCHITECTURE.md', 'floors', floorsPicture],
    ['the order of rooms', 'ARCHITECTURE.md', 'rooms', roomsList],
    ['the gates', 'ARCHITECTURE.md', 'gates', gatesTable],
    ['what shows a built-in check', 'README.md', 'traces', tracesTable],
  ])('show %s as the program has them', (_, page, mark, written) => {
    const [, block] = new RegExp(`<!-- ${mark}:.*-->\\n([^]*?)\\n<!-- /${mark} -->`).exec(read(page)) ?? []
    expect(block).toBe(written())
  })

  it('name only files and folders of the code that exist', () => {
    const named = [
      ...read('ARCHITECTURE.md').matchAll(/`((?:shared|electron|renderer|build|e2e)\/[\w./-]*)`/g),
    ]
    const paths = named.map(([, file = '']) => file)
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  })

  it('never have somebody fetch the command by a name that others could own', () => {
    const pages = [...PAGES.filter((page) => page !== 'CHANGELOG.md'), 'docs/commands.md', 'docs/settings.md']
    expect(pages.filter((page) => /npx (?:-\S+ )*threadbeat/.test(read(page)))).toEqual([])
  })

  it('name only files beside them, or by their whole path, that exist', () => {
    const pages = ['shared', 'electron', 'renderer', 'e2e', 'build'].flatMap((floor) =>
      readdirSync(path.join(ROOT, floor), { recursive: true, encoding: 'utf8' })
        .filter((file) => path.basename(file) === 'README.md')
        .map((file) => path.join(floor, file)),
    )
    expect(pages.length).toBeGreaterThan(40)
    const lost = pages.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`([\w./-]+\.(?:ts|tsx|mjs)|(?:shared|electron|renderer|build|e2e)\/[\w./-]*)`/g,
        ),
      ]
        .map(([, file = '']) => file)
        .filter((file) => ![path.dirname(page), '.'].some((at) => existsSync(path.join(ROOT, at, file))))
        .map((file) => `${page}: ${file}`),
    )
    expect(lost).toEqual([])
  })

  it('open each room below the window with a paragraph: what is here, what it may touch, where to go next', () => {
    const floors = ['electron/engine', 'electron/machine']
    const rooms = [
      ...(ROOMS['shared'] ?? []).map((room) => `shared/${room}`),
      ...floors.flatMap((floor) =>
        readdirSync(path.join(ROOT, floor), { withFileTypes: true })
          .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
          .map((entry) => `${floor}/${entry.name}`),
      ),
      ...['electron/store', 'electron/host', 'electron/cli', 'electron/desktop', 'renderer'],
    ]
    expect(rooms.filter((room) => !existsSync(path.join(ROOT, room, 'README.md')))).toEqual([])
  })

  it('list the settings as the table has them', () => {
    expect(read('docs/settings.md')).toBe(settingsPage())
  })

  it('list the commands as the table has them', () => {
    expect(read('docs/commands.md')).toBe(commandsPage())
  })

  it('say what HEARTBEAT.json, webhooks and the tools of agents take', () => {
    const schema = JSON.parse(read('docs/heartbeat.schema.json')) as JsonSchema
    expect(read('docs/heartbeat-json.md')).toBe(heartbeatJsonPage(schema))
    expect(read('docs/webhooks.md')).toBe(webhooksPage())
    expect(read('docs/tools.md')).toBe(toolsPage())
  })

  it('name packages that the lock file holds for every system', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
    const missing = Object.entries(packages).flatMap(([place, locked]) =>
      Object.keys(locked.optionalDependencies ?? {})
        .filter((name) => !isLocked(packages, place, name))
        .map((name) => `${name}, wanted by ${place}`),
    )
    expect(missing, '`npm ci` refuses such a lock file').toEqual([])
  })

  it('begin with what is so: Node and licence as the package has them, and a still picture for who wants no motion', () => {
    const [top = ''] = read('README.md').split('<details>')
    const { engines, license } = JSON.parse(read('package.json')) as {
      engines: { node: string }
      license: string
    }
    expect(top).toContain(`[${license}](LICENSE) · Node ${engines.node.replace('>=', '')} or newer`)
    expect(top).toMatch(
      /<picture>[^]*<source media="\(prefers-reduced-motion: reduce\)" srcset="[^"]*today-light.webp">\s*<img [^>]*film.webp/,
    )
    expect(statSync(path.join(ROOT, 'build/screenshots/film.webp')).size).toBeLessThan(1_000_000)
  })

  it('run the two commands of the README on the build server, and nothing else', () => {
    const commands = ['npm ci && npm start', 'npm ci && npm test']
    for (const command of commands) {
      expect(read('README.md')).toContain(command)
      expect(read('.github/workflows/ci.yml')).toContain(command)
    }
  })
})
