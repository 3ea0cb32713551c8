import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppImageUpdater, type AppUpdater } from 'electron-updater'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFeed } from './feed.ts'
import { lookTrouble } from './look-trouble.ts'
import { createUpdates } from './updates.ts'
import { whyNotReplaced } from './why-not-replaced.ts'

/** The library's own updater, of a package that runs from a plain folder. */
function updater(): AppUpdater {
  const folder = mkdtempSync(path.join(tmpdir(), 'feed-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = {
    version: '1.0.0',
    name: 'threadbeat',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  }
  return Reflect.construct(AppImageUpdater, [null, app]) as AppUpdater
}

async function stateAfterLook(library: AppUpdater) {
  const feed = createFeed(() => {}, library)
  const updates = createUpdates({
    current: '1.0.0',
    way: 'self',
    why: null,
    now: () => 7,
    feed: () => Promise.resolve(feed),
    openPage: () => {},
  })
  await updates.ask('stable')
  return updates.view()
}

describe('a look for newer copies', () => {
  it('never says that this is the newest where nobody was asked', async () => {
    const { state, answeredAt } = await stateAfterLook(updater())
    expect(state).toMatchObject({
      kind: 'failed',
      what: 'look',
      text: expect.stringContaining('nobody was asked') as string,
    })
    expect(answeredAt).toBeNull()
  })

  it('never says so where the library could not ask', async () => {
    const library = updater()
    library.forceDevUpdateConfig = true // it asks then, and finds no file that says whom
    const { state, answeredAt } = await stateAfterLook(library)
    expect(state).toMatchObject({ kind: 'failed', what: 'look' })
    expect(answeredAt).toBeNull()
  })

  it.each([
    [
      'Error: Unable to find latest version on GitHub: net::ERR_NAME_NOT_RESOLVED\n at x',
      'github.com could not be reached (ERR_NAME_NOT_RESOLVED).',
    ],
    ['getaddrinfo EAI_AGAIN github.com', 'github.com could not be reached (EAI_AGAIN).'],
    ['HttpError: 404\nHeaders: {}', 'No answer that can be used came from github.com: HttpError: 404'],
  ])('says why in a sentence: %j', (message, sentence) =>
    expect(lookTrouble(new Error(message))).toBe(sentence),
  )
})

describe('a package', () => {
  const why = (files: readonly string[], image: string | null = null, platform: NodeJS.Platform = 'linux') =>
    whyNotReplaced({ platform, image, has: (name) => files.includes(name) })
  it('that is a plain folder is not looked for, which is said', () => {
    expect(why(['app-update.yml'])).toContain('plain folder')
    expect(why([])).toContain('names no place')
  })
  it('of a kind that can be asked for is', () => {
    expect(why(['app-update.yml'], '/a')).toBeNull()
    expect(why(['app-update.yml', 'package-type'])).toBeNull()
    expect(why(['app-update.yml'], null, 'darwin')).toBeNull()
  })
})
