import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolderWatch } from './folder-watch.ts'

let place = ''
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'folder-watch-')))
  for (const name of ['api', 'web']) mkdirSync(join(place, name))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** The calls of a watch, one at a time. */
function calls() {
  let take: (() => void) | null = null
  let waiting = 0
  return {
    changed: () => (take === null ? void waiting++ : take()),
    next: () =>
      waiting > 0
        ? void waiting--
        : new Promise<void>((done) => {
            take = () => {
              take = null
              done()
            }
          }),
    left: () => waiting,
  }
}

describe('the watch of a folder', () => {
  it('tells when it is moved away, deleted and back, and nothing of its neighbours', async () => {
    const watch = createFolderWatch()
    const [api, web] = [calls(), calls()]
    const ends = [watch(join(place, 'api'), api.changed), watch(join(place, 'web'), web.changed)]
    renameSync(join(place, 'api'), join(place, 'elsewhere'))
    await api.next()
    mkdirSync(join(place, 'api'))
    await api.next()
    rmSync(join(place, 'api'), { recursive: true })
    writeFileSync(join(place, 'notes'), 'x')
    await api.next()
    expect([api.left(), web.left()]).toEqual([0, 0])
    for (const end of ends) end()
  })

  it('of a parent that is not there does nothing, and ends', () => {
    createFolderWatch()(join(place, 'none', 'api'), () => {})()
  })
})
