import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findOnPath } from '../machine/machine.mjs'
import { makeRpm } from './rpm.ts'

it.skipIf(findOnPath('rpmbuild') === null)(
  'an rpm has the files, needs, scripts and words that the builder worked out, and no others',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rpm-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const at = (name: string): string => path.join(folder, name)
    mkdirSync(at('app/resources'), { recursive: true })
    writeFileSync(at('app/resources/a b.txt'), 'text', { mode: 0o600 })
    writeFileSync(at('app/threadbeat-app'), '#!/bin/sh\n', { mode: 0o700 })
    writeFileSync(at('after-install'), 'date +%Y # 100 %{nil}\n')
    writeFileSync(at('after-remove'), 'rm -f /usr/bin/threadbeat\n')
    writeFileSync(at('page'), 'page')
    const said = {
      architecture: 'amd64',
      'after-install': at('after-install'),
      'after-remove': at('after-remove'),
      description: 'What it does: 100 %.',
      version: '0.1.0',
      package: at('made.rpm'),
      name: 'threadbeat',
      maintainer: 'Ada <ada@example.com>',
      vendor: 'Ada',
      url: 'https://example.com/#readme',
      category: 'Development/Tools',
      'rpm-summary': 'In short',
      license: 'MIT',
    }
    const args = Object.entries(said).flatMap(([name, value]) => [`--${name}`, value])
    await makeRpm(
      [...args, `${at('app')}/=/opt/Threadbeat`, `${at('page')}=/usr/share/doc/threadbeat/page`],
      { rpm: { depends: ['git', '(libuuid or libuuid1)'] } },
    )
    const ask = (...words: string[]): string =>
      execFileSync('rpm', ['-qp', ...words, at('made.rpm')], { encoding: 'utf8' })

    expect(ask('--queryformat', '%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{SUMMARY} %{DESCRIPTION}')).toBe(
      'threadbeat 0.1.0 x86_64 MIT In short What it does: 100 %.',
    )
    expect(ask('--queryformat', '[%{FILEMODES:perms} %{FILEUSERNAME} %{FILENAMES}\n]').split('\n')).toEqual([
      'drwxr-xr-x root /opt/Threadbeat',
      'drwxr-xr-x root /opt/Threadbeat/resources',
      '-rw-r--r-- root /opt/Threadbeat/resources/a b.txt',
      '-rwxr-xr-x root /opt/Threadbeat/threadbeat-app',
      '-rw-r--r-- root /usr/share/doc/threadbeat/page',
      '',
    ])
    const needs = ask('--requires').split('\n')
    expect(needs.filter((need) => need !== '' && !/^rpmlib\(/.test(need))).toEqual([
      '(libuuid or libuuid1)',
      '/bin/sh',
      '/bin/sh',
      'git',
    ])
    expect(ask('--scripts')).toContain('date +%Y # 100 %{nil}')
    expect(ask('--scripts')).toContain('rm -f /usr/bin/threadbeat')
  },
)
