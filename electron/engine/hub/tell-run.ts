import type { RunId } from '../../../shared/base/ids.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import type { MailEnd } from '../../../shared/hub/mail.ts'
import { toldRunText } from '../../../shared/hub/told-run.ts'
import type { Store } from '../ports/store.ts'
import { isShared } from './lists.ts'

type Answer = { readonly end: MailEnd; readonly text: string }
const { redact } = createRedactor()

/** The lines of a list are told only where its person lets other machines read the list. */
export function tellRun(id: RunId, { store }: { readonly store: Pick<Store, 'runs' | 'threads'> }): Answer {
  const run = store.runs.detail(id)
  const thread = run && store.threads.get(run.threadId)
  if (run === null || thread === null) return refused('That run is not on record there any more.')
  if (!isShared(thread))
    return refused(
      `Other machines may not read the list of "${thread.name}", so they are not told of its lines either. ` +
        'That is allowed at its own machine.',
    )
  if (run.outcome === null) return refused('It has not ended yet.')
  return { end: 'done', text: toldRunText(run, redact) }
}

const refused = (text: string): Answer => ({ end: 'refused', text })
