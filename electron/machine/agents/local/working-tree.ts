import { DAY } from '../../../../shared/base/time.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import { newestChange } from '../../git/facts/working-state.ts'
import { finding, gitFailed, nameList, passed, type Check } from './check.ts'

/** Work left lying about for longer than this is worth a word. */
const OLD_WORK_MS = 7 * DAY
const OLD_OPERATION_MS = DAY

/**
 * Uncommitted work is normal: it is evidence, not news. Conflicts, a forgotten operation and forgotten work
 * are news.
 */
export const workingTree: Check = async ({ repository, workingState, now }) => {
  if (repository.bare) return passed('a bare repository has no working tree')
  const read = await workingState()
  if (!read.ok) return gitFailed(read.error)
  const { branch, changed, untracked, unmerged, operation, hasSubmodules } = read.value
  const all = [...changed, ...untracked]
  const output = [
    ...unmerged.map((file) => `U  ${file}`),
    ...changed.map((file) => `M  ${file}`),
    ...untracked.map((file) => `?? ${file}`),
  ]
    .slice(0, 200)
    .join('\n')

  if (unmerged.length > 0)
    return finding(
      'warning',
      `${plural(unmerged.length, 'file')} with merge conflicts: ${nameList(unmerged)}`,
      output,
    )
  if (operation !== null && now - operation.since > OLD_OPERATION_MS)
    return finding('warning', `a ${operation.kind} was begun and not finished`, output)
  const newest = await newestChange(repository.location.path, all)
  if (newest !== null && now - newest > OLD_WORK_MS) {
    return finding('notice', `uncommitted work has been lying for more than 7 days: ${nameList(all)}`, output)
  }
  const seen = [
    // An operation in progress says it already.
    branch === null && operation === null ? 'HEAD is detached' : '',
    changed.length > 0 ? `${plural(changed.length, 'file')} changed` : '',
    untracked.length > 0 ? `${plural(untracked.length, 'file')} untracked` : '',
    operation !== null ? `${operation.kind} in progress` : '',
  ].filter((part) => part !== '')
  const note = seen.join(', ') || 'clean'
  return passed(hasSubmodules ? `${note}; not looked at: work inside of submodules` : note, output)
}
