import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { scenario } from '../testing/scenario.ts'
import { threadWatches } from './thread-watches.ts'

it('watches each trusted thread where it stands, once, and ends what is gone, moved or not trusted', async () => {
  const s = await scenario()
  const [api, web, stranger] = [s.add('api'), s.add('web'), s.add('other', { trusted: false })]
  const open: string[] = []
  const ended: [ThreadId, string | null][] = []
  const watches = threadWatches(
    s.store,
    (_id, path) => {
      open.push(path)
      return () => void open.splice(open.indexOf(path), 1)
    },
    (id, newPath) => void ended.push([id, newPath]),
  )
  watches.follow()
  watches.follow()
  expect([open, watches.pathOf(api), watches.pathOf(stranger)]).toEqual([['/api', '/web'], '/api', null])
  s.store.threads.change(api, { repoPath: '/moved' })
  s.store.threads.change(web, { trustedAt: null })
  watches.follow()
  expect([open, ended]).toEqual([
    ['/moved'],
    [
      [api, '/moved'],
      [web, null],
    ],
  ])
  watches.close()
  expect([open, watches.pathOf(api)]).toEqual([[], null])
  await s.stop()
})
