import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git } from './git.ts'
import { make } from './testing/repositories.ts'

describe('git in a repository of somebody else', () => {
  it.each(['index', 'HEAD', 'packed-refs', 'info/exclude', 'refs/heads/main', 'refs/stash'])(
    'is not started where %s is a pipe',
    async (name) => {
      const path = await make('no_remote')
      rmSync(join(path, '.git', name), { force: true })
      mkdirSync(join(path, '.git', name, '..'), { recursive: true })
      execFileSync('mkfifo', [join(path, '.git', name)])
      expect(await git(path, ['status'])).toMatchObject({
        ok: false,
        error: {
          code: 'repo.unreadable',
          message: expect.stringContaining(`${name} is no regular file`) as string,
        },
      })
    },
  )

  it.each(['.gitignore', '.gitattributes', '.gitmodules', '.mailmap'])(
    'is not started where %s of the working tree is a pipe',
    async (name) => {
      const path = await make('no_remote')
      execFileSync('mkfifo', [join(path, name)])
      expect(await git(path, ['status'])).toMatchObject({
        ok: false,
        error: { code: 'repo.unreadable', message: `${join(path, name)} is no regular file` },
      })
    },
  )

  it.each([
    'MERGE_HEAD',
    'objects/info/alternates',
    'objects/info/commit-graph',
    'objects/pack/pack-1.idx',
    'rebase-merge/head-name',
    'sequencer/todo',
  ])('is not started where %s is a pipe, a link to a device or a file without end', async (name) => {
    const path = await make('no_remote')
    const file = join(path, '.git', name)
    const refusal = async (): Promise<string> => {
      const answer = await git(path, ['status'])
      rmSync(file)
      return answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`
    }
    mkdirSync(join(file, '..'), { recursive: true })
    execFileSync('mkfifo', [file])
    expect(await refusal()).toBe(`repo.unreadable: ${file} is no regular file`)
    symlinkSync('/dev/zero', file)
    expect(await refusal()).toBe(`repo.unreadable: ${file} is no regular file`)
    if (name.startsWith('objects/pack') || name.endsWith('commit-graph')) return // mapped, not read
    execFileSync('truncate', ['-s', '70M', file])
    expect(await refusal()).toContain('more than the 67108864 that git is let read')
  })

  it.each(['info', 'objects/pack', 'rebase-merge'])(
    'is not started where %s cannot be listed',
    async (name) => {
      const path = await make('no_remote')
      const folder = join(path, '.git', name)
      rmSync(folder, { recursive: true, force: true })
      symlinkSync(folder, folder)
      expect(await git(path, ['status'])).toMatchObject({
        error: { code: 'repo.unreadable', message: `${folder} cannot be listed` },
      })
    },
  )

  it('is started where .git holds what git never reads: its monitor’s socket, a large pack', async () => {
    const path = await make('no_remote')
    const server = createServer().listen(join(path, '.git/fsmonitor--daemon.ipc'))
    await once(server, 'listening')
    execFileSync('truncate', ['-s', '70M', join(path, '.git/objects/pack/tmp_pack_1')])
    expect(await git(path, ['status'])).toMatchObject({ ok: true })
    server.close()
  })

  it('is not started where a branch leads to a device that never ends', async () => {
    const path = await make('no_remote')
    symlinkSync('/dev/zero', join(path, '.git/refs/heads/zero'))
    expect(await git(path, ['status'])).toMatchObject({ error: { code: 'repo.unreadable' } })
    rmSync(join(path, '.git/refs/heads/zero'))
    symlinkSync('nowhere', join(path, '.git/refs/heads/dangling'))
    expect(await git(path, ['status'])).toMatchObject({ ok: true })
  })
})
