import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allowedEntries, configText, parseConfigList } from './git-config.ts'
import { folder } from './testing/repositories.ts'

describe('the config that git gets to see', () => {
  it('has no key that names a program, a proxy or another file to include', () => {
    const names = [
      'core.fsmonitor',
      'core.hookspath',
      'core.sshcommand',
      'core.gitproxy',
      'core.worktree',
      'core.editor',
      'core.attributesfile',
      'include.path',
      'includeif.gitdir:x.path',
      'filter.x.clean',
      'diff.x.textconv',
      'merge.x.driver',
      'alias.status',
      'credential.helper',
      'remote.o.uploadpack',
      'remote.o.vcs',
      'remote.o.proxy',
      'url.ext::x.insteadof',
      'http.proxy',
      'http.sslverify',
      'gpg.program',
      'protocol.ext.allow',
      'extensions.worktreeconfig',
      'uploadpack.packobjectshook',
      'submodule.x.update',
      'trailer.x.command',
    ]
    expect(allowedEntries(names.map((name) => [name, 'x']))).toEqual([])
  })

  it('keeps odd values and names through writing and reading', () => {
    const entries = [
      ['remote.a "b\\c.url', '/x "y" \\z;#\t\n end '],
      ['core.bare', 'false'],
      ['branch.feature/a.b.merge', 'refs/heads/feature/a.b'],
    ] as const
    const file = join(folder, 'odd-config')
    writeFileSync(file, configText(entries))
    expect(
      parseConfigList(
        execFileSync('git', ['config', '--file', file, '--null', '--list'], { encoding: 'utf8' }),
      ),
    ).toEqual(entries)
  })
})
