import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Client } from '../../electron/cli/kit/socket-client.ts'
import type { MadeRepository } from '../../electron/host/repositories.ts'

/** `npm run screenshots -- film`: the main job in a moving picture, as it happens in the real window. */
const FILM_BYTES = 1_000_000
const REST_MS = 2000
/** Between two pictures of something that moves. */
const STEP_MS = 120
/** So many that what a click sets off has come to its end. */
const STEPS = 16
const POINTER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36"><circle cx="18" cy="18" r="15" fill="#2563eb" fill-opacity="0.22" stroke="#2563eb" stroke-width="2.5"/></svg>'
const POINTER_RADIUS = 18

interface Frame {
  readonly png: Buffer
  readonly ms: number
}

interface Stage {
  readonly page: Page
  readonly client: Client
  readonly repositories: readonly MadeRepository[]
}

class Film {
  readonly frames: Frame[] = []
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async still(ms = REST_MS): Promise<void> {
    this.frames.push({ png: await this.#page.screenshot(), ms })
  }

  /** With a ring where the pointer clicks, then what comes of it. */
  async click(button: Locator): Promise<void> {
    await button.hover()
    const box = await button.boundingBox()
    if (box === null) throw new Error('What is clicked is not to be seen.')
    const png = await sharp(await this.#page.screenshot())
      .composite([
        {
          input: Buffer.from(POINTER),
          left: Math.round(box.x + box.width / 2 - POINTER_RADIUS),
          top: Math.round(box.y + box.height / 2 - POINTER_RADIUS),
        },
      ])
      .png()
      .toBuffer()
    this.frames.push({ png, ms: 900 })
    await button.click()
    await this.moving()
  }

  /** Equal pictures in a row are one that stands for longer. */
  async moving(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      const png = await this.#page.screenshot()
      const last = this.frames.at(-1)
      if (last?.png.equals(png) === true) this.frames.splice(-1, 1, { png, ms: last.ms + STEP_MS })
      else this.frames.push({ png, ms: STEP_MS })
      await pause(STEP_MS)
    }
  }

  async write(file: string): Promise<void> {
    const pictures = await Promise.all(
      this.frames.map(({ png }) => sharp(png).removeAlpha().png().toBuffer()),
    )
    await sharp(pictures, { join: { animated: true } })
      .webp({ quality: 82, effort: 6, minSize: true, loop: 0, delay: this.frames.map(({ ms }) => ms) })
      .toFile(file)
    if (statSync(file).size > FILM_BYTES)
      throw new Error(`${file} has ${statSync(file).size} bytes; at most ${FILM_BYTES} are committed`)
  }
}

const CHECKED = 'atlas-api'
const FLAGGED = 'field-app'
const BEATEN = 'billing-worker'

const find = (repositories: readonly MadeRepository[], name: string): string => {
  const found = repositories.find((one) => one.name === name)
  if (found === undefined) throw new Error(`The demo has no ${name}.`)
  return found.path
}

/** Before anything beats: a repository that has tests. */
export function prepareFilm(repositories: readonly MadeRepository[]): void {
  const at = find(repositories, CHECKED)
  writeFileSync(
    path.join(at, 'package.json'),
    '{ "name": "atlas-api", "scripts": { "test": "node --test" } }\n',
  )
  writeFileSync(path.join(at, 'api.test.mjs'), "import test from 'node:test'\ntest('it answers', () => {})\n")
  for (const words of [
    ['add', '-A'],
    ['commit', '-q', '-m', 'Tests'],
  ])
    execFileSync('git', words, { cwd: at })
}

/** Each scene ends at rest, so that it can be read. */
export async function takeFilm(
  { page, client, repositories }: Stage,
  shown: string,
  looked: string,
): Promise<string> {
  const film = new Film(page)
  const list = (name: string): string => path.join(find(repositories, name), 'HEARTBEAT.md')
  await page.locator('main h1').first().waitFor()
  await film.still()

  const { threads } = await client.snapshot()
  await page.getByRole('row', { name: new RegExp(BEATEN) }).hover()
  await film.click(page.getByRole('button', { name: `Beat ${BEATEN} now` }))
  await film.still(1500)

  const flagged = page.getByRole('article', { name: new RegExp(FLAGGED) })
  change(list(FLAGGED), /^(## Urgent Flags.*\n+)\(none.*$/m, '$1- The TLS certificate expires on Friday')
  await flagged.waitFor()
  await film.moving()
  await film.still()
  await film.click(flagged.getByRole('button', { name: 'Acknowledge' }))
  await film.still(1500)

  change(list(CHECKED), /^## Quick Tasks.*$/m, '$&\n- [ ] Run `npm test`')
  await client.beat.start({ id: threads.find(({ name }) => name === CHECKED)!.id })
  const asking = page.getByRole('article', { name: new RegExp(CHECKED) })
  await asking.getByRole('button', { name: 'Review command…' }).waitFor()
  await film.moving()
  await film.still()
  await film.click(asking.getByRole('button', { name: 'Review command…' }))
  await film.still()
  await film.click(page.getByRole('dialog').getByRole('button', { name: 'Approve and run now' }))
  await film.moving()
  await film.still()

  for (const [n, { png }] of film.frames.entries())
    writeFileSync(path.join(looked, `film-${String(n).padStart(2, '0')}.png`), png)
  const file = path.join(shown, 'film.webp')
  await film.write(file)
  return `${file}: ${film.frames.length} pictures, ${statSync(file).size} bytes`
}

function change(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!from.test(text)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, text.replace(from, to))
}
