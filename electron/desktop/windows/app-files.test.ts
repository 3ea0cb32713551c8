import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileBehind, isAppUrl } from './app-files.ts'

const ROOT = path.resolve('/opt/threadbeat/dist/renderer')

describe('fileBehind', () => {
  it.each([
    ['threadbeat://app/', 'index.html'],
    ['threadbeat://app', 'index.html'],
    ['threadbeat://app/#/run/run_1', 'index.html'],
    ['threadbeat://app/assets/main.js?x=1', 'assets/main.js'],
    ['threadbeat://app/a%20b.svg', 'a b.svg'],
  ])('%s is %s', (url, file) => expect(fileBehind(ROOT, url)).toBe(path.join(ROOT, file)))

  it.each([
    'file:///etc/passwd',
    'threadbeat://other/index.html',
    'threadbeat://app@evil/',
    'threadbeat://user:x@app/',
    'https://app/',
    '%',
    '',
    'threadbeat://app/%',
    'threadbeat://app/a%00b',
    'threadbeat://app/C:%5Cx',
  ])('%s is nothing of ours', (url) => expect(fileBehind(ROOT, url)).toBeNull())

  it('stays inside its folder for every spelling of "up"', () => {
    const ups = [
      '..',
      '%2e%2e',
      '.%2e',
      '%2E.',
      '%252e%252e',
      '..%00',
      '....',
      '%c0%ae%c0%ae',
      '\uff0e\uff0e',
    ]
    const slashes = ['/', '%2f', '%2F', '\\', '%5c', '//', '/./', '%252f', '\u2215', '%c0%af']
    const targets = ['etc/passwd', 'main.cjs', 'package.json', 'renderer-evil/x', '']
    let tried = 0
    for (const up of ups)
      for (const slash of slashes)
        for (const target of targets)
          for (const times of [1, 2, 9]) {
            const file = fileBehind(ROOT, `threadbeat://app/${(up + slash).repeat(times)}${target}`)
            expect(file === null || file === ROOT || file.startsWith(ROOT + path.sep)).toBe(true)
            tried++
          }
    expect(tried).toBeGreaterThan(500)
  })
})

describe('isAppUrl', () => {
  it.each([
    ['threadbeat://app/', true],
    ['threadbeat://app/index.html#/x', true],
    ['threadbeat://app/assets/main.js', false],
    ['threadbeat://app/x', false],
    ['about:blank', false],
    ['threadbeat://app.evil/', false],
    ['threadbeat://application/', false],
    ['https://app/', false],
    ['threadbeat:app', false],
    ['x', false],
  ])('%s → %s', (url, ours) => expect(isAppUrl(url)).toBe(ours))
})
