import type { ThreadId } from '../../../shared/base/ids.ts'

const thread = (number: number, name: string, repoPath = `/r/${name}`) => ({
  id: `thr_${number}` as ThreadId,
  number,
  name,
  repoPath,
  role: 'worker' as const,
})
/** Names that begin alike, are numbers or stand twice. */
export const FLEET = [
  thread(2, 'api'),
  thread(3, 'api-gateway'),
  thread(4, 'Web'),
  thread(5, '12'),
  thread(6, 'twin', '/a/twin'),
  thread(7, 'twin', '/b/twin'),
]
