import type { PendingView } from '../../../shared/contract/archive.ts'
import { plural } from '../../../shared/base/amounts.ts'
import type { Pending } from './pending.ts'

/** What is done at the next start, in words. */
export function pendingView(pending: Pending): PendingView {
  const { kind, askedAt } = pending
  return { kind, askedAt, text: pendingText(pending) }
}

function pendingText(pending: Pending): string {
  switch (pending.kind) {
    case 'restore':
      return (
        `The backup ${pending.name} takes the place of today’s history. ` +
        'What is there now stays as a backup.'
      )
    case 'import': {
      const count = Object.values(pending.choices).filter((choice) => choice !== 'mine').length
      return (
        `${plural(count, 'thread')} of an archive ${count === 1 ? 'comes' : 'come'} in. ` +
        'What is there now stays as a backup.'
      )
    }
    case 'clear':
      return 'The history is cleared. Threads and settings stay, and what is there now stays as a backup.'
    case 'factory':
      return 'Everything Threadbeat keeps is removed, also its backups. Repositories are not touched.'
  }
}
